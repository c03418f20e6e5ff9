# Prints "room other" for each call, in the room of the first, of a method that the other room adds to one of the types
# that all rooms share. Takes the source files of the engine twice: first what is defined is read, then what is called.
#
# The type that a method is called on is known by the name of what it is called on: `engine`, `state`, `judge`, or
# `self` in an implementation of one of them. Other calls are not looked at, so an edge may be missed, and none is invented.

FNR == 1 {
    if (FILENAME in seen) calls = 1
    seen[FILENAME] = 1
    room = FILENAME
    sub(/\/.*/, "", room)
    self = ""
    testing = 0
}

/^#\[cfg\(test\)\]/ { testing = 1 }
testing { next }
{ sub(/\/\/.*/, "") }

/^impl/ { self = ""; if (match($0, /(Engine<'[_p]>|State|Judge|Frame) \{/)) { self = substr($0, RSTART, RLENGTH); sub(/[< ].*/, "", self) } }
/^}/ { self = "" }

!calls && self != "" && match($0, /^    (pub(\([a-z]+\))? )?(const )?fn [a-z_0-9]+/) {
    name = substr($0, RSTART, RLENGTH)
    sub(/.* /, "", name)
    rooms[self, name] = rooms[self, name] " " room
    next
}

calls {
    rest = $0
    while (match(rest, /[a-zA-Z_]+\.[a-z_0-9]+(::<[^(]*>)?\(/)) {
        call = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        split(call, parts, /[.(:]/)
        type = parts[1] == "self" ? self : parts[1] == "engine" ? "Engine" : parts[1] == "state" ? "State" : parts[1] == "judge" ? "Judge" : ""
        where = rooms[type, parts[2]]
        # A room that has a method of that name means its own.
        if (type == "" || where == "" || index(where " ", " " room " ")) continue
        count = split(where, all, " ")
        if (count == 1) print room, all[1], FILENAME ":" FNR, parts[2]
    }
}

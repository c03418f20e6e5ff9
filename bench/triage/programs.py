"""C programs with defects of which the truth is known.

A program reads two numbers (and a word, or a choice), keeps them within 0..255 and calls one to three
functions. Each of these has one site: a line where something goes wrong if a condition holds. The
condition can hold ("real", and then an input is known) or cannot ("fake"). Both was found out by trying
all 65,536 pairs of numbers. All else in the programs is defined.

Fake conditions are such that an analyser of paths believes in them: what numbers leave when they are
divided, squares, bits, what a helper, a loop, a table or a member of a struct says.
"""

import random
from dataclasses import dataclass, field

TOP = 255


@dataclass
class Condition:
    """A condition on `a` and `b` in C and in Python, what it needs before it, and outside the function."""

    text: str
    holds: object
    before: list = field(default_factory=list)
    outside: list = field(default_factory=list)


@dataclass
class Site:
    """A line where something goes wrong, of a kind, if the condition of its function holds."""

    kind: str
    function: str
    real: bool
    trigger: tuple
    condition: object
    line: int = 0
    first: int = 0
    last: int = 0


@dataclass
class Program:
    name: str
    text: str
    sites: list
    reader: str

    def input_for(self, a, b, choice):
        """Standard input and arguments that give the program these numbers."""
        return READERS[self.reader].give(a, b, choice)


HALF = ["static int half(int number) {", "    return number / 2;", "}", ""]
TABLE = ["static const int steps[4] = {1, 3, 5, 7};", ""]
STATE = [
    "struct state {",
    "    int ready;",
    "    int count;",
    "};",
    "",
    "static void prepare(struct state *state, int number) {",
    "    state->ready = number % 2 == 0;",
    "    state->count = number * 2;",
    "}",
    "",
]
PREPARED = ["struct state state;", "prepare(&state, a);"]
SUM = ["int total = 0;", "for (int i = 0; i < a % 8; i++)", "    total += 2;"]
STEPS = [0, 2, 4, 6, 8, 10, 12, 14]

FAKE = [
    Condition("a * a % 4 == 2", lambda a, b: a * a % 4 == 2),
    Condition("a * a % 4 == 3", lambda a, b: a * a % 4 == 3),
    Condition("a * (a + 1) % 2 == 1", lambda a, b: a * (a + 1) % 2 == 1),
    Condition("a % 6 == 3 && a % 2 == 0", lambda a, b: a % 6 == 3 and a % 2 == 0),
    Condition("(a * a + b * b) % 4 == 3", lambda a, b: (a * a + b * b) % 4 == 3),
    Condition("(a ^ b) == 0 && a + b == 7", lambda a, b: a == b and a + b == 7),
    Condition("((a | 1) & 1) == 0", lambda a, b: ((a | 1) & 1) == 0),
    Condition("(a & 12) == 8 && (a & 8) == 0", lambda a, b: (a & 12) == 8 and (a & 8) == 0),
    Condition("a * 2 + 1 == b * 4", lambda a, b: a * 2 + 1 == b * 4),
    Condition("half(a) * 2 > a", lambda a, b: a // 2 * 2 > a, outside=HALF),
    Condition("half(a) + half(b) > 254", lambda a, b: a // 2 + b // 2 > 254, outside=HALF),
    Condition("steps[a & 3] % 2 == 0", lambda a, b: [1, 3, 5, 7][a & 3] % 2 == 0, outside=TABLE),
    Condition("steps[b & 3] > 7", lambda a, b: [1, 3, 5, 7][b & 3] > 7, outside=TABLE),
    Condition("state.ready && state.count % 4 == 2", lambda a, b: a % 2 == 0 and a * 2 % 4 == 2, PREPARED, STATE),
    Condition("state.count < a", lambda a, b: a * 2 < a, PREPARED, STATE),
    Condition("total % 2 == 1", lambda a, b: STEPS[a % 8] % 2 == 1, SUM),
    Condition("total > 14", lambda a, b: STEPS[a % 8] > 14, SUM),
    Condition("(a > b) == (a <= b)", lambda a, b: (a > b) == (a <= b)),
    Condition("a - b > 255", lambda a, b: a - b > 255),
]

REAL = [
    Condition("a * a % 4 == 1 && b == 9", lambda a, b: a * a % 4 == 1 and b == 9),
    Condition("a * 7 % 31 == 5", lambda a, b: a * 7 % 31 == 5),
    Condition("(a ^ b) == 37", lambda a, b: a ^ b == 37),
    Condition("a % 6 == 3 && a % 5 == 2", lambda a, b: a % 6 == 3 and a % 5 == 2),
    Condition("(a * a + b * b) % 4 == 2", lambda a, b: (a * a + b * b) % 4 == 2),
    Condition("(a & 12) == 8 && b > 200", lambda a, b: (a & 12) == 8 and b > 200),
    Condition("a * 2 + 2 == b * 4", lambda a, b: a * 2 + 2 == b * 4),
    Condition("half(a) * 2 < a && b == 12", lambda a, b: a // 2 * 2 < a and b == 12, outside=HALF),
    Condition("steps[a & 3] == 5 && b > 10", lambda a, b: [1, 3, 5, 7][a & 3] == 5 and b > 10, outside=TABLE),
    Condition("!state.ready && state.count == 30", lambda a, b: a % 2 == 1 and a * 2 == 30, PREPARED, STATE),
    Condition("total == 6", lambda a, b: STEPS[a % 8] == 6, SUM),
    Condition("total == 14 && b == 3", lambda a, b: STEPS[a % 8] == 14 and b == 3, SUM),
    Condition("a - b > 250", lambda a, b: a - b > 250),
]

# Bodies by kind. {c} is the condition; the line of the site ends in "//!".
BODIES = {
    "null": [
        ["int value = a;", "int *p = NULL;", "if (!({c}))", "    p = &value;", "return *p + b; //!"],
        ["int *p = NULL;", "if ({c})", "    return *p; //!", "return a;"],
        [
            "int pair[2] = {{a, b}};",
            "int *p = pair;",
            "if ({c})",
            "    p = NULL;",
            "if (b > 3)",
            '    puts("large");',
            "p[1] = 5; //!",
            "return pair[1];",
        ],
        ["const char *text = NULL;", "if (!({c}))", '    text = "text";', "return text[0]; //!"],
    ],
    "division": [
        ["int d = 7;", "if ({c})", "    d = 0;", "return (a + 100) / d; //!"],
        ["int d = 0;", "if ({c})", "    return b % d; //!", "return d;"],
        ["int d = b > 4 ? 2 : 3;", "if ({c})", "    d -= d;", 'printf("%d\\n", a / d); //!', "return 0;"],
    ],
    "use-after-free": [
        [
            "char *p = malloc(8);",
            "if (p == NULL)",
            "    return 0;",
            "p[0] = 'a';",
            "int gone = 0;",
            "if ({c}) {{",
            "    free(p);",
            "    gone = 1;",
            "}}",
            "p[1] = 'b'; //!",
            "if (!gone)",
            "    free(p);",
            "return gone;",
        ],
        [
            "int *p = calloc(4, sizeof *p);",
            "if (p == NULL)",
            "    return 0;",
            "p[0] = a;",
            "free(p);",
            "if ({c})",
            "    return p[0]; //!",
            "return 1;",
        ],
    ],
    "double-free": [
        [
            "char *p = malloc(8);",
            "if (p == NULL)",
            "    return 0;",
            "p[0] = 'a';",
            "if ({c})",
            "    free(p);",
            "free(p); //!",
            "return b;",
        ],
        [
            "int *p = malloc(sizeof *p);",
            "if (p == NULL)",
            "    return 0;",
            "*p = a;",
            "int kept = *p;",
            "free(p);",
            "if ({c})",
            "    free(p); //!",
            "return kept;",
        ],
    ],
    "leak": [
        [
            "char *p = malloc(8);",
            "if (p == NULL)",
            "    return 0;",
            "p[0] = 'a';",
            "if ({c})",
            "    return 1; //!",
            "free(p);",
            "return 2;",
        ],
        [
            "int *p = malloc(sizeof *p);",
            "if (p == NULL)",
            "    return 0;",
            "*p = a;",
            "int kept = *p;",
            "if (!({c}))",
            "    free(p);",
            "return kept; //!",
        ],
    ],
    "bounds": [
        ["int cells[4] = {{0}};", "int i = 1;", "if ({c})", "    i = 4;", "cells[i] = a; //!", "return cells[1];"],
        ["int cells[6] = {{0}};", "int i = 2;", "if ({c})", "    i = 9;", "return cells[i]; //!"],
        [
            "char *p = malloc(5);",
            "if (p == NULL)",
            "    return 0;",
            "memset(p, 1, 5);",
            "int i = b > 9;",
            "if ({c})",
            "    i += 5;",
            "int found = p[i]; //!",
            "free(p);",
            "return found;",
        ],
    ],
    "uninitialised": [
        ["int v;", "if (!({c}))", "    v = a;", 'printf("%d\\n", v); //!', "return 0;"],
        ["int v;", "if (!({c}))", "    v = b;", "if (v > 3) //!", "    return 1;", "return 2;"],
        ["int v;", "int w = a;", "if ({c})", '    printf("%d\\n", v + w); //!', "return w;"],
    ],
}


@dataclass
class Reader:
    """How `main` gets its numbers: lines of C that set a, b and choice, and how to give them."""

    lines: list
    give: object
    parameters: str = "void"
    outside: list = field(default_factory=list)


def text_of(*numbers):
    return (" ".join(str(number) for number in numbers) + "\n").encode(), []


READERS = {
    "scanf": Reader(['if (scanf("%d %d %d", &a, &b, &choice) != 3)', "    return 1;"], text_of),
    "bytes": Reader(
        ["a = getchar();", "b = getchar();", "choice = getchar();", "if (choice == EOF)", "    return 1;"],
        lambda a, b, choice: (bytes([a, b, choice]), []),
    ),
    "block": Reader(
        [
            "unsigned char block[3];",
            "if (fread(block, 1, sizeof block, stdin) != sizeof block)",
            "    return 1;",
            "a = block[0];",
            "b = block[1];",
            "choice = block[2];",
        ],
        lambda a, b, choice: (bytes([a, b, choice]), []),
    ),
    "line": Reader(
        [
            "char line[16];",
            "if (fgets(line, sizeof line, stdin) == NULL || strlen(line) < 3)",
            "    return 1;",
            "a = (unsigned char)line[0];",
            "b = (unsigned char)line[1];",
            "choice = line[2];",
        ],
        lambda a, b, choice: (bytes([a, b, choice, 10]), []),
    ),
    "pairs": Reader(
        ["if (!next(&a) || !next(&b) || !next(&choice))", "    return 1;"],
        text_of,
        outside=["static int next(int *number) {", '    return scanf("%d", number) == 1;', "}", ""],
    ),
    "arguments": Reader(
        [
            "if (argc != 3)",
            "    return 1;",
            "a = (unsigned char)argv[1][0];",
            "b = (unsigned char)argv[2][0];",
            "choice = a == 0 ? 0 : argv[1][1];",
        ],
        lambda a, b, choice: (b"", [bytes([a, choice]), bytes([b])]),
        "int argc, char **argv",
    ),
}

# Numbers that a reader cannot give: an argument or a line ends there.
UNREADABLE = {"arguments": {0}, "line": {0, 10}}


def programs(count, seed):
    """So many programs, the same for the same seed."""
    chance = random.Random(seed)
    return [make(chance, index) for index in range(count)]


def make(chance, index):
    reader = chance.choices(list(READERS), [24, 10, 10, 10, 10, 6])[0]
    layout = chance.choices(["single", "choice", "sequence"], [4, 4, 2])[0]
    number = {"single": 1, "choice": chance.choice([2, 3]), "sequence": 2}[layout]
    sites, outside, functions, earlier = [], [], [], []
    while len(sites) < number:
        kind = chance.choice(list(BODIES))
        real = chance.random() < 0.4
        condition = chance.choice(REAL if real else FAKE)
        body = chance.choice(BODIES[kind])
        pair = trigger(condition, chance, reader, earlier)
        if real and pair is None:
            continue  # What comes before leaves no input for it.
        if condition.outside and condition.outside not in outside:
            outside.append(condition.outside)
        site = Site(kind, f"work_{len(sites)}", real, pair, condition)
        if layout == "sequence":
            earlier.append(condition)
        sites.append(site)
        functions.append(function(site, condition, body))
    lines = ["#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>", ""]
    for block in outside + [READERS[reader].outside]:
        lines += block
    for site, text in zip(sites, functions):
        site.first = len(lines) + 1
        lines += text
        site.last = len(lines) - 1
    lines += main_of(reader, layout, sites)
    for at, line in enumerate(lines, 1):
        if line.endswith(" //!"):
            lines[at - 1] = line[: -len(" //!")]
            next(site for site in sites if site.first <= at <= site.last).line = at
    return Program(f"p{index:02}", "\n".join(lines) + "\n", sites, reader)


def trigger(condition, chance, reader, earlier):
    """Numbers for which the condition holds and no earlier one, if there are any."""
    bad = UNREADABLE.get(reader, set())
    pairs = [(a, b) for a in range(TOP + 1) for b in range(TOP + 1) if condition.holds(a, b)]
    assert bool(pairs) == (condition in REAL), condition.text
    free = [pair for pair in pairs if not bad & set(pair) and not any(e.holds(*pair) for e in earlier)]
    return chance.choice(free) if free else None


def function(site, condition, body):
    lines = [f"static int {site.function}(int a, int b) {{"]
    lines += [f"    {line}" for line in condition.before]
    lines += ["    " + line.format(c=condition.text) for line in body]
    if not any(" b" in line or "b " in line or "b)" in line for line in lines[1:]):
        lines.insert(1, "    (void)b;")
    if not any(" a" in line or "(a" in line for line in lines[1:]):
        lines.insert(1, "    (void)a;")
    return lines + ["}", ""]


def main_of(reader, layout, sites):
    how = READERS[reader]
    lines = [f"int main({how.parameters}) {{", "    int a, b, choice;"]
    lines += [f"    {line}" for line in how.lines]
    lines += [f"    if (a < 0 || a > {TOP} || b < 0 || b > {TOP})", "        return 1;"]
    if layout == "choice":
        lines += ["    switch (choice) {"]
        for number, site in enumerate(sites):
            lines += [f"    case {65 + number}:", f"        return {site.function}(a, b) == 9;"]
        lines += ["    default:", "        return 2;", "    }"]
    else:
        lines += ["    int result = choice == 1;"]
        lines += [f"    result ^= {site.function}(a, b);" for site in sites]
        lines += ["    return result == 77;"]
    return lines + ["}"]


def choice_of(program, site):
    """What leads to a site."""
    return 65 + program.sites.index(site)

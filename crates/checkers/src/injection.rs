//! Input that is taken for code: commands, arguments, queries, and which program or library runs.

use crate::flow::{broken, came, claim_of};
use crate::{Claim, Context, Family};
use margay_engine::Event;
use margay_ir::finding::Severity;
use margay_ir::rule::Rule;

pub static FAMILY: Family = Family {
    rules: &[
        &COMMAND_INJECTION,
        &ARGUMENT_INJECTION,
        &SQL_INJECTION,
        &PROCESS_CONTROL,
        &UNTRUSTED_SEARCH_PATH,
        &UNCONTROLLED_SEARCH_PATH,
        &PATH_TRAVERSAL,
    ],
    claim,
};

static COMMAND_INJECTION: Rule = Rule {
    name: "command-injection",
    summary: "a command that the input can add another one to",
    severity: Severity::Error,
    cwe: &[78],
    explanation: r#"## What is reported

A call of `system`, `popen` or a shell through `exec` whose command is made of input, where the
input can still hold what the shell gives a meaning: `;`, `|`, `$(`, a newline, or the quote that
the input stands in.

## Why it is bad

An attacker who controls the input runs commands with the rights of the program.

## Example

```c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char name[40], command[60];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    snprintf(command, sizeof command, "/bin/ls %s", name);
    return system(command) != 0;
}
```

## Repair

Let in only what a name needs, or start the program without a shell.

```c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char name[40], command[60];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    name[strcspn(name, "\n")] = 0;
    for (const char *c = name; *c; c++)
        if (!(*c >= 'a' && *c <= 'z'))
            return 1;
    snprintf(command, sizeof command, "/bin/ls %s", name);
    return system(command) != 0;
}
```

## What is not reported

Commands in variables that exist to hold one, such as `EDITOR`, unless something else is put
behind them.

## Weaknesses

CWE-78.
"#,
    ..Rule::BLANK
};

static ARGUMENT_INJECTION: Rule = Rule {
    name: "argument-injection",
    summary: "an argument that the input can make an option of",
    severity: Severity::Warning,
    cwe: &[88],
    explanation: r#"## What is reported

A program is started by `exec` with an argument from the network, a file, the environment or
standard input that can begin with `-`, and no `--` stands before it.

## Why it is bad

Options of many programs run commands or write files.

## Example

```c
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char name[40];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    name[strcspn(name, "\n")] = 0;
    execl("/usr/bin/sort", "sort", name, NULL);
    return 1;
}
```

## Repair

Put `--` before what is no option.

```c
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char name[40];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    name[strcspn(name, "\n")] = 0;
    execl("/usr/bin/sort", "sort", "--", name, NULL);
    return 1;
}
```

## What is not reported

Arguments of the program itself that are passed on: who gives them could start the other program
as well.

## Weaknesses

CWE-88.
"#,
    ..Rule::BLANK
};

static SQL_INJECTION: Rule = Rule {
    name: "sql-injection",
    summary: "a query that the input can change",
    severity: Severity::Error,
    cwe: &[89],
    explanation: r#"## What is reported

A query for SQLite, MySQL, PostgreSQL or ODBC that is made of input, where the input can still end
the string that it stands in, or, outside of strings, hold more than a word.

## Why it is bad

An attacker who controls the input reads and changes the whole database.

## Example

```c
#include <stdio.h>

typedef struct sqlite3 sqlite3;
int sqlite3_exec(sqlite3 *, const char *, void *, void *, char **);

int find(sqlite3 *db) {
    char name[20], query[80];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    snprintf(query, sizeof query, "SELECT * FROM users WHERE name = '%s'", name);
    return sqlite3_exec(db, query, 0, 0, 0);
}

int main(void) {
    return find(0);
}
```

## Repair

Bind values to a prepared statement; at the least, let no quotes in.

```c
#include <stdio.h>
#include <string.h>

typedef struct sqlite3 sqlite3;
int sqlite3_exec(sqlite3 *, const char *, void *, void *, char **);

int find(sqlite3 *db) {
    char name[20], query[80];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    for (const char *c = name; *c; c++)
        if (*c == '\'' || *c == '\\')
            return 1;
    snprintf(query, sizeof query, "SELECT * FROM users WHERE name = '%s'", name);
    return sqlite3_exec(db, query, 0, 0, 0);
}

int main(void) {
    return find(0);
}
```

## Weaknesses

CWE-89.
"#,
    ..Rule::BLANK
};

static PROCESS_CONTROL: Rule = Rule {
    name: "process-control",
    summary: "code that the input chooses",
    severity: Severity::Error,
    cwe: &[114, 78, 427],
    explanation: r#"## What is reported

A program that `exec` starts, or a library that `dlopen` loads, whose path comes from the network,
a file, the environment or standard input.

## Why it is bad

An attacker who controls the input chooses the code that runs with the rights of the program.

## Example

```c
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char name[40];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    name[strcspn(name, "\n")] = 0;
    return dlopen(name, RTLD_NOW) == NULL;
}
```

## Repair

Choose from paths that the program knows.

```c
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char name[40];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    name[strcspn(name, "\n")] = 0;
    if (strcmp(name, "fast") == 0)
        return dlopen("/usr/lib/fast.so", RTLD_NOW) == NULL;
    return dlopen("/usr/lib/small.so", RTLD_NOW) == NULL;
}
```

## What is not reported

Programs that the arguments name: that is what `env` and `nice` are for.

## Weaknesses

CWE-114; CWE-78 for a program, CWE-427 for a library.
"#,
    ..Rule::BLANK
};

static UNTRUSTED_SEARCH_PATH: Rule = Rule {
    name: "untrusted-search-path",
    summary: "a command without its directory",
    severity: Severity::Note,
    cwe: &[426],
    explanation: r#"## What is reported

A call of `system` or `popen` with a command that has no directory and is none of the shell's own,
in a program that does not set `PATH` itself.

## Why it is bad

A user who sets `PATH` for the program chooses what runs. If the program has more rights than its
user, the user gets them.

## Example

```c
#include <stdlib.h>

int main(void) {
    return system("ls -la") != 0;
}
```

## Repair

Name the directory, or set `PATH` first.

```c
#include <stdlib.h>

int main(void) {
    return system("/bin/ls -la") != 0;
}
```

## What is not reported

`execlp` and its like, which say by their names that they search.

## Weaknesses

CWE-426.
"#,
    ..Rule::BLANK
};

static UNCONTROLLED_SEARCH_PATH: Rule = Rule {
    name: "uncontrolled-search-path",
    summary: "a search path that the input chooses",
    severity: Severity::Note,
    cwe: &[427],
    explanation: r#"## What is reported

A call of `setenv` or `putenv` that makes `PATH`, `LD_LIBRARY_PATH`, `LD_PRELOAD` or another
search path of input.

## Why it is bad

Every command and library that is searched for from then on is the choice of who gave the input.

## Example

```c
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char path[80];
    if (fgets(path, sizeof path, stdin) == NULL)
        return 1;
    return setenv("PATH", path, 1);
}
```

## Repair

Choose from directories that the program knows.

```c
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char path[80];
    if (fgets(path, sizeof path, stdin) == NULL)
        return 1;
    return setenv("PATH", path[0] == 'l' ? "/usr/local/bin:/bin" : "/bin", 1);
}
```

## What is not reported

A directory that is put before what the variable already was, and arguments of the program.

## Weaknesses

CWE-427.
"#,
    ..Rule::BLANK
};

static PATH_TRAVERSAL: Rule = Rule {
    name: "path-traversal",
    summary: "a path that leaves its directory",
    severity: Severity::Warning,
    cwe: &[22, 73],
    explanation: r#"## What is reported

A file whose name comes from the network, a file, the environment or standard input and is put
behind a directory, where it can still hold `../`; and a path that comes from the network as a
whole.

## Why it is bad

An attacker who controls the name reads or writes files anywhere.

## Example

```c
#include <stdio.h>
#include <string.h>

int main(void) {
    char name[40], path[60];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    name[strcspn(name, "\n")] = 0;
    snprintf(path, sizeof path, "/srv/notes/%s", name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 1;
    return fclose(file);
}
```

## Repair

Refuse names with a slash.

```c
#include <stdio.h>
#include <string.h>

int main(void) {
    char name[40], path[60];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    name[strcspn(name, "\n")] = 0;
    if (strchr(name, '/') != NULL)
        return 1;
    snprintf(path, sizeof path, "/srv/notes/%s", name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 1;
    return fclose(file);
}
```

## What is not reported

Files that the arguments name, or whose whole path a user types: that is what most tools are for.

## Weaknesses

CWE-22, and with it CWE-73.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    let (rule, crossing) = broken(&FAMILY, event)?;
    let (by, part, sink) = (came(crossing), &crossing.part, &crossing.sink);
    let message = match rule.name {
        "command-injection" => format!("{by} can add a command to what `{sink}` runs"),
        "argument-injection" => {
            format!("{by} can add an option to the program that `{sink}` starts")
        }
        "sql-injection" => format!("{by} can change the query that `{sink}` runs"),
        "process-control" => format!("{by} chooses {part} that `{sink}` starts"),
        "untrusted-search-path" => format!("`{sink}` runs a command without a directory"),
        "uncontrolled-search-path" => format!("{by} chooses {part}"),
        _ => format!("{by} can lead the path that `{sink}` is given elsewhere"),
    };
    Some(claim_of(rule, message, crossing))
}

//! The ways that data and control take between source and sink in generated programs.
//!
//! A variant is a template: `SOURCE` and `SINK` stand for statements that set and use
//! the variable `data`, each on a line of its own, whose indentation they take. Every
//! file includes `common.h`, which declares `data_t` and what `common` says.

/// Files of a program, by name.
pub type Files = Vec<(&'static str, String)>;

#[derive(Clone, Copy, Debug)]
pub struct Variant {
    pub name: &'static str,
    /// The template of `main.c`.
    pub main: &'static str,
    /// Declarations that the files share.
    pub common: &'static str,
    /// The other files, by name, with their templates.
    pub others: &'static [(&'static str, &'static str)],
}

pub const VARIANTS: &[Variant] = &[
    one(
        "baseline",
        "int main(void) {\n    data_t data = 0;\n    SOURCE\n    SINK\n    return 0;\n}",
    ),
    one(
        "if_one",
        r#"
int main(void) {
    data_t data = 0;
    if (1) {
        SOURCE
    }
    if (1) {
        SINK
    }
    return 0;
}"#,
    ),
    one(
        "if_constant",
        r#"
static const int five = 5;

int main(void) {
    data_t data = 0;
    if (five == 5) {
        SOURCE
    }
    if (five == 5) {
        SINK
    }
    return 0;
}"#,
    ),
    one(
        "if_static_variable",
        r#"
static int enabled = 1;

int main(void) {
    data_t data = 0;
    if (enabled) {
        SOURCE
    }
    if (enabled) {
        SINK
    }
    return 0;
}"#,
    ),
    one(
        "if_function",
        r#"
static int enabled(void) {
    return 1;
}

int main(void) {
    data_t data = 0;
    if (enabled()) {
        SOURCE
    }
    if (enabled()) {
        SINK
    }
    return 0;
}"#,
    ),
    Variant {
        name: "if_global_of_other_file",
        common: "extern int ready;\nvoid prepare(void);",
        main: r#"
int main(void) {
    data_t data = 0;
    prepare();
    if (ready) {
        SOURCE
    }
    if (ready) {
        SINK
    }
    return 0;
}"#,
        others: &[("state.c", "int ready;\n\nvoid prepare(void) {\n    ready = 1;\n}")],
    },
    one(
        "switch_six",
        r#"
int main(void) {
    data_t data = 0;
    switch (6) {
    case 6: {
        SOURCE
        break;
    }
    default:
        break;
    }
    switch (6) {
    case 7:
        break;
    case 6: {
        SINK
        break;
    }
    }
    return 0;
}"#,
    ),
    one(
        "while_break",
        r#"
int main(void) {
    data_t data = 0;
    while (1) {
        SOURCE
        break;
    }
    while (1) {
        SINK
        break;
    }
    return 0;
}"#,
    ),
    one(
        "for_once",
        r#"
int main(void) {
    data_t data = 0;
    for (int i = 0; i < 1; i++) {
        SOURCE
    }
    for (int j = 0; j < 1; j++) {
        SINK
    }
    return 0;
}"#,
    ),
    one(
        "goto",
        r#"
int main(void) {
    data_t data = 0;
    goto source;
sink: {
    SINK
    return 0;
}
source: {
    SOURCE
    goto sink;
}
}"#,
    ),
    one(
        "either_arm",
        r#"
int main(void) {
    data_t data = 0;
    int c = getchar();
    if (c == 'a') {
        SOURCE
    } else {
        SOURCE
    }
    if (c == 'a') {
        SINK
    } else {
        SINK
    }
    return 0;
}"#,
    ),
    one(
        "argument",
        r#"
static void use(data_t data) {
    SINK
}

int main(void) {
    data_t data = 0;
    SOURCE
    use(data);
    return 0;
}"#,
    ),
    one(
        "returned",
        r#"
static data_t make(void) {
    data_t data = 0;
    SOURCE
    return data;
}

int main(void) {
    data_t data = make();
    SINK
    return 0;
}"#,
    ),
    one(
        "out_parameter",
        r#"
static void make(data_t *out) {
    data_t data = 0;
    SOURCE
    *out = data;
}

int main(void) {
    data_t data = 0;
    make(&data);
    SINK
    return 0;
}"#,
    ),
    one(
        "function_pointer",
        r#"
static void use(data_t data) {
    SINK
}

int main(void) {
    void (*pointer)(data_t) = use;
    data_t data = 0;
    SOURCE
    pointer(data);
    return 0;
}"#,
    ),
    one(
        "void_pointer",
        r#"
static void use(void *pointer) {
    data_t data = *(data_t *)pointer;
    SINK
}

int main(void) {
    data_t data = 0;
    SOURCE
    use(&data);
    return 0;
}"#,
    ),
    one(
        "struct_member",
        r#"
struct box {
    char tag;
    data_t content;
};

static void use(struct box box) {
    data_t data = box.content;
    SINK
}

int main(void) {
    struct box box = {'b', 0};
    data_t data = 0;
    SOURCE
    box.content = data;
    use(box);
    return 0;
}"#,
    ),
    one(
        "array_element",
        r#"
static void use(data_t array[]) {
    data_t data = array[2];
    SINK
}

int main(void) {
    data_t array[4] = {0};
    data_t data = 0;
    SOURCE
    array[2] = data;
    use(array);
    return 0;
}"#,
    ),
    one(
        "union",
        r#"
union either {
    data_t first;
    data_t second;
};

int main(void) {
    union either either;
    {
        data_t data = 0;
        SOURCE
        either.first = data;
    }
    {
        data_t data = either.second;
        SINK
    }
    return 0;
}"#,
    ),
    one(
        "static_global",
        r#"
static data_t global;

static void use(void) {
    data_t data = global;
    // What stays in a variable is not lost.
    global = 0;
    SINK
}

int main(void) {
    data_t data = 0;
    SOURCE
    global = data;
    use();
    return 0;
}"#,
    ),
    one(
        "pointer_to_pointer",
        r#"
int main(void) {
    data_t shared = 0;
    data_t *one = &shared, *other = &shared;
    {
        data_t data = *one;
        SOURCE
        *one = data;
    }
    {
        data_t data = *other;
        SINK
    }
    return 0;
}"#,
    ),
    one(
        "callback",
        r#"
static void call(void (*callback)(void *), void *context) {
    callback(context);
}

static void use(void *context) {
    data_t data = *(data_t *)context;
    SINK
}

static void make(void *context) {
    data_t data = 0;
    SOURCE
    *(data_t *)context = data;
}

int main(void) {
    data_t data = 0;
    call(make, &data);
    call(use, &data);
    return 0;
}"#,
    ),
    Variant {
        name: "chain_of_2",
        common: "void hop1(data_t data);",
        main: START,
        others: &[("hop1.c", "void hop1(data_t data) {\n    SINK\n}")],
    },
    Variant {
        name: "chain_of_3",
        common: "void hop1(data_t data);\nvoid hop2(data_t data);",
        main: START,
        others: &[("hop1.c", HOP1), ("hop2.c", "void hop2(data_t data) {\n    SINK\n}")],
    },
    Variant {
        name: "chain_of_4",
        common: "void hop1(data_t data);\nvoid hop2(data_t data);\nvoid hop3(data_t data);",
        main: START,
        others: &[
            ("hop1.c", HOP1),
            ("hop2.c", "void hop2(data_t data) {\n    hop3(data);\n}"),
            ("hop3.c", "void hop3(data_t data) {\n    SINK\n}"),
        ],
    },
    Variant {
        name: "chain_of_5",
        common: "void hop1(data_t data);\nvoid hop2(data_t data);\nvoid hop3(data_t data);\n\
                 void hop4(data_t data);",
        main: START,
        others: &[
            ("hop1.c", HOP1),
            ("hop2.c", "void hop2(data_t data) {\n    hop3(data);\n}"),
            ("hop3.c", "void hop3(data_t data) {\n    hop4(data);\n}"),
            ("hop4.c", "void hop4(data_t data) {\n    SINK\n}"),
        ],
    },
    Variant {
        name: "source_in_other_file",
        common: "data_t make(void);",
        main: "int main(void) {\n    data_t data = make();\n    SINK\n    return 0;\n}",
        others: &[(
            "make.c",
            "data_t make(void) {\n    data_t data = 0;\n    SOURCE\n    return data;\n}",
        )],
    },
];

const START: &str = r#"
int main(void) {
    data_t data = 0;
    SOURCE
    hop1(data);
    return 0;
}"#;

const HOP1: &str = "void hop1(data_t data) {\n    hop2(data);\n}";

/// A variant of one file.
const fn one(name: &'static str, main: &'static str) -> Variant {
    Variant { name, main, common: "", others: &[] }
}

impl Variant {
    /// The files of the program with this source and sink.
    pub fn files(&self, includes: &str, data: &str, source: &str, sink: &str) -> Files {
        let header = format!("{includes}\n\ntypedef {data};\n{}\n", self.common);
        let mut files = vec![("common.h", header)];
        for (name, template) in [("main.c", self.main)].iter().chain(self.others) {
            files
                .push((name, format!("#include \"common.h\"\n\n{}", fill(template, source, sink))));
        }
        files
    }
}

/// The template with its placeholders replaced.
fn fill(template: &str, source: &str, sink: &str) -> String {
    let mut text = String::new();
    for line in template.trim_start().lines() {
        let statements = match line.trim() {
            "SOURCE" => source,
            "SINK" => sink,
            _ => {
                text += line;
                text += "\n";
                continue;
            }
        };
        let indentation = &line[..line.len() - line.trim_start().len()];
        for statement in statements.trim_start().lines() {
            text += &format!("{indentation}{statement}\n");
        }
    }
    text
}

//! The flaws that generated programs have: a source makes `data`, a sink uses it.
//!
//! Each end comes flawed and repaired. A program is at fault only if both ends are
//! flawed, whatever lies between; whichever end is repaired, it is correct for every
//! input, for failing allocations too, and nothing is left to be freed. What is not
//! freed by the sink is not the source's to leave. The faulty line ends in `@`.

/// A flaw as C text. Statements only: they stand in functions of any kind.
#[derive(Clone, Copy, Debug)]
pub struct Flaw {
    pub name: &'static str,
    pub rule: &'static str,
    /// The type of `data`, as `typedef` declares `data_t`.
    pub data: &'static str,
    pub bad_source: &'static str,
    pub good_source: &'static str,
    pub bad_sink: &'static str,
    pub good_sink: &'static str,
}

/// A source that reads a number, or a zero if there is none.
const NUMBER: &str = r#"
if (scanf("%d", &data) != 1)
    data = 0;"#;

pub const FLAWS: &[Flaw] = &[
    Flaw {
        name: "stack_index",
        rule: "buffer-overflow",
        data: "int data_t",
        bad_source: "data = 10;",
        good_source: "data = 4;",
        bad_sink: r#"
int buffer[10] = {0};
buffer[data] = 1; @
printf("%d\n", buffer[0]);"#,
        good_sink: r#"
int buffer[10] = {0};
if (data >= 0 && data < 10)
    buffer[data] = 1;
printf("%d\n", buffer[0]);"#,
    },
    Flaw {
        name: "input_index",
        rule: "buffer-overflow",
        data: "int data_t",
        bad_source: NUMBER,
        good_source: "data = 7;",
        bad_sink: r#"
int buffer[10] = {0};
if (data < 10)
    buffer[data] = 1; @
printf("%d\n", buffer[0]);"#,
        good_sink: r#"
int buffer[10] = {0};
if (data >= 0 && data < 10)
    buffer[data] = 1;
printf("%d\n", buffer[0]);"#,
    },
    Flaw {
        name: "long_string",
        rule: "buffer-overflow",
        data: "const char *data_t",
        bad_source: r#"data = "a text that does not fit";"#,
        good_source: r#"data = "short";"#,
        bad_sink: r#"
char buffer[16];
strcpy(buffer, data); @
puts(buffer);"#,
        good_sink: r#"
char buffer[16];
strncpy(buffer, data, sizeof buffer - 1);
buffer[sizeof buffer - 1] = '\0';
puts(buffer);"#,
    },
    Flaw {
        name: "heap_block",
        rule: "buffer-overflow",
        data: "char *data_t",
        bad_source: r#"
data = malloc(8);
if (data == NULL)
    exit(1);"#,
        good_source: r#"
data = malloc(16);
if (data == NULL)
    exit(1);"#,
        bad_sink: r#"
memset(data, 'a', 16); @
printf("%c\n", data[0]);
free(data);"#,
        good_sink: r#"
memset(data, 'a', 8);
printf("%c\n", data[0]);
free(data);"#,
    },
    Flaw {
        name: "before_the_start",
        rule: "buffer-overflow",
        data: "char *data_t",
        bad_source: r#"
static char storage[16];
data = storage + 1;"#,
        good_source: r#"
static char storage[16];
data = storage + 8;"#,
        bad_sink: r#"
data[-4] = 'x'; @
printf("%c\n", data[-4]);"#,
        good_sink: r#"
data[4] = 'x';
printf("%c\n", data[4]);"#,
    },
    Flaw {
        name: "table_read",
        rule: "out-of-bounds-read",
        data: "unsigned data_t",
        bad_source: r#"
if (scanf("%u", &data) != 1)
    data = 0;"#,
        good_source: "data = 2;",
        bad_sink: r#"
static const int table[5] = {2, 3, 5, 7, 11};
if (data <= 5)
    printf("%d\n", table[data]); @"#,
        good_sink: r#"
static const int table[5] = {2, 3, 5, 7, 11};
if (data < 5)
    printf("%d\n", table[data]);"#,
    },
    Flaw {
        name: "no_terminator",
        rule: "out-of-bounds-read",
        data: "char *data_t",
        bad_source: r#"
data = malloc(4);
if (data == NULL)
    exit(1);
memcpy(data, "abcd", 4);"#,
        good_source: r#"
data = malloc(5);
if (data == NULL)
    exit(1);
memcpy(data, "abcd", 5);"#,
        bad_sink: r#"
printf("%d\n", (int)strlen(data)); @
free(data);"#,
        good_sink: r#"
printf("%.4s\n", data);
free(data);"#,
    },
    Flaw {
        name: "null_pointer",
        rule: "null-dereference",
        data: "int *data_t",
        bad_source: "data = NULL;",
        good_source: r#"
static int value = 5;
data = &value;"#,
        bad_sink: r#"printf("%d\n", *data); @"#,
        good_sink: r#"
if (data != NULL)
    printf("%d\n", *data);"#,
    },
    Flaw {
        name: "unchecked_block",
        rule: "unchecked-allocation",
        data: "int *data_t",
        bad_source: "data = malloc(sizeof *data);",
        good_source: r#"
data = malloc(sizeof *data);
if (data == NULL)
    exit(1);"#,
        bad_sink: r#"
*data = 3; @
printf("%d\n", *data);
free(data);"#,
        good_sink: r#"
if (data != NULL) {
    *data = 3;
    printf("%d\n", *data);
}
free(data);"#,
    },
    Flaw {
        name: "freed_block",
        rule: "use-after-free",
        data: "int *data_t",
        bad_source: r#"
data = malloc(sizeof *data);
if (data == NULL)
    exit(1);
*data = 4;
free(data);"#,
        good_source: r#"
data = malloc(sizeof *data);
if (data == NULL)
    exit(1);
*data = 4;"#,
        bad_sink: r#"
printf("%d\n", *data); @
free(data);"#,
        good_sink: r#"puts("gone");"#,
    },
    Flaw {
        name: "freed_twice",
        rule: "double-free",
        data: "char *data_t",
        bad_source: r#"
data = malloc(12);
if (data == NULL)
    exit(1);
data[0] = 'x';
free(data);"#,
        good_source: r#"
data = malloc(12);
if (data == NULL)
    exit(1);
data[0] = 'x';"#,
        bad_sink: "free(data); @",
        good_sink: r#"puts("gone");"#,
    },
    Flaw {
        name: "freed_static",
        rule: "bad-free",
        data: "char *data_t",
        bad_source: r#"
static char storage[4] = "abc";
data = storage;"#,
        good_source: r#"
data = malloc(4);
if (data == NULL)
    exit(1);"#,
        bad_sink: "free(data); @",
        good_sink: r#"puts("kept");"#,
    },
    Flaw {
        name: "ended_block",
        rule: "use-after-scope",
        data: "char *data_t",
        bad_source: r#"
{
    char local[8] = "abc";
    data = local;
}"#,
        good_source: r#"
static char storage[8] = "abc";
data = storage;"#,
        bad_sink: r#"printf("%c\n", data[0]); @"#,
        good_sink: r#"puts("gone");"#,
    },
    Flaw {
        name: "lost_block",
        rule: "memory-leak",
        data: "char *data_t",
        bad_source: r#"
data = malloc(16); @
if (data == NULL)
    exit(1);
data[0] = 'a';"#,
        good_source: r#"
static char storage[16];
data = storage;
data[0] = 'a';"#,
        bad_sink: r#"printf("%c\n", data[0]);"#,
        good_sink: r#"
printf("%c\n", data[0]);
free(data);"#,
    },
    Flaw {
        name: "lost_file",
        rule: "resource-leak",
        data: "FILE *data_t",
        bad_source: r#"
data = fopen("data.txt", "r"); @
if (data == NULL)
    exit(1);"#,
        good_source: "data = stdin;",
        bad_sink: r#"printf("%d\n", fgetc(data));"#,
        good_sink: r#"
printf("%d\n", fgetc(data));
fclose(data);"#,
    },
    Flaw {
        name: "closed_twice",
        rule: "double-close",
        data: "FILE *data_t",
        bad_source: r#"
data = fopen("data.txt", "r");
if (data == NULL)
    exit(1);
fclose(data);"#,
        good_source: r#"
data = fopen("data.txt", "r");
if (data == NULL)
    exit(1);"#,
        bad_sink: "fclose(data); @",
        good_sink: r#"puts("closed");"#,
    },
    Flaw {
        name: "fresh_block",
        rule: "uninitialised-read",
        data: "int *data_t",
        bad_source: r#"
data = malloc(sizeof *data);
if (data == NULL)
    exit(1);"#,
        good_source: r#"
data = malloc(sizeof *data);
if (data == NULL)
    exit(1);
*data = 5;"#,
        bad_sink: r#"
printf("%d\n", *data); @
free(data);"#,
        good_sink: r#"
*data = 6;
printf("%d\n", *data);
free(data);"#,
    },
    Flaw {
        name: "zero_divisor",
        rule: "division-by-zero",
        data: "int data_t",
        bad_source: NUMBER,
        good_source: "data = 7;",
        bad_sink: r#"printf("%d\n", 100 / data); @"#,
        good_sink: r#"
if (data != 0)
    printf("%d\n", 100 / data);"#,
    },
    Flaw {
        name: "large_sum",
        rule: "signed-overflow",
        data: "int data_t",
        bad_source: NUMBER,
        good_source: "data = 7;",
        bad_sink: r#"printf("%d\n", data + 1); @"#,
        good_sink: r#"
if (data < INT_MAX)
    printf("%d\n", data + 1);"#,
    },
    Flaw {
        name: "below_zero",
        rule: "unsigned-wrap",
        data: "unsigned data_t",
        bad_source: r#"
if (scanf("%u", &data) != 1)
    data = 1;"#,
        good_source: "data = 7;",
        bad_sink: r#"
unsigned before = data - 1; @
printf("%u\n", before);"#,
        good_sink: r#"
if (data > 0) {
    unsigned before = data - 1;
    printf("%u\n", before);
}"#,
    },
    Flaw {
        name: "far_shift",
        rule: "bad-shift",
        data: "unsigned data_t",
        bad_source: "data = 40;",
        good_source: "data = 4;",
        bad_sink: r#"printf("%u\n", 1u << data); @"#,
        good_sink: r#"
if (data < 32)
    printf("%u\n", 1u << data);"#,
    },
    Flaw {
        name: "broken_promise",
        rule: "assertion-failed",
        data: "int data_t",
        bad_source: "data = 0;",
        good_source: "data = 5;",
        bad_sink: r#"
assert(data > 0); @
printf("%d\n", data);"#,
        good_sink: r#"
if (data > 0)
    assert(data > 0);
printf("%d\n", data);"#,
    },
    Flaw {
        name: "input_as_format",
        rule: "format-string",
        data: "const char *data_t",
        bad_source: r#"
static char line[8];
if (fgets(line, sizeof line, stdin) == NULL)
    line[0] = '\0';
data = line;"#,
        good_source: r#"data = "plain";"#,
        bad_sink: "printf(data); @",
        good_sink: r#"printf("%s", data);"#,
    },
    Flaw {
        name: "negative_length",
        rule: "negative-size",
        data: "int data_t",
        bad_source: NUMBER,
        good_source: "data = 8;",
        bad_sink: r#"
char from[16] = "source", to[16] = "";
if (data <= 16)
    memcpy(to, from, data); @
printf("%c\n", to[0]);"#,
        good_sink: r#"
char from[16] = "source", to[16] = "";
if (data >= 0 && data <= 16)
    memcpy(to, from, data);
printf("%c\n", to[0]);"#,
    },
    Flaw {
        name: "any_size",
        rule: "uncontrolled-allocation",
        data: "size_t data_t",
        bad_source: r#"
if (scanf("%zu", &data) != 1)
    data = 1;"#,
        good_source: "data = 64;",
        bad_sink: r#"
char *block = malloc(data); @
puts(block != NULL ? "yes" : "no");
free(block);"#,
        good_sink: r#"
if (data <= 1024) {
    char *block = malloc(data);
    puts(block != NULL ? "yes" : "no");
    free(block);
}"#,
    },
    Flaw {
        name: "int_to_short",
        rule: "lossy-conversion",
        data: "int data_t",
        bad_source: NUMBER,
        good_source: "data = 7;",
        bad_sink: r#"
short small = data; @
printf("%d\n", small);"#,
        good_sink: r#"
if (data >= SHRT_MIN && data <= SHRT_MAX) {
    short small = data;
    printf("%d\n", small);
}"#,
    },
    Flaw {
        name: "large_double",
        rule: "float-conversion",
        data: "double data_t",
        bad_source: "data = 1e20;",
        good_source: "data = 12.5;",
        bad_sink: r#"printf("%d\n", (int)data); @"#,
        good_sink: r#"
if (data > -1e9 && data < 1e9)
    printf("%d\n", (int)data);"#,
    },
    Flaw {
        name: "literal",
        rule: "write-to-constant",
        data: "char *data_t",
        bad_source: r#"data = "literal";"#,
        good_source: r#"
static char storage[8] = "storage";
data = storage;"#,
        bad_sink: r#"
data[0] = 'x'; @
puts(data);"#,
        good_sink: "puts(data);",
    },
];

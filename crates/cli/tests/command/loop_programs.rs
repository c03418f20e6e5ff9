//! Programs with loops, generated from a seed, whose truth a native run over all inputs decides.
//!
//! Each looks at two numbers somewhere, by `SEE`. Natively that notes them; for Margay it compares them
//! with two constants and calls `hit`. No program does anything undefined: what may go beyond its
//! type is unsigned, or narrower than `int`.

use std::fmt::Write;

pub struct LoopProgram {
    /// Globals and functions, with names of their own; it begins with `run_SEED`.
    code: String,
    seed: u64,
    reads: bool,
}

impl LoopProgram {
    pub fn new(seed: u64) -> Self {
        let mut writer = Writer::new(seed);
        writer.program();
        LoopProgram { code: writer.code, seed, reads: writer.reads }
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The program for Margay, which calls `hit` where both numbers are as given.
    pub fn with_target(&self, (first, second): (u32, u32)) -> String {
        let fill = if self.reads { "" } else { SYMBOLIC };
        format!(
            "{HEAD}#define FUEL\n#define SEE(a, b) if ((unsigned)(a) == {first}u && (unsigned)(b) == {second}u) hit()\n\
             {}int main(void) {{\n{fill}    run_{}();\n    return 0;\n}}\n",
            self.code, self.seed
        )
    }
}

const HEAD: &str = "#include <stdio.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
static unsigned char in[4];
static int taken;
static void hit(void) { puts(\"hit\"); }
static int next(void) {
    int c;
    if (taken >= 4) return -1;
    taken++;
    c = getchar();
    if (c < '0' || c > '3') return -1;
    return c - '0';
}
";

const SYMBOLIC: &str = "    klee_make_symbolic(in, 4, \"in\");
    klee_assume((in[0] < 12) & (in[1] < 5) & (in[2] < 5) & (in[3] < 5));
";

/// One file that runs all programs with all inputs. It prints a line for each: its seed, whether a run
/// was given up since it took too long, and the pairs that were seen.
pub fn all_natively(programs: &[LoopProgram]) -> String {
    let mut text = NATIVE_HEAD.to_owned();
    for program in programs {
        text += &program.code;
    }
    text += NATIVE_TAIL;
    for program in programs {
        let _ = writeln!(text, "    all({}ul, run_{});", program.seed, program.seed);
    }
    text + "    return 0;\n}\n"
}

const NATIVE_HEAD: &str = "#include <setjmp.h>
#include <stdio.h>
#define FUEL if (!fuel--) longjmp(tired, 1);
#define SEE(a, b) see((unsigned)(a), (unsigned)(b))
static unsigned char in[4];
static int taken, fuel, gave_up;
static jmp_buf tired;
static unsigned seen[256][2], known;
static void see(unsigned a, unsigned b) {
    for (unsigned i = 0; i < known; i++) if (seen[i][0] == a && seen[i][1] == b) return;
    if (known == 256) { gave_up = 1; return; }
    seen[known][0] = a;
    seen[known++][1] = b;
}
static int next(void) {
    if (taken >= 4) return -1;
    int c = in[taken++];
    return c > 3 ? -1 : c;
}
";

const NATIVE_TAIL: &str = "static void all(unsigned long seed, int (*run)(void)) {
    unsigned char given[4];
    known = gave_up = 0;
    for (int k = 0; k < 1500; k++) {
        given[0] = k % 12; given[1] = k / 12 % 5; given[2] = k / 60 % 5; given[3] = k / 300;
        for (int i = 0; i < 4; i++) in[i] = given[i];
        taken = 0;
        fuel = 4000;
        if (setjmp(tired)) gave_up = 1;
        else run();
    }
    printf(\"%lu %d\", seed, gave_up);
    for (unsigned i = 0; i < known; i++) printf(\" %u,%u\", seen[i][0], seen[i][1]);
    printf(\"\\n\");
}
int main(void) {
";

#[derive(Clone)]
struct Variable {
    name: String,
    /// It may be given any number and go beyond its type.
    wraps: bool,
    /// It is no narrower than `int`.
    wide: bool,
}

struct Writer {
    code: String,
    seed: u64,
    /// Of the generator of numbers.
    state: u64,
    /// Input comes from standard input.
    reads: bool,
    variables: Vec<Variable>,
    /// Counters that loops have; no two share one.
    counters: usize,
    indent: usize,
    statements: usize,
    in_helper: bool,
    has_helper: bool,
    has_global: bool,
    /// Its variables are mostly series, and inner loops count.
    plain: bool,
}

/// A type, and what a variable of it is.
const TYPES: [(&str, bool, bool); 8] = [
    ("unsigned char", true, false),
    ("unsigned short", true, false),
    ("unsigned", true, true),
    ("signed char", true, false),
    ("short", true, false),
    ("int", false, true),
    ("long", false, true),
    ("unsigned long", true, true),
];

impl Writer {
    fn new(seed: u64) -> Self {
        let state = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Writer {
            code: String::new(),
            seed,
            state,
            reads: false,
            variables: Vec::new(),
            counters: 0,
            indent: 1,
            statements: 0,
            in_helper: false,
            has_helper: false,
            has_global: false,
            plain: false,
        }
    }

    fn below(&mut self, most: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) % most
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        let all = u64::try_from(choices.len()).expect("few");
        choices[usize::try_from(self.below(all)).expect("small")]
    }

    fn line(&mut self, text: &str) {
        let indent = "    ".repeat(self.indent);
        let _ = writeln!(self.code, "{indent}{text}");
    }

    fn program(&mut self) {
        let seed = self.seed;
        // Most loops only compute: of these most is known.
        self.reads = self.chance(15);
        self.has_helper = self.chance(15);
        self.has_global = self.chance(20);
        self.plain = self.chance(60);
        let _ = writeln!(self.code, "static unsigned g_{seed};");
        if self.has_helper {
            self.helper();
        }
        let _ = writeln!(self.code, "static int run_{seed}(void) {{");
        let input = if self.reads { "next()" } else { "in[3]" };
        self.line(&format!("g_{seed} = 0;"));
        self.variables.clear();
        for k in 0..4 {
            let (name, wraps, wide) = TYPES[usize::try_from(self.below(8)).expect("small")];
            let first = match self.below(5) {
                0 => input.to_owned(),
                1 => "1".to_owned(),
                _ => self.below(4).to_string(),
            };
            self.line(&format!("{name} v{k} = {first};"));
            self.variables.push(Variable { name: format!("v{k}"), wraps, wide });
        }
        for k in 0..6 {
            let ty = self.of(&["int", "unsigned", "unsigned char", "short", "long", "signed char"]);
            self.line(&format!("{ty} i{k};"));
        }
        self.line("unsigned t = 0; unsigned char *p = in; int c = 0, goes = 0;");
        if self.has_global {
            self.variables.push(Variable { name: format!("g_{seed}"), wraps: true, wide: true });
        }
        if self.chance(15) {
            // Its address is taken: it lies in memory.
            let at = usize::try_from(self.below(2)).expect("small");
            self.line(&format!("__typeof__(v{at}) *q = &v{at};"));
            self.variables.push(Variable { name: "(*q)".to_owned(), ..self.variables[at].clone() });
        }
        let loops = 1 + self.below(3);
        for _ in 0..loops {
            if self.chance(40) {
                self.statement(0, false);
            }
            self.a_loop(0);
        }
        self.see();
        self.line("goto out;");
        self.line("out: return 0;");
        self.code += "}\n";
    }

    /// A function with a loop.
    fn helper(&mut self) {
        let seed = self.seed;
        let _ = writeln!(self.code, "static unsigned help_{seed}(unsigned v0, int v1) {{");
        self.in_helper = true;
        self.variables = vec![
            Variable { name: "v0".to_owned(), wraps: true, wide: true },
            Variable { name: "v1".to_owned(), wraps: false, wide: true },
        ];
        if self.chance(50) {
            self.variables.push(Variable { name: format!("g_{seed}"), wraps: true, wide: true });
        }
        self.line("unsigned t = 0; unsigned char *p = in; int c = 0; int i0; unsigned i1;");
        self.statements = 10;
        self.a_loop(2);
        self.line("goto out;");
        self.line("out: return v0;");
        self.code += "}\n";
        (self.in_helper, self.statements, self.counters) = (false, 0, 0);
    }

    fn variable(&mut self) -> Variable {
        let all = u64::try_from(self.variables.len()).expect("few");
        let at = usize::try_from(self.below(all)).expect("small");
        self.variables[at].clone()
    }

    fn input(&mut self) -> String {
        if self.reads { "next()".to_owned() } else { format!("in[{}]", self.below(4)) }
    }

    /// A number that the input has a say in, or not.
    fn bound(&mut self, depth: u32) -> String {
        let input = self.input();
        let kind = if self.plain && depth > 0 { 5 + self.below(4) } else { self.below(9) };
        match kind {
            0 => input,
            1 | 2 if !self.reads => "in[0]".to_owned(),
            1..4 => format!("{input} + {}", 1 + self.below(3)),
            4 => format!("{input} * {}", 2 + self.below(3)),
            5 | 6 => self.variable().name,
            _ => (1 + self.below(5)).to_string(),
        }
    }

    fn comparison(&mut self) -> String {
        let compare = self.of(&["<", ">", "<=", ">=", "==", "!="]);
        let variable = self.variable().name;
        let number = self.below(8);
        match self.below(7) {
            0 | 1 => format!("{variable} {compare} {number}"),
            2 => format!("{variable} {compare} {}", self.input()),
            3 => format!("({variable} & {}) != 0", 1 + self.below(3)),
            4 => format!("{variable} {compare} {}", self.variable().name),
            _ => format!("{} {compare} {}", self.input(), self.below(4)),
        }
    }

    fn condition(&mut self) -> String {
        let first = self.comparison();
        match self.below(6) {
            0 => format!("{first} && {}", self.comparison()),
            1 => format!("{first} || {}", self.comparison()),
            2 => format!("!({first})"),
            _ => first,
        }
    }

    fn update(&mut self) {
        let Variable { name, wraps, wide } = self.variable();
        let step = 1 + self.below(4);
        let number = self.below(6);
        let input = self.input();
        let other = self.variable().name;
        let text = match self.below(if self.plain { 10 } else { 16 }) {
            0..3 => format!("{name} += {step};"),
            3 => format!("{name} -= {step};"),
            4 => format!("{name}++;"),
            5 => format!("{name}--;"),
            6 if wraps => format!("{name} *= {};", 2 + self.below(2)),
            7 if wraps => format!("{name} = (unsigned){name} << 1;"),
            8 => format!("{name} = {number};"),
            9 => format!("{name} = {input};"),
            10 => format!("{name} += {input};"),
            11 if wraps && wide => format!("t = {name}; {name} = t + {step};"),
            12 if wraps => format!("{name} = {name} + {other};"),
            13 => format!("{name} += {step}; {name} -= {number};"),
            14 => format!("{name} = {} ? {name} + {step} : {number};", self.comparison()),
            15 if self.has_helper && !self.in_helper && wraps => {
                format!("{name} = help_{}({other} & 7, {input});", self.seed)
            }
            15 if self.has_global => format!("g_{} += {step};", self.seed),
            _ => format!("{name} += {step};"),
        };
        self.line(&text);
    }

    fn block(&mut self, depth: u32, in_loop: bool) {
        self.indent += 1;
        for _ in 0..=self.below(2) {
            self.statement(depth, in_loop);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, depth: u32, in_loop: bool) {
        self.statements += 1;
        if self.statements > 16 {
            return self.update();
        }
        match self.below(20) {
            0..4 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.block(depth, in_loop);
                if self.chance(40) {
                    self.line("} else {");
                    self.block(depth, in_loop);
                }
                self.line("}");
            }
            4 if in_loop => {
                let (condition, leave) =
                    (self.condition(), self.of(&["break", "continue", "break"]));
                self.line(&format!("if ({condition}) {leave};"));
            }
            5 if in_loop => {
                let (condition, leave) = (self.condition(), self.of(&["return 0", "goto out"]));
                self.line(&format!("if ({condition}) {leave};"));
            }
            6 => {
                let input = self.input();
                let what =
                    if self.chance(70) { input } else { format!("(int){}", self.variable().name) };
                self.line(&format!("switch ({what}) {{"));
                for case in 0..=self.below(3) {
                    self.line(&format!("case {case}:"));
                    self.block(depth, false);
                    if self.chance(75) {
                        self.line("    break;");
                    }
                }
                if self.chance(60) {
                    self.line("default:");
                    self.block(depth, false);
                }
                self.line("}");
            }
            7..10 if depth < 3 => self.a_loop(depth),
            10 if in_loop && !self.in_helper && self.chance(25) => self.see(),
            _ => self.update(),
        }
    }

    fn a_loop(&mut self, depth: u32) {
        let counters = if self.in_helper { 2 } else { 6 };
        if self.counters >= counters {
            return self.update();
        }
        let i = format!("i{}", self.counters);
        self.counters += 1;
        let (bound, step, first) = (self.bound(depth), 1 + self.below(3), self.below(3));
        // Each entry sets the counter, and nothing else does but the loop: that is how loops count.
        let set = format!("{i} = {first}");
        // What stands before the loop, what its iterations begin with, and its end.
        let (mut before, mut round, mut end) = (format!("{set};"), String::new(), "}".to_owned());
        let head = match self.below(14) {
            0..3 => {
                before.clear();
                format!("for ({set}; {i} < {bound}; {i} += {step}) {{")
            }
            3 => {
                before.clear();
                let other = self.condition();
                format!("for ({set}; {i} < {bound} && ({other}); {i}++) {{")
            }
            4 => {
                before.clear();
                format!("for ({i} = 0; {i} != {bound}; {i}++) {{")
            }
            5 => {
                before.clear();
                format!("for ({i} = {bound}; {i} > 0; {i} -= {step}) {{")
            }
            6 => {
                before = format!("{i} = {bound};");
                format!("while ({i}-- > 0) {{")
            }
            7 => {
                let other = self.of(&["", "", " || v0 == 3", " && v1 != 2"]);
                end = format!("}} while (++{i} < {bound}{other});");
                "do {".to_owned()
            }
            8 => format!("while ({i}++, {i} < {bound}) {{"),
            9 => {
                round = format!("if ({i}++ >= {bound}) break;");
                "while (1) {".to_owned()
            }
            10 if !self.reads => {
                let variable = self.variable().name;
                round = self.pointed(&variable);
                format!("for (p = in; p != in + {}; p++) {{", 1 + self.below(4))
            }
            11 => {
                round = format!("{i} += {step};");
                format!("while ({i} < {bound}) {{")
            }
            12 => {
                format!("for (c = {bound}; {i} < c; {i}++) {{")
            }
            _ => {
                let (most, condition) = (3 + self.below(9), self.condition());
                format!("while ({i}++ < {most} && ({condition})) {{")
            }
        };
        for text in [&before, &head] {
            if !text.is_empty() {
                self.line(text);
            }
        }
        self.line(&format!("    FUEL {round}"));
        if depth < 2 && !self.in_helper && self.chance(45) {
            self.indent += 1;
            self.inner_count();
            self.indent -= 1;
        }
        self.block(depth + 1, true);
        self.line(&end);
    }

    /// A loop that counts, for the loop around it: it compares before it steps or after, and what it compares
    /// may stand before the loop, or a step back.
    fn inner_count(&mut self) {
        if self.counters >= 6 {
            return self.update();
        }
        let i = format!("i{}", self.counters);
        self.counters += 1;
        let (first, step, variable) = (self.below(3), 1 + self.below(2), self.variable().name);
        let bound = match self.below(5) {
            0 if !self.reads => format!("in[{}]", self.below(4)),
            1 => self.variables[0].name.clone(),
            _ => (1 + self.below(5)).to_string(),
        };
        // No input ends what a variable keeps going.
        let goes_on = format!("{i} < {bound} && {i} < 9");
        let count = format!("FUEL {variable} += {};", 1 + self.below(2));
        let text = match self.below(7) {
            0 => format!("for ({i} = {first}; {goes_on}; {i} += {step}) {{ {count} }}"),
            1 => format!("{i} = {first}; while ({i} += {step}, {goes_on}) {{ {count} }}"),
            2 => format!("{i} = {first}; do {{ {count} {i} += {step}; }} while ({goes_on});"),
            3 => format!(
                "{i} = {first}; goes = {goes_on}; while (goes) {{ {count} goes = {goes_on}; {i}++; }}"
            ),
            4 => format!(
                "{i} = {first}; goes = {goes_on}; while (goes) {{ {count} {i}++; goes = {goes_on}; }}"
            ),
            5 => format!(
                "{i} = {first}; goes = {i} < {bound}; \
                 while ({i} < 4) {{ if (!goes) break; {count} {i} += {step}; }}"
            ),
            _ => format!(
                "{i} = {first}; for (;;) {{ {i} += {step}; if (!({goes_on})) break; {count} }}"
            ),
        };
        self.line(&text);
    }

    fn pointed(&mut self, variable: &str) -> String {
        match self.below(3) {
            0 => format!("if (*p == {}) {variable}++;", self.below(4)),
            1 => format!("{variable} += *p;"),
            _ => format!(
                "if (*p > {}) {variable} = {}; else {variable} += 2;",
                self.below(4),
                self.below(4)
            ),
        }
    }

    fn see(&mut self) {
        if self.in_helper {
            return;
        }
        let (a, b) = (self.variable().name, self.variable().name);
        let second = match self.below(3) {
            0 => "0".to_owned(),
            1 => b,
            _ => format!("{b} + {}u * {}", 1 + self.below(3), self.variable().name),
        };
        self.line(&format!("SEE({a}, {second});"));
    }
}

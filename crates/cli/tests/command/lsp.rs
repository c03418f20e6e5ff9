//! The language server, driven as an editor would.

use super::{command, project};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Editor {
    server: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    next: i64,
    uri: String,
    version: i64,
}

impl Editor {
    /// Starts the server and says hello, as an editor that shows progress and documents.
    fn new(dir: &Path) -> Editor {
        let window = json!({ "workDoneProgress": true, "showDocument": { "support": true } });
        let (editor, answer) = Editor::with(dir, json!({ "window": window }));
        let commands = &answer["capabilities"]["executeCommandProvider"]["commands"];
        assert_eq!(*commands, json!(["margay.explain", "margay.showPath", "margay.writeTest"]));
        editor
    }

    /// The same with what the editor can do, and with the server's answer.
    fn with(dir: &Path, capabilities: Value) -> (Editor, Value) {
        Editor::with_settings(dir, capabilities, Value::Null)
    }

    /// The same with settings.
    pub fn with_settings(dir: &Path, capabilities: Value, settings: Value) -> (Editor, Value) {
        let mut command = command(dir, &["lsp"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = command.spawn().expect("margay runs");
        let input = server.stdin.take().expect("its input");
        let output = BufReader::new(server.stdout.take().expect("its output"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut output = output;
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let uri = format!("file://{}", dir.join("a.c").display());
        let mut editor = Editor { server, input, messages, next: 0, uri, version: 0 };
        let mut params = json!({ "processId": null, "capabilities": capabilities });
        params["initializationOptions"] = settings;
        let answer = editor.ask("initialize", params);
        let sync = &answer["capabilities"]["textDocumentSync"];
        assert_eq!(sync["change"], 2, "{answer}");
        editor.tell("initialized", json!({}));
        (editor, answer)
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it listens");
        self.input.flush().expect("it listens");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn receive(&mut self) -> Value {
        let message = self.messages.recv_timeout(PATIENCE).expect("the server says something");
        // What it asks is answered with nothing.
        if message.get("method").is_some() && message.get("id").is_some() {
            let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": null });
            self.send(&answer);
        }
        message
    }

    /// The answer to a request, an error included.
    fn answer(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    pub fn open(&mut self, text: &str) {
        self.version += 1;
        let (uri, version) = (self.uri.clone(), self.version);
        let document = json!({ "uri": uri, "languageId": "c", "version": version, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces all of the text.
    fn write(&mut self, text: &str) {
        self.change(json!({ "text": text }));
    }

    fn change(&mut self, change: Value) {
        self.version += 1;
        let document = json!({ "uri": self.uri, "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        self.tell("textDocument/didChange", params);
    }

    /// The diagnostics of the text as it is now.
    pub fn diagnostics(&mut self) -> Vec<Value> {
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" {
                let params = &message["params"];
                let version = params["version"].as_i64();
                assert!(version <= Some(self.version), "{message}");
                if params["uri"] == self.uri.as_str() && version == Some(self.version) {
                    return params["diagnostics"].as_array().expect("a list").clone();
                }
            }
        }
    }

    /// What comes from the server with this method next.
    pub fn next(&mut self, method: &str) -> Value {
        loop {
            let message = self.receive();
            if message["method"] == method {
                return message["params"].clone();
            }
        }
    }

    /// What is offered for a diagnostic, by its title.
    fn offered(&mut self, found: &Value, title: &str) -> Option<Value> {
        let context = json!({ "diagnostics": [found] });
        let (document, range) = (self.document(), &found["range"]);
        let wanted = json!({ "textDocument": document, "range": range, "context": context });
        let actions = self.ask("textDocument/codeAction", wanted);
        let mut all = actions.as_array().expect("a list").iter();
        all.find(|action| action["title"] == title).cloned()
    }

    fn document(&self) -> Value {
        json!({ "uri": self.uri })
    }

    /// Says goodbye; the server ends well.
    pub fn leave(mut self) {
        self.ask("shutdown", Value::Null);
        let after = self.answer("textDocument/hover", json!({}));
        assert_eq!(after["error"]["code"], -32600, "{after}");
        self.tell("exit", Value::Null);
        assert_eq!(self.server.wait().expect("it ends").code(), Some(0));
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(text) => length = text.parse().ok()?,
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

const BAD: &str = "\
#include \"limits.h\"
static int at(const int *list, int index) {
    /* ä */ return list[index];
}
int main(int argc, char **argv) {
    int list[LENGTH] = {1, 2};
    (void)argv;
    return at(list, argc);
}
";

fn files() -> tempfile::TempDir {
    project(&[("a.c", "int main(void) { return 0; }\n"), ("limits.h", "#define LENGTH 3\n")])
}

/// Text that is not saved is analysed, with the headers beside it; what is found is told with its
/// path, and goes when the text is mended.
#[test]
fn findings_while_writing() {
    let dir = files();
    let mut editor = Editor::new(dir.path());
    editor.open(BAD);
    let found = editor.diagnostics();
    let [found] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((&found["code"], &found["severity"]), (&json!("out-of-bounds-read"), &json!(1)));
    // Columns are counted in units of UTF-16, as no other way was offered.
    assert_eq!(found["range"]["start"], json!({ "line": 2, "character": 19 }), "{found}");
    assert!(found["message"].as_str().expect("words").contains("argc = 3"), "{found}");
    let related = found["relatedInformation"].as_array().expect("a list");
    assert!(related.iter().any(|step| step["location"]["range"]["start"]["line"] == 7), "{found}");

    let place = json!({ "line": 2, "character": 20 });
    let document = editor.document();
    let hover = json!({ "textDocument": document, "position": place });
    let hover = editor.ask("textDocument/hover", hover);
    assert!(hover["contents"]["value"].as_str().expect("words").contains("argc = 3"), "{hover}");
    let lenses = editor.ask("textDocument/codeLens", json!({ "textDocument": document }));
    let title = lenses[0]["command"]["title"].as_str().expect("words");
    assert_eq!(title, "Margay: 1 path, 1 bug", "{lenses}");

    let explain = editor.offered(found, "Explain out-of-bounds-read").expect("an explanation");
    let told = editor.ask("workspace/executeCommand", explain["command"].clone());
    assert!(told.as_str().expect("words").starts_with("# out-of-bounds-read"), "{told}");
    let ignore = editor.offered(found, "Ignore out-of-bounds-read here").expect("a comment");
    let edit = &ignore["edit"]["changes"][editor.uri.as_str()][0];
    assert_eq!(edit["newText"], "    // margay-ignore: out-of-bounds-read\n");
    editor.change(json!({ "range": edit["range"], "text": edit["newText"] }));
    assert_eq!(editor.diagnostics(), [] as [Value; 0]);

    // The comment goes, and the text is mended instead.
    editor.write(&BAD.replace("argc)", "argc & 1)"));
    assert_eq!(editor.diagnostics(), [] as [Value; 0]);
    editor.write(BAD);
    assert_eq!(editor.diagnostics().len(), 1);
    // What does not compile keeps what was known; nothing is told until it does.
    editor.write("int main(void) {");
    editor.write(BAD);
    assert_eq!(editor.diagnostics().len(), 1);
    // What is closed has no findings.
    editor.tell("textDocument/didClose", json!({ "textDocument": document }));
    loop {
        let message = editor.receive();
        if message["method"] == "textDocument/publishDiagnostics" {
            assert_eq!(message["params"]["diagnostics"], json!([]));
            break;
        }
    }
    editor.leave();
}

/// Asks what is offered for a diagnostic until there is an edit of a title, and makes it.
fn mend(editor: &mut Editor, found: &Value, title: &str) {
    let begun = std::time::Instant::now();
    loop {
        assert!(begun.elapsed() < PATIENCE, "`{title}` is not offered");
        let Some(action) = editor.offered(found, title) else {
            std::thread::sleep(Duration::from_millis(50));
            continue;
        };
        let edit = &action["edit"]["changes"][editor.uri.as_str()][0];
        editor.change(json!({ "range": edit["range"], "text": edit["newText"] }));
        return;
    }
}

/// An edit is offered if the text with it was analysed and is mended.
#[test]
fn fixes() {
    let dir = files();
    let mut editor = Editor::new(dir.path());
    let mut check = |text: &str, title: Option<&str>| {
        match editor.version {
            0 => editor.open(text),
            _ => editor.write(text),
        }
        let found = editor.diagnostics();
        let [found] = found.as_slice() else { panic!("{text}\n{found:?}") };
        match title {
            Some(title) => {
                mend(&mut editor, found, title);
                assert_eq!(editor.diagnostics(), [] as [Value; 0], "{text}");
            }
            None => {
                let ignore = format!("Ignore {} here", found["code"].as_str().expect("a rule"));
                mend(&mut editor, found, &ignore);
            }
        }
    };
    let sum = "int main(void) {
    int list[8] = {0}, total = 0;
    for (int i = 0; i <= 8; i++)
        total += list[i];
    return total;
}
";
    check(sum, Some("Compare with `<`"));
    let copy = "#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char to[4] = \"\";
    if (argc > 1)
        strcpy(to, argv[1]);
    return to[0];
}
";
    check(copy, Some("Bound `strcpy` by the size of `to`"));
    let unset = "int main(int argc, char **argv) {
    int value;
    (void)argv;
    if (argc > 1)
        value = 7;
    if (value > 3)
        return 1;
    return 0;
}
";
    check(unset, Some("Initialise `value`"));
    let failed = "#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    p[0] = 1;
    free(p);
    return 0;
}
";
    check(failed, Some("Leave if `p` is null"));
    let null = "#include <string.h>
int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    char *p = strchr(argv[1], '=');
    *p = 0;
    return argv[1][0];
}
";
    check(null, Some("Leave if `p` is null"));
    let turned_away = "static int get(int index) {
    static const int table[3] = {1, 2, 3};
    if (index < 0 || index > 3)
        return -1;
    return table[index];
}
int main(int argc, char **argv) {
    (void)argv;
    return get(argc);
}
";
    check(turned_away, Some("Compare with `>=`"));
    // The copy would be cut to the size of a pointer.
    let pointer = copy.replace("char to[4] = \"\";", "char room[4] = \"\", *to = room;");
    check(&pointer, None);
    // Without the equality it still goes too far.
    check(&sum.replace("<= 8", "<= 9"), None);
    editor.leave();
}

/// A program that takes long: the input keeps its loops going.
const LONG: &str = "\
#include <stdio.h>
int main(void) {
    unsigned a = 1, c;
    while ((c = getchar()) != 0)
        for (unsigned i = 0; i < c; i++)
            a = a % 2 ? a * 3 + i : a / 2 + c;
    return 100 / (a - 77777);
}
";

/// An edit does not wait for stale work.
#[test]
fn stale_work_is_ended() {
    let dir = files();
    let mut editor = Editor::new(dir.path());
    editor.open(LONG);
    // It is under way.
    while editor.receive()["params"]["value"]["kind"] != "begin" {}
    let begun = std::time::Instant::now();
    editor.write(BAD);
    assert_eq!(editor.diagnostics().len(), 1);
    // It would take 20 seconds at least.
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    editor.leave();
}

/// A waiting user is told how far it is, not too often, and never less than before.
#[test]
fn progress() {
    let dir = files();
    let mut editor = Editor::new(dir.path());
    editor.tell("workspace/didChangeConfiguration", json!({ "settings": { "timeout": 2 } }));
    editor.open(LONG);
    let (mut said, mut token) = (Vec::new(), Value::Null);
    let mut begun = std::time::Instant::now();
    loop {
        let params = editor.next("$/progress");
        let value = &params["value"];
        match value["kind"].as_str().expect("a kind") {
            "begin" => {
                assert_eq!(value["percentage"], 0, "{params}");
                (begun, token) = (std::time::Instant::now(), params["token"].clone());
            }
            "report" => {
                assert_eq!(params["token"], token);
                let message = value["message"].as_str().expect("words");
                let number = message.split_once(" path").expect("paths").0.replace(',', "");
                let paths = number.parse::<u64>().expect("a number");
                assert!(message.ends_with(" waiting"), "{message}");
                said.push((value["percentage"].as_u64().expect("a number"), paths));
            }
            _ => break,
        }
    }
    assert!(said.len() >= 2, "{said:?}");
    // Five in a second, and the last moments of compiling and of cleaning up.
    let most = begun.elapsed().as_millis() / 200 + 1;
    assert!(u128::try_from(said.len()).is_ok_and(|count| count <= most), "{said:?} of {most}");
    assert!(said.is_sorted_by(|a, b| a.0 <= b.0 && a.1 <= b.1), "{said:?}");
    assert!(said.last().is_some_and(|(percent, _)| (50..100).contains(percent)), "{said:?}");
    editor.leave();
}

/// The work can be ended where its progress is shown.
#[test]
fn work_is_cancelled() {
    let dir = files();
    let mut editor = Editor::new(dir.path());
    editor.open(LONG);
    let token = loop {
        let params = editor.next("$/progress");
        if params["value"]["kind"] == "report" {
            break params["token"].clone();
        }
    };
    let begun = std::time::Instant::now();
    editor.tell("window/workDoneProgress/cancel", json!({ "token": token }));
    while editor.next("$/progress")["value"]["kind"] != "end" {}
    // It would take 20 seconds.
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    editor.leave();
}

/// All files below a directory.
fn listed(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    names
}

/// The path to a finding is answered, and shown in an editor that shows documents.
#[test]
fn the_path_is_shown() {
    let dir = files();
    let mut editor = Editor::new(dir.path());
    editor.open(BAD);
    let found = editor.diagnostics();
    let title = "Show the path to this out-of-bounds-read";
    let show = editor.offered(&found[0], title).expect("a path")["command"].clone();
    let path = editor.ask("workspace/executeCommand", show.clone());
    let path = path.as_str().expect("words");
    let file = dir.path().join("a.c");
    for expected in [
        "# out-of-bounds-read: read of 4 bytes past the end of `list` (int[3])\n",
        "argc = 3",
        &format!("{}:3: ", file.display()),
        "`/* ä */ return list[index];`",
        &format!("{}:8: called from here", file.display()),
    ] {
        assert!(path.contains(expected), "{expected} is not in:\n{path}");
    }
    let shown = editor.next("window/showDocument")["uri"].as_str().expect("a URI").to_owned();
    let shown = std::fs::read_to_string(shown.strip_prefix("file://").expect("a file"));
    assert_eq!(shown.expect("the document"), path);
    // The line above the function leads there, too.
    let document = editor.document();
    let lenses = editor.ask("textDocument/codeLens", json!({ "textDocument": document }));
    assert_eq!(lenses[0]["command"]["command"], "margay.showPath", "{lenses}");
    assert_eq!(lenses[1]["command"]["title"], "Margay: 1 path, no bugs found", "{lenses}");
    let again = editor.ask("workspace/executeCommand", lenses[0]["command"].clone());
    assert_eq!(again.as_str(), Some(path));

    // Nothing was written beside the text.
    assert_eq!(listed(dir.path()), [".cache", "a.c", "limits.h"]);
    // What has gone has no path, and what makes no sense neither.
    editor.write("int main(void) { return 0; }\n");
    assert_eq!(editor.diagnostics(), [] as [Value; 0]);
    let gone = editor.answer("workspace/executeCommand", show);
    assert_eq!(gone["error"]["message"], "the finding is not there any more", "{gone}");
    for arguments in [json!([]), json!([7]), json!([{ "uri": "x" }])] {
        let wrong = json!({ "command": "margay.showPath", "arguments": arguments });
        let answer = editor.answer("workspace/executeCommand", wrong);
        assert_eq!(answer["error"]["code"], -32803, "{answer}");
    }
    editor.leave();
}

/// An editor that knows the commands has them for itself, and gets no documents.
#[test]
fn editors_with_commands_of_their_own() {
    let dir = files();
    let window = json!({ "showDocument": { "support": true } });
    let own = json!({ "margay": { "commands": ["margay.showPath", "margay.explain"] } });
    let can = json!({ "window": window, "experimental": own });
    let (mut editor, answer) = Editor::with(dir.path(), can);
    let commands = &answer["capabilities"]["executeCommandProvider"]["commands"];
    assert_eq!(*commands, json!(["margay.writeTest"]));
    editor.open(BAD);
    let found = editor.diagnostics();
    let title = "Show the path to this out-of-bounds-read";
    let show = editor.offered(&found[0], title).expect("a path");
    assert!(editor.ask("workspace/executeCommand", show["command"].clone()).is_string());
    editor.leave();
    assert!(!dir.path().join(".cache/pages").exists());
}

/// A finding becomes a test that fails without the server.
#[test]
fn tests_are_written() {
    let dir = files();
    let mut editor = Editor::new(dir.path());
    editor.open(BAD);
    let found = editor.diagnostics();
    let title = "Write this out-of-bounds-read as a test";
    let write = editor.offered(&found[0], title).expect("a test")["command"].clone();
    let refused = editor.answer("workspace/executeCommand", write.clone());
    let why = "a.c is not saved; save it first, a test is of saved files";
    assert_eq!(refused["error"]["message"], why, "{refused}");

    std::fs::write(dir.path().join("a.c"), BAD).expect("it is saved");
    let document = editor.document();
    editor.tell("textDocument/didSave", json!({ "textDocument": document }));
    let test = editor.ask("workspace/executeCommand", write.clone());
    let said = editor.next("window/showMessage");
    let script = test["script"].as_str().expect("a file");
    assert_eq!(said["message"], format!("Margay: the test is {script}"));
    let below = dir.path().join(".cache/tests");
    assert!(Path::new(script).starts_with(&below), "{script}");
    let output = std::process::Command::new("sh").arg(script).output().expect("sh runs");
    let errors = super::text(&output.stderr);
    assert!(!output.status.success() && errors.contains("AddressSanitizer"), "{errors}");
    assert_eq!(listed(dir.path()), [".cache", "a.c", "limits.h"]);

    // Another directory is taken if it is one.
    let with = |directory: Value| {
        let argument = write["arguments"][0].clone();
        json!({ "command": write["command"], "arguments": [argument, directory] })
    };
    let there = tempfile::tempdir().expect("a scratch directory");
    let test = editor.ask("workspace/executeCommand", with(json!(there.path())));
    assert_eq!(listed(there.path()), ["out-of-bounds-read-a-3"]);
    assert_eq!(test["directory"], json!(there.path().join("out-of-bounds-read-a-3")));
    for directory in [json!("tests"), json!(7)] {
        let answer = editor.answer("workspace/executeCommand", with(directory));
        let why = "the directory for the test has to be an absolute path";
        assert_eq!(answer["error"]["message"], why);
    }
    let answer = editor.answer("workspace/executeCommand", with(json!("/dev/null/x")));
    let why = answer["error"]["message"].as_str().expect("words");
    assert!(why.starts_with("out-of-bounds-read-a-3 has no test: cannot write"), "{answer}");

    // A header that is not saved may be part of the text.
    let header = format!("file://{}", dir.path().join("limits.h").display());
    let text = "#define LENGTH 3 \n";
    let document = json!({ "uri": header, "languageId": "c", "version": 1, "text": text });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let refused = editor.answer("workspace/executeCommand", write);
    let why = refused["error"]["message"].as_str().expect("words");
    assert!(why.starts_with("limits.h is not saved"), "{refused}");
    editor.leave();
}

/// A user who asked for a test can type on, and need not wait for it.
#[test]
fn tests_do_not_block_the_editor() {
    let dir = project(&[("a.c", BAD), ("limits.h", "#define LENGTH 3\n")]);
    let mut editor = Editor::new(dir.path());
    editor.open(BAD);
    let found = editor.diagnostics();
    let title = "Write this out-of-bounds-read as a test";
    let write = editor.offered(&found[0], title).expect("a test")["command"].clone();
    let wanted = |id: i64| {
        let method = "workspace/executeCommand";
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": write })
    };
    let request = wanted(1000);
    editor.send(&request);
    // Another one is answered before it.
    let document = editor.document();
    let lenses = editor.ask("textDocument/codeLens", json!({ "textDocument": document }));
    assert_eq!(lenses.as_array().map(Vec::len), Some(2));
    let answer = loop {
        let message = editor.receive();
        if message["id"] == 1000 {
            break message;
        }
    };
    assert!(answer["result"]["script"].is_string(), "{answer}");

    let request = wanted(1001);
    editor.send(&request);
    editor.tell("$/cancelRequest", json!({ "id": 1001 }));
    editor.tell("$/cancelRequest", json!({ "id": 7 }));
    editor.tell("$/cancelRequest", json!({}));
    let answer = loop {
        let message = editor.receive();
        if message["id"] == 1001 {
            break message;
        }
    };
    assert_eq!(answer["error"]["code"], -32800, "{answer}");
    editor.write(&BAD.replace("argc)", "argc & 1)"));
    assert_eq!(editor.diagnostics(), [] as [Value; 0]);
    editor.leave();
}

/// A hover tells all that is known at a place, in a header as well.
#[test]
fn hovers() {
    const HEADER: &str =
        "static int at(const int *list, int index) {\n    return list[index];\n}\n";
    const SOURCE: &str = "#include \"at.h\"
int main(int argc, char **argv) {
    int list[3] = {1, 2}, value = 7;
    (void)argv;
    if (argc > 1)
        value = at(list, argc);
    return value;
}
";
    let dir = project(&[("a.c", SOURCE), ("at.h", HEADER)]);
    let mut editor = Editor::new(dir.path());
    editor.open(SOURCE);
    assert_eq!(editor.diagnostics(), [] as [Value; 0]);
    let header = format!("file://{}", dir.path().join("at.h").display());
    let place = json!({ "line": 1, "character": 12 });
    let params = json!({ "textDocument": { "uri": header }, "position": place });
    let hover = editor.ask("textDocument/hover", params);
    let told = hover["contents"]["value"].as_str().unwrap_or_else(|| panic!("{hover}"));
    let expected = [
        "(out-of-bounds-read)\n",
        "\nIt happens with this input:\n\n```\nargc = 3\n",
        "\nThe way there:\n\n1. line 5 of a.c: taking the true branch\n",
    ];
    for expected in expected {
        assert!(told.contains(expected), "{expected} is not in:\n{told}");
    }
    editor.leave();
}

#[test]
fn what_is_not_understood() {
    let dir = files();
    let mut editor = Editor::new(dir.path());
    let answer = editor.answer("textDocument/hover", json!({ "position": 7 }));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let answer = editor.answer("margay/nothing", json!({}));
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    // Notifications have no answer.
    editor.tell("textDocument/didChange", json!({ "what": 1 }));
    editor.tell("textDocument/didOpen", json!([]));
    editor.tell("$/nothing", json!({}));
    for body in ["{]", "[]", "\"x\"", "{\"jsonrpc\":\"2.0\"}", "\u{0}"] {
        write!(editor.input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it listens");
    }
    editor.input.write_all(b"What: ever\r\n\r\n").expect("it listens");
    // Names that are none of files, and a text that was never opened.
    editor.uri = "untitled:Untitled-1".to_owned();
    editor.open(BAD);
    editor.uri = format!("file://{}/other.c", dir.path().display());
    editor.write("int x;");
    editor.uri = format!("file://{}/a.c", dir.path().display());
    editor.open(BAD);
    assert_eq!(editor.diagnostics().len(), 1);
    editor.leave();
}

/// The server stays small, however long the user types.
#[test]
fn a_thousand_edits() {
    let dir = files();
    let mut editor = Editor::new(dir.path());
    editor.open(BAD);
    assert_eq!(editor.diagnostics().len(), 1);
    let edit = |editor: &mut Editor, count: usize| {
        for _ in 0..count {
            let at = json!({ "line": 0, "character": 0 });
            editor.change(json!({ "range": { "start": at, "end": at }, "text": "\n" }));
            let end = json!({ "line": 1, "character": 0 });
            editor.change(json!({ "range": { "start": at, "end": end }, "text": "" }));
        }
        assert_eq!(editor.diagnostics().len(), 1);
    };
    edit(&mut editor, 50);
    let before = resident(editor.server.id());
    edit(&mut editor, 500);
    let after = resident(editor.server.id());
    assert!(after < before + (32 << 10), "{before} kB before, {after} kB after");
    editor.leave();
}

/// Memory of a process, in kB.
fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmRSS")).expect("a line");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

/// A header counts as it is typed, and once it is closed as it is on the disk.
#[test]
fn headers_that_are_not_saved() {
    const SOURCE: &str =
        "#include \"size.h\"\nint main(void) { int a[SIZE] = {0}; return a[3]; }\n";
    let dir = project(&[("a.c", SOURCE), ("size.h", "#define SIZE 4\n")]);
    let mut editor = Editor::new(dir.path());
    editor.open(SOURCE);
    assert_eq!(editor.diagnostics(), Vec::<Value>::new());
    let header = format!("file://{}", dir.path().join("size.h").display());
    // The editor has kept what the user typed the last time.
    let text = "#define SIZE 3\n";
    let document = json!({ "uri": header, "languageId": "c", "version": 1, "text": text });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let found = editor.diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["code"], "out-of-bounds-read");
    let change = |text: &str, version: i64| {
        let document = json!({ "uri": header, "version": version });
        json!({ "textDocument": document, "contentChanges": [{ "text": text }] })
    };
    editor.tell("textDocument/didChange", change("#define SIZE 5\n", 2));
    assert_eq!(editor.diagnostics(), Vec::<Value>::new());
    editor.tell("textDocument/didChange", change("#define SIZE 2\n", 3));
    assert_eq!(editor.diagnostics().len(), 1);
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": header } }));
    assert_eq!(editor.diagnostics(), Vec::<Value>::new());
    editor.leave();
}

#[test]
fn a_file_that_is_not_there_yet() {
    const SOURCE: &str = "#include <stdlib.h>\nint main(void) { int a[2] = {0}; return a[2]; }\n";
    let dir = project(&[("b.c", "")]);
    let mut editor = Editor::new(dir.path());
    editor.open(SOURCE);
    let found = editor.diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["range"]["start"]["line"], 1);
    // What is compiled with what it includes, which was compiled before, is told the same.
    for more in ["\n", "\n\n"] {
        editor.write(&SOURCE.replace("int main", &format!("{more}int main")));
        let found = editor.diagnostics();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0]["range"]["start"]["line"], 1 + more.len());
    }
    editor.leave();
}

#[test]
fn what_does_not_compile_is_told_in_the_log() {
    let dir = project(&[("a.c", "")]);
    let mut editor = Editor::new(dir.path());
    editor.open("int main( {\n");
    let said = editor.next("window/logMessage")["message"].clone();
    assert!(said.as_str().is_some_and(|said| said.contains("a.c:1:11: error:")), "{said}");
    editor.leave();
}

#[test]
fn a_signal_ends_the_server_in_order() {
    let dir = project(&[("a.c", "int main(void) { return 0; }\n")]);
    let mut editor = Editor::new(dir.path());
    editor.open("int main(void) { int *p = 0; return *p; }\n");
    assert_eq!(editor.diagnostics().len(), 1);
    let kill = format!("kill -TERM {}", editor.server.id());
    assert!(std::process::Command::new("sh").args(["-c", &kill]).status().expect("sh").success());
    let ended = editor.server.wait().expect("its end");
    assert_eq!(ended.code(), Some(0));
}

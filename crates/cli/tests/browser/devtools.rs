//! A headless Chromium, told what to do by its DevTools protocol over a pipe.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long the browser may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Browser {
    process: Child,
    requests: ChildStdin,
    answers: Receiver<Value>,
    calls: u64,
    session: Option<String>,
    /// Addresses that the page asked for.
    pub fetched: Vec<String>,
    /// What went wrong in the page.
    pub errors: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts the browser; `None` if tests are to do without.
    pub fn start() -> Option<Browser> {
        if std::env::var_os("MARGAY_NO_BROWSER").is_some() {
            return None;
        }
        let profile = tempfile::tempdir().expect("a scratch directory");
        let installed = |name: &&str| Command::new(name).arg("--version").output().is_ok();
        let browser = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(installed);
        let browser = browser.expect(
            "this test needs chromium in PATH; ./x setup installs it, MARGAY_NO_BROWSER=1 does without",
        );
        // The protocol uses descriptors 3 and 4.
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", browser])
            .args(["--headless", "--remote-debugging-pipe", "--window-size=1400,900"])
            .args(["--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"])
            .args(["--disable-background-networking", "--disable-component-update"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let requests = process.stdin.take().expect("a pipe");
        let mut output = BufReader::new(process.stdout.take().expect("a pipe"));
        let (send, answers) = channel();
        std::thread::spawn(move || {
            let mut message = Vec::new();
            while output.read_until(0, &mut message).is_ok_and(|length| length > 0) {
                message.pop();
                let sent = serde_json::from_slice(&message).map(|value| send.send(value).is_ok());
                if !sent.unwrap_or(false) {
                    break;
                }
                message.clear();
            }
        });
        let mut browser = Browser {
            process,
            requests,
            answers,
            calls: 0,
            session: None,
            fetched: Vec::new(),
            errors: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", target);
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Network.enable", "Page.enable", "Runtime.enable"] {
            browser.call(domain, json!({}));
        }
        Some(browser)
    }

    /// Opens a page and waits until its script has said so.
    pub fn open(&mut self, page: &Path) {
        self.go(page);
        self.wait_for("!!document.getElementById('status')?.value");
    }

    /// Opens a page and waits until it is there.
    pub fn go(&mut self, page: &Path) {
        let url = format!("file://{}", page.display());
        self.call("Page.navigate", json!({ "url": url }));
        self.wait_for("document.readyState === 'complete'");
    }

    /// Waits until something is true in the page.
    pub fn wait_for(&mut self, condition: &str) {
        let started = Instant::now();
        let ready = format!("document.readyState === 'complete' && ({condition})");
        let params = json!({ "expression": ready, "returnByValue": true });
        // A page that is on its way out answers with an error, or not what is asked.
        let is_ready = |answer: Result<Value, Value>| {
            answer.is_ok_and(|answer| answer["result"]["value"] == json!(true))
        };
        while !is_ready(self.ask("Runtime.evaluate", &params)) {
            assert!(started.elapsed() < PATIENCE, "the page is not ready: {:?}", self.errors);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The value of an expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let params =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.call("Runtime.evaluate", params);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].take()
    }

    pub fn text(&mut self, expression: &str) -> String {
        self.evaluate(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Clicks as a hand does.
    pub fn click(&mut self, x: f64, y: f64) {
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    pub fn click_element(&mut self, id: &str) {
        let place = self.evaluate(&format!(
            "(() => {{ const box = document.getElementById('{id}').getBoundingClientRect();
               return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        let [x, y] = [0, 1].map(|axis| place[axis].as_f64().expect("the element is there"));
        self.click(x, y);
    }

    pub fn turn_wheel(&mut self, x: f64, y: f64, by: f64) {
        let event = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by });
        self.call("Input.dispatchMouseEvent", event);
    }

    /// Shows pages so wide, and in the colours of a dark system or a light one.
    pub fn look(&mut self, width: u32, height: u32, dark: bool) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600
        });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let features = json!([
            { "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ]);
        self.call("Emulation.setEmulatedMedia", json!({ "media": "", "features": features }));
    }

    pub fn enter(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Presses a key, by the name that scripts know it by.
    pub fn press(&mut self, key: &str) {
        let text = match key {
            "Enter" => "\r",
            key if key.len() == 1 => key,
            _ => "",
        };
        for kind in ["keyDown", "keyUp"] {
            let code = match key {
                "Enter" => 13,
                "Tab" => 9,
                _ => 0,
            };
            let event = json!({
                "type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code
            });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, &params);
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// What the browser answers; the error is its own.
    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        self.calls += 1;
        let id = self.calls;
        let mut request = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        let sent = write!(self.requests, "{request}\0").and_then(|()| self.requests.flush());
        sent.expect("the browser listens");
        loop {
            let message = self.answers.recv_timeout(PATIENCE);
            let mut message =
                message.unwrap_or_else(|error| panic!("{method}: the browser is silent: {error}"));
            if message["id"] == json!(id) {
                return match message.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(message["result"].take()),
                };
            }
            let params = &message["params"];
            match message["method"].as_str() {
                Some("Network.requestWillBeSent") => {
                    let url = params["request"]["url"].as_str().unwrap_or_default();
                    self.fetched.push(url.to_owned());
                }
                Some("Runtime.exceptionThrown") => self.errors.push(params.to_string()),
                _ => {}
            }
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

//! The pages of a report, used in a browser as a reader would.

use crate::devtools::Browser;
use crate::examples;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

const STATUS: &str = "document.getElementById('status').value";
const MATCHES: &str = "document.getElementById('matches').value";
const SHOWN: &str =
    "[...document.querySelectorAll('.item')].filter((item) => item.checkVisibility())
    .map((item) => item.dataset.rule)";

/// How a page is shown: how wide, how high, in dark.
const LOOKS: [(u32, u32, bool); 3] = [(1400, 900, false), (1400, 900, true), (390, 844, false)];

/// Checks a file or directory and writes its report.
fn write_report(source: &Path, to: &Path, options: &[&str]) {
    let done = Command::new(env!("CARGO_BIN_EXE_margay"))
        .arg("check")
        .args(options)
        .arg("--html")
        .args([to, source])
        .env("MARGAY_CACHE_DIR", to.with_extension("cache"))
        .output()
        .expect("margay runs");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(to.join("index.html").exists(), "{said}");
}

/// The pages in a folder of a report.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut pages: Vec<_> = entries.map(|entry| entry.path()).collect();
    pages.sort();
    pages
}

/// Clicks on a link. The page answers before it goes.
fn follow(browser: &mut Browser, selector: &str) {
    let click = format!("document.querySelector({}).click()", json!(selector));
    browser.evaluate(&format!("setTimeout(() => {click}) > 0"));
}

fn click(browser: &mut Browser, selector: &str) {
    browser.evaluate(&format!("document.querySelector({}).click()", json!(selector)));
}

/// Nothing was fetched but files of the report, and no script failed.
fn check_quiet(browser: &Browser, report: &Path) {
    let inside = format!("file://{}/", report.display());
    let outside = browser.fetched.iter().find(|address| !address.starts_with(&inside));
    assert_eq!(outside, None, "the folder is all that is read");
    assert_eq!(browser.errors, Vec::<String>::new());
}

#[test]
fn a_reader_filters_and_searches() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let report = scratch.path().join("report");
    // The examples are programs of their own; together they are analysed function by function.
    write_report(&examples(), &report, &["--no-confirm", "--max-queries", "500"]);
    browser.go(&report.join("index.html"));
    let all = browser.evaluate(SHOWN);
    let all: Vec<_> = all.as_array().expect("a list").clone();
    assert!(all.len() >= 2 && all.contains(&json!("buffer-overflow")), "{all:?}");
    assert_eq!(browser.text(MATCHES), format!("{} shown", all.len()));

    // A filter leaves what it names, and the address keeps it.
    let some = all.iter().filter(|rule| **rule == "buffer-overflow").count();
    click(&mut browser, "input[name=rule][value=buffer-overflow]");
    assert_eq!(browser.evaluate(SHOWN), json!(vec!["buffer-overflow"; some]));
    assert_eq!(browser.text(MATCHES), format!("{some} of {} shown", all.len()));
    assert_eq!(browser.text("location.hash"), "#rule=buffer-overflow");
    browser.evaluate("window.isOld = true; setTimeout(() => location.reload()) > 0");
    browser.wait_for("!window.isOld && document.querySelectorAll('.item[hidden]').length > 0");
    assert_eq!(browser.evaluate(SHOWN), json!(vec!["buffer-overflow"; some]));

    // Search looks at what is left; a search for nothing says so, and can be undone.
    browser.press("/");
    assert_eq!(browser.text("document.activeElement.id"), "search");
    browser.enter("no such thing");
    assert_eq!(browser.evaluate(SHOWN), json!([]));
    assert_eq!(browser.evaluate("document.getElementById('none').checkVisibility()"), true);
    browser.click_element("again");
    assert_eq!(browser.text(MATCHES), format!("{} shown", all.len()));
    browser.enter("SETTINGS.c overflow");
    assert_eq!(browser.evaluate(SHOWN), json!(["buffer-overflow"]));

    // By the keyboard alone to the page of a finding, and on to its source.
    browser.evaluate("document.activeElement.blur()");
    browser.press("j");
    browser.press("Enter");
    browser.wait_for("location.pathname.includes('/findings/')");
    assert!(browser.text("document.querySelector('h1').innerText").contains("past the end of"));
    assert!(
        browser.text("document.querySelector('.verdict h2').innerText").contains("Not replayed")
    );
    follow(&mut browser, ".where a");
    browser.wait_for("location.pathname.includes('/sources/')");
    let heat = "['reached', 'never', 'cut'].map((kind) => document.querySelectorAll('.line.' + kind).length)";
    let heat = browser.evaluate(heat);
    assert!(heat[0].as_u64() > Some(5), "{heat}");
    browser.press("f");
    assert!(browser.text(STATUS).starts_with("1 of "), "{}", browser.text(STATUS));
    browser.press("u");
    browser.wait_for("location.pathname.endsWith('/index.html')");
    check_quiet(&browser, &report);
}

#[test]
fn a_reader_walks_along_the_path() {
    let Some(mut browser) = Browser::start() else { return };
    browser.look(1400, 900, false);
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let report = scratch.path().join("report");
    write_report(&examples().join("names.c"), &report, &[]);
    let found = pages(&report.join("findings"));
    assert_eq!(found.len(), 1);
    browser.open(&found[0]);
    let verdict = browser.text("document.querySelector('.verdict').innerText");
    assert!(verdict.contains("Confirmed") && verdict.contains("AddressSanitizer"), "{verdict}");
    assert!(browser.text(STATUS).starts_with("19 steps"), "{}", browser.text(STATUS));
    assert!(browser.evaluate("document.querySelectorAll('svg.arrows .arrow').length") != json!(0));

    let current =
        "[...document.querySelectorAll('.note.current')].map((note) => note.dataset.steps)";
    browser.press("ArrowRight");
    assert_eq!(browser.evaluate(current), json!(["1"]));
    browser.press("ArrowRight");
    browser.press("j");
    let status = browser.text(STATUS);
    assert!(status.starts_with("Step 3 of 19, iteration 2 of 8: *p is true"), "{status}");
    assert_eq!(
        browser.text("document.querySelector('[aria-current=step] .at').innerText"),
        "names.c:8"
    );
    browser.press("ArrowLeft");
    assert!(browser.text(STATUS).starts_with("Step 2 of 19"), "{}", browser.text(STATUS));
    // The arrow that leads here stands out.
    assert_eq!(browser.evaluate("document.querySelectorAll('.arrow.on').length"), 1);
    assert_eq!(browser.text("location.hash"), "#step=2");
    browser.press("End");
    assert!(
        browser.text(STATUS).starts_with("Step 19 of 19: index 16"),
        "{}",
        browser.text(STATUS)
    );
    assert_eq!(browser.evaluate("document.getElementById('forth').disabled"), true);
    let is_in_view =
        "(() => { const box = document.querySelector('.note.current').getBoundingClientRect();
        return box.top > 0 && box.bottom < innerHeight; })()";
    assert_eq!(browser.evaluate(is_in_view), true);
    browser.press("Home");
    browser.press("k");
    assert!(browser.text(STATUS).starts_with("Step 1 of 19"), "{}", browser.text(STATUS));
    browser.click_element("forth");
    assert!(browser.text(STATUS).starts_with("Step 2 of 19"), "{}", browser.text(STATUS));

    // The list of keys opens, closes, and turns letters off.
    browser.press("?");
    assert!(browser.text("document.querySelector('dialog').innerText").contains("next step"));
    click(&mut browser, "dialog input");
    click(&mut browser, "dialog button");
    browser.press("j");
    assert!(browser.text(STATUS).starts_with("Step 2 of 19"), "{}", browser.text(STATUS));
    browser.press("ArrowRight");
    assert!(browser.text(STATUS).starts_with("Step 3 of 19"), "{}", browser.text(STATUS));

    // The test that the page speaks of is there.
    let command = browser.text("document.querySelector('.command').innerText");
    let script = command.strip_prefix("sh ").expect("a command").trim();
    assert!(report.join(script).exists(), "{script}");

    // The page forbids itself to ask the network.
    let blocked = browser.text(
        "new Promise((done) => {
            addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));
            fetch('http://127.0.0.1:9/').catch(() => {});
        })",
    );
    assert_eq!(blocked, "connect-src");
    browser.fetched.retain(|address| address != "http://127.0.0.1:9/");
    check_quiet(&browser, &report);
}

#[test]
fn everyone_can_read_it() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let report = scratch.path().join("report");
    let threads = "../tests/threads/data-race/linked_list_bad.c";
    write_report(&examples().join("heartbeat.c"), &report, &["--no-confirm"]);
    let raced = scratch.path().join("raced");
    write_report(&examples().join(threads), &raced, &["--no-confirm"]);
    let axe = axe();
    let mut all: Vec<PathBuf> = Vec::new();
    for report in [&report, &raced] {
        all.push(report.join("index.html"));
        all.extend(pages(&report.join("findings")));
        all.extend(pages(&report.join("sources")));
    }
    assert!(all.len() >= 6, "{all:?}");
    for page in &all {
        for (width, height, dark) in LOOKS {
            browser.look(width, height, dark);
            browser.go(page);
            let name = format!("{} at {width}, dark: {dark}", page.display());
            // Arrows lie over the text, and hide what it stands on from those who measure.
            browser
                .evaluate("document.querySelectorAll('svg.arrows').forEach((svg) => svg.remove())");
            assert_eq!(browser.evaluate(include_str!("accessible.js")), json!([]), "{name}");
            if let Some(axe) = &axe {
                let run = "axe.run(document, { preload: false, resultTypes: ['violations'] }).then((said) =>
                    said.violations.map((one) => one.help + ': ' + one.nodes.map((node) => node.html)))";
                let said = browser.evaluate(&format!("{axe}; {run}"));
                assert_eq!(said, json!([]), "{name}");
            }
            // Wherever the keyboard leads can be seen.
            for _ in 0..6 {
                browser.press("Tab");
                let outline = "(() => { const style = getComputedStyle(document.activeElement);
                    return document.activeElement === document.body || style.outlineStyle !== 'none'; })()";
                assert_eq!(browser.evaluate(outline), true, "{name}");
            }
        }
    }
    let columns = "[...document.querySelectorAll('.turns thead th')].map((head) => head.innerText)";
    browser.go(&pages(&raced.join("findings"))[0]);
    assert_eq!(browser.evaluate(columns), json!(["Turn", "The main thread", "Thread 1 (work)"]));
    assert_eq!(browser.errors, Vec::<String>::new());
}

/// The source of axe-core, if it is installed: `./x test` installs it where there is npm.
fn axe() -> Option<String> {
    let file = "../../target/axe-core/node_modules/axe-core/axe.min.js";
    let source = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).ok();
    if source.is_none() {
        eprintln!(
            "axe-core is not installed: pages are held against the checks in accessible.js alone"
        );
    }
    source
}

#[test]
fn a_hostile_program_stays_text() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let source = scratch.path().join("a\"><img src=x onerror=document.title='taken'>.c");
    let text = "#include <stdlib.h>\nint main(int argc, char **argv) {\n    \
        char *s = getenv(\"</code></div><script>document.title='taken'</script><b id=b>\");\n    \
        /* <img src=x onerror=document.title='taken'> */\n    \
        return s == NULL ? 1 / (argc - 2) : s[0];\n}\n";
    std::fs::write(&source, text).expect("a file");
    let report = scratch.path().join("report");
    write_report(&source, &report, &["--no-confirm"]);
    let found = pages(&report.join("findings"));
    assert!(!found.is_empty());
    let sources = pages(&report.join("sources"));
    for page in found.iter().chain(&sources).chain([&report.join("index.html")]) {
        browser.go(page);
        assert!(!browser.text("document.title").starts_with("taken"), "{}", page.display());
        assert_eq!(browser.evaluate("document.querySelectorAll('b, img').length"), 0);
        assert!(browser.text("document.body.innerText").contains("<img src=x onerror="));
        assert_eq!(browser.evaluate("document.querySelectorAll('script').length"), 2);
        // What is there to be copied into a shell does nothing else.
        let command = browser.text("document.querySelector('.command')?.innerText ?? ''");
        let is_plain = |c: char| c.is_ascii_alphanumeric() || " ./-_".contains(c);
        assert!(command.chars().all(is_plain), "{command}");
    }
    check_quiet(&browser, &report);
}

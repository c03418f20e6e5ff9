//! The page of an execution tree, used in a browser as a reader would. Those of a report are beside it.

mod devtools;
mod report;

use devtools::Browser;
use margay_ir::finding::Location;
use margay_ir::tree::{Decision, End, ExecutionTree, FindingAt, Node, Side};
use margay_ir::{Id, NodeId, PlaceId};
use margay_report::tree::{TreeFormat, render};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const STATUS: &str = "document.getElementById('status').value";
const MATCHES: &str = "document.getElementById('matches').value";
const ZOOM: &str = "parseInt(document.getElementById('zoom').value)";
const DETAILS: &str = "document.getElementById('details').innerText";

/// The mark below the node that is selected.
const MARK: &str = "(() => { const tree = document.getElementById('tree');
    const box = tree.getBoundingClientRect(), [x, y] = tree.dataset.mark.split(' ').map(Number);
    return [box.x + x, box.y + y]; })()";

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Checks a file and draws its tree.
fn draw(source: &Path, to: &Path) {
    let directory = to.parent().expect("a directory");
    let done = Command::new(env!("CARGO_BIN_EXE_margay"))
        .args(["check", "--no-confirm", "--tree"])
        .args([to, source])
        .env("MARGAY_CACHE_DIR", directory.join("cache"))
        .output()
        .expect("margay runs");
    assert!(to.exists(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// How many nodes the status line says are shown, and how many there are.
fn shown(browser: &mut Browser) -> (usize, usize) {
    let status = browser.text(STATUS).replace(',', "");
    let mut numbers = status.split(' ').filter_map(|word| word.parse().ok());
    let numbers = (numbers.next(), numbers.next());
    let (Some(shown), Some(all)) = numbers else { panic!("no numbers in {status}") };
    (shown, all)
}

#[test]
fn a_reader_folds_searches_and_zooms() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let page = scratch.path().join("tree.html");
    draw(&examples().join("playlist.c"), &page);
    browser.open(&page);

    let (first, all) = shown(&mut browser);
    assert!(first > 10 && first < all, "{first} of {all}");
    assert!(browser.text(STATUS).contains("Selected: main: fgets("));

    // The mark below the first node folds all, and unfolds it again.
    let mark = browser.evaluate(MARK);
    let [x, y] = [0, 1].map(|axis| mark[axis].as_f64().expect("a number"));
    browser.click(x, y);
    assert_eq!(shown(&mut browser), (1, all));
    assert!(browser.text(STATUS).contains("folded"), "{}", browser.text(STATUS));
    browser.click_element("toggle");
    assert_eq!(shown(&mut browser), (first, all));

    // Findings are found by their rule, wherever they are folded away.
    browser.click_element("fold-all");
    assert_eq!(shown(&mut browser).0, 1);
    browser.press("/");
    browser.click_element("search");
    browser.enter("double-free");
    assert!(browser.text(MATCHES).ends_with(" found"), "{}", browser.text(MATCHES));
    browser.press("Enter");
    assert!(browser.text(MATCHES).starts_with("1 of "), "{}", browser.text(MATCHES));
    assert!(browser.text(STATUS).contains("double-free"), "{}", browser.text(STATUS));
    assert!(shown(&mut browser).0 > 1);
    let details = browser.text(DETAILS);
    assert!(details.contains("a heap block is freed a second time"), "{details}");
    let link = browser.text("document.querySelector('#details a').href");
    assert!(link.starts_with("file://") && link.ends_with("playlist.c"), "{link}");
    browser.click_element("next");
    assert!(browser.text(MATCHES).starts_with("2 of "), "{}", browser.text(MATCHES));
    browser.click_element("previous");
    assert!(browser.text(MATCHES).starts_with("1 of "), "{}", browser.text(MATCHES));

    // So are places.
    browser.evaluate("document.getElementById('search').value = ''");
    browser.click_element("search");
    browser.enter("playlist.c:17");
    browser.press("Enter");
    assert!(browser.text(STATUS).contains("fgets("), "{}", browser.text(STATUS));

    // Keys move: down to a child, up again.
    browser.evaluate("document.getElementById('tree').focus()");
    let before = browser.text(STATUS);
    browser.press("ArrowDown");
    assert_ne!(browser.text(STATUS), before);
    browser.press("ArrowUp");
    assert!(browser.text(STATUS).contains("fgets("), "{}", browser.text(STATUS));

    let zoom = |browser: &mut Browser| {
        let frame =
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
        browser.evaluate(frame);
        browser.evaluate(ZOOM).as_i64().expect("a number")
    };
    let at_first = zoom(&mut browser);
    browser.click_element("zoom-in");
    let nearer = zoom(&mut browser);
    assert!(nearer > at_first, "{nearer} > {at_first}");
    browser.turn_wheel(x, y + 134.0, 400.0);
    assert!(zoom(&mut browser) < nearer);
    browser.click_element("unfold-all");
    assert_eq!(shown(&mut browser), (all, all));

    assert_eq!(browser.errors, Vec::<String>::new());
    let others = |address: &&String| !address.ends_with("/tree.html");
    assert_eq!(browser.fetched.iter().find(others), None, "the page is all that is read");
}

#[test]
fn a_hostile_program_stays_text() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let source = scratch.path().join("odd.c");
    let text = "#include <stdlib.h>\n#include <string.h>\nint main(void) {\n    \
        char *s = getenv(\"</script><script>document.title='taken'</script><img src=x>\");\n    \
        if (s && strcmp(s, \"</script><b id=b>\") == 0)\n        return 1;\n    return 0;\n}\n";
    std::fs::write(&source, text).expect("a file");
    let page = scratch.path().join("tree.html");
    draw(&source, &page);
    browser.open(&page);
    browser.click_element("search");
    browser.enter("<b id=b>");
    browser.press("Enter");
    assert!(browser.text(STATUS).contains("</script><b id=b>"), "{}", browser.text(STATUS));
    assert_eq!(browser.text("document.title"), "Execution tree");
    assert_eq!(browser.evaluate("document.querySelectorAll('b, img').length"), 0);
    assert_eq!(browser.errors, Vec::<String>::new());
}

/// A tree of loops in loops, with a bit of everything.
fn large_tree(count: usize) -> ExecutionTree {
    let mut tree = ExecutionTree::default();
    for line in 1..=50 {
        let (file, directory) = ("large.c".into(), "/nowhere".into());
        let function = Some(format!("f{}", line % 7));
        tree.places.push(Location { file, directory, line, column: 9, function });
    }
    let entry = Side::Entry { function: "main".into() };
    let decision = || End::Decision { on: Decision::Branch };
    tree.nodes.push(Node { parent: None, side: entry, end: decision(), place: None });
    let mut state: u32 = 1;
    let mut open = vec![NodeId::default()];
    while tree.nodes.len() < count {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let random = usize::try_from(state >> 16).expect("it fits");
        // Mostly the path that came last goes on.
        let at = if random % 4 == 0 { random % open.len() } else { open.len() - 1 };
        let parent = open.swap_remove(at);
        let place = Some(PlaceId::from_index(random % 50));
        let node = &mut tree.nodes[parent];
        (node.end, node.place) = (decision(), place);
        for holds in [true, false] {
            let side = Side::Branch { holds };
            let end = match random % 11 {
                0 if !holds => End::Unsatisfiable,
                1 if !holds => {
                    End::Merged { into: NodeId::from_index(random % parent.index().max(1)) }
                }
                2 if !holds => End::Fault { rule: "double-free".into() },
                3 | 4 if !holds => End::Exited { code: Some(0) },
                _ => End::Open,
            };
            let goes_on = end == End::Open;
            let id = tree.nodes.push(Node { parent: Some(parent), side, end, place });
            if goes_on {
                open.push(id);
            } else if matches!(tree.nodes[id].end, End::Fault { .. }) && tree.findings.len() < 300 {
                let location = tree.places[PlaceId::from_index(random % 50)].clone();
                let (rule, message) = ("double-free".into(), "`p` is freed twice".into());
                tree.findings.push(FindingAt { node: id, rule, message, location });
            }
        }
    }
    tree
}

#[test]
fn a_hundred_thousand_nodes_stay_usable() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let page = scratch.path().join("tree.html");
    let tree = large_tree(100_000);
    let source = |_: &Path| Some(b"if (x[i] < limit)\n".repeat(60));
    let mut bytes = Vec::new();
    render(TreeFormat::HTML, &tree, &source, Path::new("/nowhere"), &mut bytes).expect("a page");
    std::fs::write(&page, &bytes).expect("a file");
    let started = Instant::now();
    browser.open(&page);
    let mut times = vec![("load", started.elapsed().as_secs_f64() * 1000.0)];
    // What a click costs until the picture has changed.
    let mut time = |browser: &mut Browser, what: &'static str, action: &str| {
        let script = format!(
            "(async () => {{ const start = performance.now(); {action};
               await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
               return performance.now() - start; }})()"
        );
        times.push((what, browser.evaluate(&script).as_f64().expect("a time")));
    };
    let click = |id: &str| format!("document.getElementById('{id}').click()");
    let enter = "const box = document.getElementById('search'); box.value = 'double-free';
        box.dispatchEvent(new Event('input'))";
    time(&mut browser, "search", enter);
    time(&mut browser, "next match", &click("next"));
    time(&mut browser, "unfold all", &click("unfold-all"));
    let (shown_now, all) = shown(&mut browser);
    assert_eq!(shown_now, all);
    assert!(all >= 100_000, "{all}");
    time(&mut browser, "zoom in", &click("zoom-in"));
    let up = "document.getElementById('tree').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp' }))";
    time(&mut browser, "move up", up);
    time(&mut browser, "fold one", &click("toggle"));
    time(&mut browser, "fold all", &click("fold-all"));
    // For people to read: what a machine is busy with is no fault of the page. One that
    // hangs ends by the browser's patience.
    println!("page of {} KiB, milliseconds: {times:.0?}", bytes.len() / 1024);
    assert_eq!(browser.errors, Vec::<String>::new());
}

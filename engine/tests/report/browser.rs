//! Chromium without a window, driven over a pipe: no port, no driver, no package.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::skip;

/// Longest wait for an answer. A machine that is busy with other tests is slow to start a browser.
const PATIENCE: Duration = Duration::from_secs(90);

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    requests: ChildStdin,
    answers: Receiver<Value>,
    session: Option<String>,
    last: u64,
    /// Everything that the browser told without being asked.
    events: Vec<Value>,
    _profile: tempfile::TempDir,
}

fn program() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| {
            let ask = Command::new(name)
                .arg("--version")
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
            ask.is_ok_and(|status| status.success())
        })
}

impl Browser {
    /// A browser, where there is one.
    pub(crate) fn start() -> Option<Self> {
        let Some(program) = program() else {
            skip(
                "browser",
                "no chromium here (Debian: `apt-get install chromium`)",
            );
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        // The pipe's ends are descriptors 3 and 4 of the browser; the shell puts ours there.
        let mut child = Command::new("sh")
            .args([
                "-c",
                "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null >/dev/null 2>&1",
                program,
            ])
            .args([
                "--headless=new",
                "--remote-debugging-pipe",
                "--no-sandbox",
                "--disable-gpu",
            ])
            .args([
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
            ])
            .args([
                "--disable-sync",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let requests = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let (told, answers) = channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            while lines.read_until(0, &mut bytes).is_ok_and(|count| count > 0) {
                bytes.pop();
                let Ok(value) = serde_json::from_slice(&bytes) else {
                    break;
                };
                if told.send(value).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        let mut browser = Self {
            child,
            requests,
            answers,
            session: None,
            last: 0,
            events: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser.size(1280, 900);
        Some(browser)
    }

    /// Asks and waits for the answer.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut request = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        let mut bytes = serde_json::to_vec(&request).unwrap();
        bytes.push(0);
        self.requests.write_all(&bytes).unwrap();
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let value = self
                .answers
                .recv_timeout(left)
                .unwrap_or_else(|error| panic!("{method}: {error}"));
            if value["id"] == json!(self.last) {
                assert!(value["error"].is_null(), "{method}: {}", value["error"]);
                return value["result"].clone();
            }
            self.events.push(value);
        }
    }

    /// Opens a file, at a place in it.
    pub(crate) fn open(&mut self, file: &Path, place: &str) {
        // The same file at another place would not load anew.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.call(
            "Page.navigate",
            json!({ "url": format!("file://{}{place}", file.display()) }),
        );
        self.until("document.readyState === 'complete' && document.querySelector('h1') !== null");
    }

    /// The value of an expression.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let asked =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", asked);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    /// The text of the first element that fits.
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let value = self.value(&format!(
            "document.querySelector({})?.innerText ?? null",
            json!(selector)
        ));
        value
            .as_str()
            .unwrap_or_else(|| panic!("there is no {selector}"))
            .to_owned()
    }

    /// How many elements fit.
    pub(crate) fn count(&mut self, selector: &str) -> u64 {
        self.value(&format!(
            "document.querySelectorAll({}).length",
            json!(selector)
        ))
        .as_u64()
        .unwrap()
    }

    /// Waits until an expression is true.
    pub(crate) fn until(&mut self, expression: &str) {
        let until = Instant::now() + PATIENCE;
        while self.value(&format!("Boolean({expression})")) != json!(true) {
            assert!(Instant::now() < until, "it never came true: {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses and releases the mouse in the middle of the first element that fits.
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const it = document.querySelector({}); it.scrollIntoView({{ block: 'center', inline: 'nearest' }}); \
             const box = it.getBoundingClientRect(); return [box.x + Math.min(box.width, 300) / 2, box.y + box.height / 2]; }})()",
            json!(selector)
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Presses and releases a key.
    pub(crate) fn key(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "PageDown" => 34,
            other => panic!("no code for {other}"),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event =
                json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            if key == "Enter" && kind == "keyDown" {
                event["text"] = json!("\r");
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Types into what has the focus.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Chooses an option as a person does: the control changes and says so.
    pub(crate) fn select(&mut self, name: &str, value: &str) {
        self.value(&format!(
            "(() => {{ const it = document.querySelector('select[name={name}]'); it.value = {}; \
             it.dispatchEvent(new Event('input', {{ bubbles: true }})); return it.value; }})()",
            json!(value)
        ));
    }

    /// Sets the size of the window.
    pub(crate) fn size(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Shows the page as on this medium (`screen`, `print`), `light` or `dark`.
    pub(crate) fn medium(&mut self, medium: &str, scheme: &str) {
        let feature = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "media": medium, "features": feature }),
        );
    }

    /// Stores a picture of the window, where `MUTSCORE_SCREENSHOTS` names a folder.
    pub(crate) fn picture(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("MUTSCORE_SCREENSHOTS").map(PathBuf::from) else {
            return;
        };
        let answer = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let data = answer["data"].as_str().unwrap();
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(format!("{name}.png.base64"));
        std::fs::write(&file, data).unwrap();
        let status = Command::new("sh")
            .args(["-c", "base64 -d \"$0\" > \"${0%.base64}\" && rm \"$0\""])
            .arg(&file)
            .status();
        assert!(status.unwrap().success());
    }

    /// Nothing failed, nobody complained, and nothing but files of this folder was asked for.
    pub(crate) fn assert_quiet(&mut self, file: &Path) {
        self.value("new Promise((done) => setTimeout(done, 50))");
        let own = format!("file://{}", file.display());
        let mut documents = 0;
        for event in &self.events {
            let said = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" => panic!("an exception: {said}"),
                "Log.entryAdded" => panic!("the browser says: {said}"),
                "Runtime.consoleAPICalled" => panic!("the page says: {said}"),
                "Network.requestWillBeSent" => {
                    let url = said["request"]["url"].as_str().unwrap();
                    let is_own = url.split('#').next() == Some(&own);
                    assert!(is_own || url == "about:blank", "a request to {url}");
                    documents += usize::from(is_own);
                }
                _ => {}
            }
        }
        assert!(documents > 0, "the requests are seen at all");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self
            .requests
            .write_all(b"{\"id\":999999,\"method\":\"Browser.close\"}\0");
        let until = Instant::now() + Duration::from_secs(5);
        while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_page_that_fails_complains_or_asks_elsewhere_is_not_quiet() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    for (text, is_quiet) in [
        ("", true),
        (
            "<script>setTimeout(() => { throw new Error('x'); })</script>",
            false,
        ),
        ("<script>console.log('x')</script>", false),
        ("<img src='http://127.0.0.1:9/x.png'>", false),
        ("<link rel=stylesheet href='file:///elsewhere.css'>", false),
    ] {
        browser.events.clear();
        std::fs::write(&file, format!("<!doctype html><h1>x</h1>{text}")).unwrap();
        browser.open(&file, "");
        let watch = std::panic::AssertUnwindSafe(|| browser.assert_quiet(&file));
        assert_eq!(std::panic::catch_unwind(watch).is_ok(), is_quiet, "{text}");
    }
}

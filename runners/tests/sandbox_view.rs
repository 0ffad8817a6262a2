//! Views that a warm Python process gives to its children: each its own, none stale, all thrown away.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "sandbox/testbed.rs"]
mod testbed;

use mutscore_runners::sandbox::{Ended, ExtraFile, Isolation, SandboxPlan};
use testbed::{Testbed, skip};

const SHIM: &str = include_str!("../src/shims/python/view.py");

/// What the scripts below have in common: a child in a fresh view, and what it says through a pipe.
const PRELUDE: &str = r#"
import json, os, sys
sys.path.insert(0, "/shim")
import view
config = json.loads(os.environ["VIEW"])

def child(work, files={}, **how):
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            view.enter_fresh_view(config, files, **how)
            os.write(w, str(work()).encode())
        except BaseException as error:
            os.write(w, repr(error).encode())
        os._exit(0)
    os.close(w)
    said = b""
    while True:
        part = os.read(r, 65536)
        if not part: break
        said += part
    os.close(r)
    os.waitpid(pid, 0)
    return said.decode()

def read(path):
    with open(path) as file: return file.read()

def write(path, text):
    with open(path, "a") as file: file.write(text)
"#;

fn plan(testbed: &Testbed, script: &str) -> SandboxPlan {
    let mut plan = testbed.python(&format!("{PRELUDE}{script}"));
    plan.keep_mount_capability = true;
    plan.view.extra_files = vec![ExtraFile {
        path: "/shim/view.py".into(),
        content: SHIM.into(),
    }];
    let config = plan.fresh_view_config().unwrap();
    plan.env.insert("VIEW".into(), config.to_string());
    plan
}

/// What the script prints; `None` where there are no namespaces.
fn output(script: &str) -> Option<String> {
    let files = [
        ("a.py", "original\n"),
        ("bin/run", "#!/bin/sh\n"),
        ("d/e/f.txt", "deep\n"),
    ];
    let testbed = Testbed::isolated(&files)?;
    let run = testbed.run(&plan(&testbed, script));
    testbed.tree().verify().unwrap();
    assert_eq!(run.exit.ended, Ended::Code(0), "{}", run.output);
    Some(run.output)
}

#[test]
fn what_one_pair_writes_is_seen_by_no_other_pair_and_not_by_the_parent() {
    let script = r#"
def look():
    places = ["a.py", "/tmp/x", os.environ["HOME"] + "/x", "/dev/shm/x", "new"]
    seen = [read(place) if os.path.exists(place) else None for place in places]
    for place in places: write(place, "written\n")
    os.unlink("bin/run")
    return seen
for _ in range(3): print(child(look))
print(read("a.py").split(), sorted(os.listdir(".")), os.listdir("/tmp"), os.path.exists("bin/run"))
"#;
    let Some(output) = output(script) else { return };
    let fresh = "['original\\n', None, None, None, None]\n";
    assert_eq!(
        output,
        format!("{fresh}{fresh}{fresh}['original'] ['a.py', 'bin', 'd'] [] True\n")
    );
}

#[test]
fn the_mutated_file_lies_in_place_of_the_original_with_its_mode() {
    let script = r#"
os.chmod("bin/run", 0o755)
files = {"bin/run": b"mutated", "d/e/f.txt": b"m" * 200000, "d/new/g.py": b"new"}
def look():
    return [read("bin/run"), oct(os.stat("bin/run").st_mode & 0o777), len(read("d/e/f.txt")), read("d/new/g.py"), sorted(os.listdir("d"))]
print(child(look, files))
print(read("bin/run").strip(), read("d/e/f.txt").strip())
"#;
    let Some(output) = output(script) else { return };
    assert_eq!(
        output,
        "['mutated', '0o755', 200000, 'new', ['e', 'new']]\n#!/bin/sh deep\n"
    );
}

#[test]
fn a_stale_view_is_never_visible_below_a_parent_that_has_a_view_of_its_own() {
    // M: the mutated file in place, loaded; it has written. Its pairs start from the layers and the same mutant.
    let script = r#"
mutant = {"a.py": b"mutant\n"}
def load():
    write("left-by-load", "x"); write("/tmp/left-by-load", "x"); write("d/e/f.txt", "load\n")
    def pair():
        seen = [read("a.py"), os.path.exists("left-by-load"), os.listdir("/tmp"), read("d/e/f.txt")]
        write("a.py", "pair\n"); write("/tmp/pair", "x")
        return seen
    pairs = [child(pair, mutant), child(pair, mutant)]
    return [pairs[0], pairs[0] == pairs[1], read("a.py"), os.listdir("/tmp")]
print(child(load, mutant, drop=False))
print(child(lambda: [read("a.py"), os.listdir("/tmp")]))
"#;
    let Some(output) = output(script) else { return };
    let pair = r#""['mutant\\n', False, [], 'deep\\n']""#;
    assert_eq!(
        output,
        format!("[{pair}, True, 'mutant\\n', ['left-by-load']]\n['original\\n', []]\n")
    );
}

#[test]
fn a_pair_has_given_up_its_capabilities_and_cannot_undo_its_view() {
    let script = r#"
def look():
    lines = [line.split() for line in open("/proc/self/status") if line.startswith(("CapEff", "CapPrm", "CapAmb", "NoNewPrivs"))]
    undone = [view._libc.umount(b"/workspace"), view._libc.unshare(0x20000)]
    after_exec = os.popen("grep CapEff /proc/self/status").read().split()[1]
    return [value for _, value in lines], undone, after_exec, view.available()
print(view.available(), child(look))
"#;
    let Some(output) = output(script) else { return };
    let none = "0000000000000000";
    assert_eq!(
        output,
        format!("True (['{none}', '{none}', '{none}', '1'], [-1, -1], '{none}', False)\n")
    );
}

#[test]
fn a_pair_that_floods_its_disk_meets_a_limit_of_its_own() {
    let script = r#"
def flood():
    try:
        while True: write("flood", "x" * 1000000)
    except OSError as error: return error.strerror, os.stat("flood").st_size < 65 << 20
for _ in range(2): print(child(flood))
print(child(lambda: os.path.exists("flood")))
"#;
    let Some(output) = output(script) else { return };
    let line = "('No space left on device', True)\n";
    assert_eq!(output, format!("{line}{line}False\n"));
}

#[test]
fn two_pairs_with_networks_of_their_own_bind_the_same_port() {
    let script = r#"
import socket
def serve(inner=None):
    server = socket.create_server(("127.0.0.1", 8080))
    client = socket.create_connection(("127.0.0.1", 8080))
    client.sendall(b"hi")
    return server.accept()[0].recv(2).decode()
held = socket.create_server(("127.0.0.1", 8080))
print(child(serve, new_net=True), child(serve, new_net=True), "in use" in child(serve))
"#;
    let Some(output) = output(script) else { return };
    assert_eq!(output, "hi hi True\n");
}

#[test]
fn a_tool_chain_below_the_temporary_folder_stays_visible_in_a_fresh_view() {
    let Some(testbed) = Testbed::isolated(&[]) else {
        return;
    };
    let tool = testbed.outside("tool/data", "tool\n");
    if !tool.starts_with("/tmp") {
        skip("the temporary folder of this host is not /tmp");
        return;
    }
    let mut plan = testbed.python("");
    let script = format!("print(child(lambda: read('{}').strip()))", tool.display());
    plan.read_only.push(tool);
    plan.keep_mount_capability = true;
    let config = plan.fresh_view_config().unwrap().to_string();
    plan.argv[2] = format!("{PRELUDE}{script}");
    plan.env.insert("VIEW".into(), config);
    plan.view.extra_files = vec![ExtraFile {
        path: "/shim/view.py".into(),
        content: SHIM.into(),
    }];
    assert_eq!(testbed.run(&plan).output, "tool\n");
}

#[test]
fn sweep_ends_orphans_in_sessions_of_their_own_and_spares_whom_it_is_told_to() {
    let script = r#"
import signal, time
view.set_subreaper()
kept = os.fork()
if kept == 0: time.sleep(600); os._exit(0)
def orphan():
    for _ in range(2):
        if os.fork() == 0:
            os.setsid(); os.closerange(3, 100)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            if os.fork() == 0: time.sleep(600)
            os._exit(0)
    while len(view._children(os.getpid())) and view._reap(()) != (0, 0): pass
    return "done"
print(child(orphan), view.sweep((kept,)) >= 2, view.sweep((kept,)), view._children(os.getpid()) == [kept])
print(view.sweep(), view.sweep(), view._children(os.getpid()))
"#;
    let Some(output) = output(script) else { return };
    assert_eq!(output, "done True 0 True\n1 0 []\n");
}

#[test]
fn a_pidfd_becomes_readable_when_its_process_ends() {
    let script = r#"
import select, time
pid = os.fork()
if pid == 0: time.sleep(0.1); os._exit(0)
fd = view.pidfd_open(pid)
poll = select.poll(); poll.register(fd, select.POLLIN)
print(bool(poll.poll(0)), bool(poll.poll(10000)), os.get_inheritable(fd), view.pidfd_open(2 ** 22) is None)
"#;
    let Some(output) = output(script) else { return };
    assert_eq!(output, "False True False True\n");
}

#[test]
fn there_is_no_fresh_view_without_namespaces_or_without_the_capability() {
    let mut plan = Testbed::new(Isolation::None, &[]).python("");
    plan.keep_mount_capability = true;
    assert_eq!(plan.fresh_view_config(), None);
    plan.isolation = Isolation::Namespaces;
    plan.keep_mount_capability = false;
    assert_eq!(plan.fresh_view_config(), None);
}

#[test]
fn everything_here_also_holds_for_an_ordinary_user() {
    testbed::also_as_an_ordinary_user();
}

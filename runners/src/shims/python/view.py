"""A view of its own for a forked child, and the end of everything it started.

Problem: children forked from one warm process share its view of the file system. What one writes, the next one
reads, and a verdict then depends on the order of the pairs. Remedy: each child gets a mount namespace of its own
with fresh upper layers, made by system calls alone (no copying, no new process), and gives up the right to mount
before it runs anything of the project. The kernel throws the view away with the child.

Nothing here is imported from the project or from other parts of the shim, and everything that can be prepared is
prepared at import time, in the parent.
"""

import ctypes
import os
import platform
import signal
import struct
import time

_CLONE_NEWNS = 0x00020000
_CLONE_NEWNET = 0x40000000
_MS_NOSUID_NODEV = 0x2 | 0x4
_MS_BIND_ALL = 0x1000 | 0x4000  # with what is mounted below
_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_CHILD_SUBREAPER = 36
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_CLEAR_ALL = 4
_CAPABILITY_VERSION_3 = 0x20080522
_SIOCSIFFLAGS = 0x8914
_IFF_UP_RUNNING = 0x41
_PIDFD_OPEN = 434  # one number on all architectures
_ROUND = 0.002

_libc = ctypes.CDLL(None, use_errno=True)
_unshare = _libc.unshare
_unshare.argtypes = [ctypes.c_int]
_mount = _libc.mount
_mount.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p]
_prctl = _libc.prctl
_prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
_capset = _libc.capset
_capset.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
_syscall = _libc.syscall
_syscall.restype = ctypes.c_long
_CAP_HEADER = struct.pack("=Ii", _CAPABILITY_VERSION_3, 0)
_NO_CAPABILITIES = struct.pack("=6I", 0, 0, 0, 0, 0, 0)
_pidfd_works = hasattr(os, "pidfd_open") or platform.system() == "Linux"


def _check(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, "%s: %s" % (what, os.strerror(number)))


def _permitted():
    """The capabilities this process may use, as a bit mask."""
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith("CapPrm:"):
                return int(line.split()[1], 16) & 0xFFFFFFFF
    return 0


# What the engine leaves a warm parent: CHOWN, DAC_OVERRIDE, FOWNER, FSETID, NET_ADMIN and SYS_ADMIN.
_CAPABILITIES = 0x20101B


def available():
    """Whether this process may give views to its children: it holds what the engine leaves for that."""
    return _permitted() == _CAPABILITIES


def _use_capabilities(use):
    """Takes the capabilities in hand, or lays them aside: project code runs as it would without them."""
    sets = struct.pack("=6I", _CAPABILITIES if use else 0, _CAPABILITIES, _CAPABILITIES, 0, 0, 0)
    _check(_capset(_CAP_HEADER, sets), "use capabilities")


def enter_fresh_view(config, files, drop=None, new_net=None):
    """Gives the calling, just forked process a view nobody else sees.

    `config` comes from the engine (`SandboxPlan::fresh_view_config`); its keys `drop` and `new_net` stand in for
    the arguments. `files` maps paths relative to the workspace to whole contents, which lie in place of the
    originals, with their modes. With `drop` the process cannot do this again and gives up all capabilities;
    without, its own children may call again: they start from the layers, so `files` has to be given again.
    """
    drop = config.get("drop", True) if drop is None else drop
    new_net = config.get("new_net", False) if new_net is None else new_net
    own, workspace = config["own"], config["workspace"]
    modes = {path: _mode(os.path.join(workspace, path)) for path in files}
    _use_capabilities(True)
    _check(_unshare(_CLONE_NEWNS | (_CLONE_NEWNET if new_net else 0)), "make a mount namespace")
    size = "size=%d,nr_inodes=%d,mode=755" % (config["size"], min(max(config["size"] // 1024, 16384), 1 << 20))
    _check(_mount(b"pair", os.fsencode(own), b"tmpfs", _MS_NOSUID_NODEV, size.encode()), "mount a tmpfs")
    umask = os.umask(0)
    try:
        for name, mode in (("upper", 0o755), ("work", 0o755), ("home", 0o755), ("tmp", 0o1777), ("shm", 0o1777)):
            os.mkdir(own + "/" + name, mode)
        for path, content in files.items():
            _make_folders(own + "/upper", path)
            _put(own + "/upper/" + path, content, modes[path])
        for kept in config.get("keep", ()):
            _keep(kept, config["tmp"], own + "/tmp")
    finally:
        os.umask(umask)
    options = "lowerdir=%s,upperdir=%s/upper,workdir=%s/work,userxattr" % (":".join(config["layers"]), own, own)
    _check(_mount(b"workspace", os.fsencode(workspace), b"overlay", _MS_NOSUID_NODEV, options.encode()),
           "mount an overlay")
    for name, target in (("tmp", config["tmp"]), ("home", config["home"]), ("shm", "/dev/shm")):
        _bind(own + "/" + name, target)
    if new_net:
        _loopback_up()
    # The old working folder belongs to the view that has just been covered.
    os.chdir(config["cwd"])
    if drop:
        drop_capabilities()
    else:
        _use_capabilities(False)


def drop_capabilities():
    """Gives up all capabilities and the means to get new ones, for this process and all it starts."""
    _check(_prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "forbid new privileges")
    _check(_prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), "clear ambient capabilities")
    _check(_capset(_CAP_HEADER, _NO_CAPABILITIES), "drop capabilities")


def _mode(path):
    try:
        return os.stat(path).st_mode & 0o7777
    except OSError:
        return 0o644


def _make_folders(top, path):
    """The folders of a relative path, without the look around that `os.makedirs` takes at every level."""
    end = path.find("/")
    while end > 0:
        try:
            os.mkdir(top + "/" + path[:end], 0o755)
        except FileExistsError:
            pass
        end = path.find("/", end + 1)


def _put(path, content, mode):
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, mode)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(fd, rest):]
    finally:
        os.close(fd)


def _keep(path, tmp, fresh_tmp):
    """Carries a read-only path below the temporary folder (a tool chain may live there) over to the fresh one."""
    target = fresh_tmp + path[len(tmp):]
    if os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644))
    _bind(path, target)


def _bind(source, target):
    _check(_mount(os.fsencode(source), os.fsencode(target), None, _MS_BIND_ALL, None),
           "bind %s to %s" % (source, target))


def _loopback_up():
    import fcntl
    import socket
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket.fileno(), _SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", _IFF_UP_RUNNING))


def set_subreaper():
    """Makes this process the parent of every orphan among its descendants, so that `sweep` finds them."""
    _check(_prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "adopt orphans")


def sweep(keep=()):
    """Kills and reaps every child and orphan but those in `keep`; how many there were.

    One system call when there is nothing to do and nothing to keep.
    """
    ended = set()
    while True:
        try:
            pid, _ = _reap(keep)
        except ChildProcessError:
            return len(ended)
        if pid:
            ended.add(pid)
            continue
        left = _descendants(keep)
        if not left:
            return len(ended)
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:  # it has ended meanwhile
                pass
        time.sleep(_ROUND)


def _reap(keep):
    if not keep:
        return os.waitpid(-1, os.WNOHANG)
    for pid in _children(os.getpid()):
        if pid not in keep:
            got = os.waitpid(pid, os.WNOHANG)
            if got[0]:
                return got
    return 0, 0


def _descendants(keep):
    found = []
    level = [pid for pid in _children(os.getpid()) if pid not in keep]
    while level:
        found.extend(level)
        level = [child for pid in level for child in _children(pid)]
    return found


def _children(pid):
    """The children of a process; from its own list where the kernel keeps one."""
    numbers = []
    try:
        for task in os.listdir("/proc/%d/task" % pid):
            with open("/proc/%d/task/%s/children" % (pid, task)) as children:
                numbers.extend(int(number) for number in children.read().split())
        return numbers
    except FileNotFoundError:
        if os.path.exists("/proc/self/task/%d/children" % os.getpid()):
            return []  # the process has ended
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name) as stat:
                    if int(stat.read().rpartition(")")[2].split()[1]) == pid:
                        numbers.append(int(name))
            except OSError:  # it has ended meanwhile
                pass
    return numbers


def pidfd_open(pid):
    """A descriptor that becomes readable when the process ends, or None where the kernel has none."""
    global _pidfd_works
    if not _pidfd_works:
        return None
    try:
        if hasattr(os, "pidfd_open"):
            return os.pidfd_open(pid)
        fd = _syscall(_PIDFD_OPEN, pid, 0)
        if fd >= 0:
            os.set_inheritable(fd, False)
            return fd
    except OSError:
        pass
    _pidfd_works = False
    return None


# A warm parent has them from the start; it loads the project, which must not notice.
if available():
    _use_capabilities(False)

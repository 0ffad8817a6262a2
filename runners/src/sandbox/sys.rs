//! The system calls that the sandbox needs and that no safe wrapper offers.
//!
//! Everything here is called in single-threaded processes of ours; each function does one call and
//! turns its result into an error.
#![allow(unsafe_code)]

use nix::errno::Errno;
use nix::sched::CloneFlags;
use nix::unistd::Pid;
use std::ffi::CString;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// What a warm parent needs to give views to its children: to mount (`SYS_ADMIN`), to bring up a
/// loopback (`NET_ADMIN`), and what an overlay does in its mounter's name (`CHOWN`, `DAC_OVERRIDE`,
/// `FOWNER`, `FSETID`).
const FOR_FRESH_VIEWS: [u32; 6] = [0, 1, 3, 4, 12, 21];
const CAPABILITY_VERSION_3: u32 = 0x2008_0522;
/// The kernel refuses numbers beyond its last capability; it has some forty.
const MOST_CAPABILITIES: u32 = 64;

/// Takes ownership of a descriptor the kernel has just handed to this process.
pub(crate) fn own(raw: RawFd) -> OwnedFd {
    // SAFETY: called once for each descriptor that recvmsg or a system call below returned;
    // nothing else in the process knows its number.
    unsafe { OwnedFd::from_raw_fd(raw) }
}

/// Like `fork`, with the child in new namespaces. `None` is the child.
pub(crate) fn clone_process(flags: CloneFlags) -> nix::Result<Option<Pid>> {
    let flags = flags.bits() as libc::c_long | libc::c_long::from(libc::SIGCHLD);
    let zero: libc::c_long = 0;
    // SAFETY: no CLONE_VM and no new stack, so the child goes on with a copy of this single-threaded
    // process, exactly as after fork; the remaining arguments are unused and zero.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, zero, zero, zero, zero) };
    match Errno::result(pid)? {
        0 => Ok(None),
        pid => Ok(Some(Pid::from_raw(pid as i32))),
    }
}

/// A detached copy of the mounts at `path`, submounts included.
pub(crate) fn open_tree(path: &Path) -> nix::Result<OwnedFd> {
    let path = c_path(path)?;
    let flags = libc::OPEN_TREE_CLONE | libc::OPEN_TREE_CLOEXEC | libc::AT_RECURSIVE as u32;
    // SAFETY: `path` is a valid C string for the duration of the call.
    let fd = unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path.as_ptr(), flags) };
    Ok(own(Errno::result(fd)? as RawFd))
}

/// Adds mount attributes (`MOUNT_ATTR_…`) to a detached tree, submounts included.
pub(crate) fn restrict_mount(tree: BorrowedFd<'_>, attributes: u64) -> nix::Result<()> {
    let attr = libc::mount_attr {
        attr_set: attributes,
        attr_clr: 0,
        propagation: libc::MS_PRIVATE,
        userns_fd: 0,
    };
    let flags = libc::AT_EMPTY_PATH | libc::AT_RECURSIVE;
    // SAFETY: `attr` is a properly initialised structure of the size given, the path is an empty C string.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            tree.as_raw_fd(),
            c"".as_ptr(),
            flags,
            &raw const attr,
            size_of::<libc::mount_attr>(),
        )
    };
    Errno::result(result).map(drop)
}

/// Attaches a detached tree at `target`.
pub(crate) fn move_mount(tree: BorrowedFd<'_>, target: &Path) -> nix::Result<()> {
    let target = c_path(target)?;
    // SAFETY: both paths are valid C strings for the duration of the call.
    let result = unsafe {
        libc::syscall(
            libc::SYS_move_mount,
            tree.as_raw_fd(),
            c"".as_ptr(),
            libc::AT_FDCWD,
            target.as_ptr(),
            libc::MOVE_MOUNT_F_EMPTY_PATH,
        )
    };
    Errno::result(result).map(drop)
}

/// Brings the loopback interface of this network namespace up.
pub(crate) fn loopback_up() -> nix::Result<()> {
    // SAFETY: plain socket call; the result is checked and owned.
    let socket = unsafe { libc::socket(libc::AF_INET, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC, 0) };
    let socket = own(Errno::result(socket)?);
    // SAFETY: an all-zero `ifreq` is a valid value of this plain C structure.
    let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
    for (to, from) in request.ifr_name.iter_mut().zip(b"lo") {
        *to = *from as libc::c_char;
    }
    request.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as libc::c_short;
    // SAFETY: SIOCSIFFLAGS reads an `ifreq` with a name and flags, which `request` is.
    let result = unsafe { libc::ioctl(socket.as_raw_fd(), libc::SIOCSIFFLAGS, &raw const request) };
    Errno::result(result).map(drop)
}

/// Makes descriptor number `target` a copy of `fd` that survives exec.
pub(crate) fn place(fd: BorrowedFd<'_>, target: RawFd) -> nix::Result<()> {
    // SAFETY: dup2 on a valid descriptor; `target` is a number that this process gives away on purpose.
    Errno::result(unsafe { libc::dup2(fd.as_raw_fd(), target) }).map(drop)
}

/// A close-on-exec copy of `fd` whose number is at least `lowest`.
pub(crate) fn lift(fd: &impl AsFd, lowest: RawFd) -> nix::Result<OwnedFd> {
    // SAFETY: fcntl on a valid descriptor; the new descriptor is owned here.
    let raw = unsafe { libc::fcntl(fd.as_fd().as_raw_fd(), libc::F_DUPFD_CLOEXEC, lowest) };
    Ok(own(Errno::result(raw)?))
}

/// Closes a forked child's copy of a descriptor that its parent owns.
///
/// Only for a child that leaves by exec or [`leave`], so that the owner's destructor never runs there.
pub(crate) fn close_copy(descriptor: BorrowedFd<'_>) {
    // SAFETY: the descriptor is open; by the rule above nobody in this process closes or uses it again.
    unsafe { libc::close(descriptor.as_raw_fd()) };
}

/// Closes, now or at exec, every descriptor from `first` on. An old kernel without the call keeps
/// what it has: everything we open is close-on-exec anyway.
pub(crate) fn shut_from(first: u32, at_exec_only: bool) {
    let flags = if at_exec_only {
        libc::CLOSE_RANGE_CLOEXEC
    } else {
        0
    };
    // SAFETY: closes descriptors that no value of this process owns (start of the program) or only marks them.
    unsafe { libc::syscall(libc::SYS_close_range, first, u32::MAX, flags) };
}

/// Gives signals that the Rust runtime changed their default again, and unblocks all.
pub(crate) fn reset_signals() {
    // SAFETY: setting a default disposition and an empty mask has no memory effects.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
    }
}

/// Leaves without running destructors or exit handlers: a forked copy must not do its parent's cleaning.
pub(crate) fn leave(code: i32) -> ! {
    // SAFETY: _exit does not return and touches no memory of ours.
    unsafe { libc::_exit(code) }
}

#[repr(C)]
struct CapabilityHeader {
    version: u32,
    pid: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct CapabilityHalf {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// Gives up all capabilities, or all but those that a warm parent needs, for good and across exec.
pub(crate) fn keep_capabilities(for_fresh_views: bool) -> nix::Result<()> {
    let kept: &[u32] = if for_fresh_views {
        &FOR_FRESH_VIEWS
    } else {
        &[]
    };
    for capability in (0..MOST_CAPABILITIES).filter(|number| !kept.contains(number)) {
        // SAFETY: prctl with integers only. EINVAL ends the list of this kernel's capabilities.
        if unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) } != 0 {
            if Errno::last() == Errno::EINVAL {
                break;
            }
            return Err(Errno::last());
        }
    }
    let mask = kept.iter().fold(0, |mask, number| mask | 1 << number);
    let low = CapabilityHalf {
        effective: mask,
        permitted: mask,
        inheritable: mask,
    };
    let none = CapabilityHalf {
        effective: 0,
        permitted: 0,
        inheritable: 0,
    };
    let (header, halves) = (
        CapabilityHeader {
            version: CAPABILITY_VERSION_3,
            pid: 0,
        },
        [low, none],
    );
    // SAFETY: header and two halves have the layout that version 3 of the call reads.
    Errno::result(unsafe { libc::syscall(libc::SYS_capset, &raw const header, halves.as_ptr()) })?;
    for capability in kept {
        // SAFETY: prctl with integers only.
        let raised = unsafe {
            libc::prctl(
                libc::PR_CAP_AMBIENT,
                libc::PR_CAP_AMBIENT_RAISE,
                *capability,
                0,
                0,
            )
        };
        Errno::result(raised)?;
    }
    Ok(())
}

fn c_path(path: &Path) -> nix::Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Errno::EINVAL)
}

//! Seccomp: system calls that the program does not get, whatever else it is let do.
//!
//! The harness answers for the library's functions, so what arrives here is what the runtime of the
//! sanitizers needs, and what a program does by going past the library. Refused is what acts on
//! something outside the program and has no path (sockets, keys, limits and priorities of other
//! processes), what changes a file that a path leads to without opening it (modes, owners, times,
//! attributes), and what takes memory or disk that no one can measure.
//!
//! Invariant: a call that is not known here is refused. Numbers are let through by ranges whose
//! calls have been examined, so that neither a newer kernel nor another ABI of the same processor
//! (x32, i386) opens a door.

use libc as sys;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Calls with the numbers that were there before numbers became the same for all machines.
#[cfg(target_arch = "x86_64")]
const OLD: RangeInclusive<i64> = 0..=334;
#[cfg(not(target_arch = "x86_64"))]
const OLD: RangeInclusive<i64> = 0..=294;
/// Calls of all machines, up to `file_setattr` of Linux 6.17.
const NEW: RangeInclusive<i64> = 424..=469;

/// Refused as if the kernel did not have them: who calls them has another way.
const ABSENT: &[i64] = &[
    // Its flags are in memory, where no filter sees them. `clone` does the same.
    sys::SYS_clone3,
    // The same, for `openat`.
    sys::SYS_openat2,
    // Files and memory past all that is counted.
    sys::SYS_memfd_create,
    sys::SYS_memfd_secret,
    sys::SYS_shmget,
    sys::SYS_shmat,
    sys::SYS_shmctl,
    sys::SYS_semget,
    sys::SYS_semctl,
    sys::SYS_semop,
    sys::SYS_semtimedop,
    sys::SYS_msgget,
    sys::SYS_msgctl,
    sys::SYS_msgsnd,
    sys::SYS_msgrcv,
    sys::SYS_mq_open,
    sys::SYS_mq_unlink,
    // A second way to most system calls, which no filter sees.
    sys::SYS_io_uring_setup,
    sys::SYS_io_uring_enter,
    sys::SYS_io_uring_register,
    sys::SYS_io_setup,
    sys::SYS_io_submit,
];

/// Refused outright.
const FORBIDDEN: &[i64] = &[
    // Sockets. The harness has those of the program.
    sys::SYS_socket,
    sys::SYS_socketpair,
    sys::SYS_connect,
    sys::SYS_bind,
    sys::SYS_listen,
    // Files by path, without opening them: Landlock has no rule.
    sys::SYS_fchmod,
    sys::SYS_fchmodat,
    FCHMODAT2,
    sys::SYS_fchown,
    sys::SYS_fchownat,
    sys::SYS_utimensat,
    sys::SYS_truncate,
    sys::SYS_setxattr,
    sys::SYS_lsetxattr,
    sys::SYS_fsetxattr,
    SETXATTRAT,
    sys::SYS_removexattr,
    sys::SYS_lremovexattr,
    sys::SYS_fremovexattr,
    REMOVEXATTRAT,
    FILE_SETATTR,
    sys::SYS_name_to_handle_at,
    sys::SYS_open_by_handle_at,
    sys::SYS_quotactl,
    sys::SYS_quotactl_fd,
    // The file system itself.
    sys::SYS_mount,
    sys::SYS_umount2,
    sys::SYS_pivot_root,
    sys::SYS_chroot,
    sys::SYS_open_tree,
    sys::SYS_move_mount,
    sys::SYS_fsopen,
    sys::SYS_fsconfig,
    sys::SYS_fsmount,
    sys::SYS_fspick,
    sys::SYS_mount_setattr,
    OPEN_TREE_ATTR,
    // Namespaces, in which it would be privileged.
    sys::SYS_unshare,
    sys::SYS_setns,
    // Other processes of the same user: Landlock has no rule for what is no signal.
    sys::SYS_setpriority,
    sys::SYS_ioprio_set,
    sys::SYS_sched_setparam,
    sys::SYS_sched_setscheduler,
    sys::SYS_sched_setaffinity,
    sys::SYS_sched_setattr,
    sys::SYS_migrate_pages,
    sys::SYS_move_pages,
    sys::SYS_process_madvise,
    sys::SYS_process_mrelease,
    sys::SYS_pidfd_getfd,
    sys::SYS_kcmp,
    // The kernel: keys, programs, counters, modules, clocks.
    sys::SYS_add_key,
    sys::SYS_request_key,
    sys::SYS_keyctl,
    sys::SYS_bpf,
    sys::SYS_perf_event_open,
    sys::SYS_userfaultfd,
    sys::SYS_fanotify_init,
    sys::SYS_fanotify_mark,
    sys::SYS_landlock_create_ruleset,
    sys::SYS_init_module,
    sys::SYS_finit_module,
    sys::SYS_delete_module,
    sys::SYS_kexec_load,
    sys::SYS_swapon,
    sys::SYS_swapoff,
    sys::SYS_reboot,
    sys::SYS_acct,
    sys::SYS_syslog,
    sys::SYS_vhangup,
    sys::SYS_settimeofday,
    sys::SYS_clock_settime,
    sys::SYS_clock_adjtime,
    sys::SYS_adjtimex,
    sys::SYS_sethostname,
    sys::SYS_setdomainname,
    sys::SYS_nfsservctl,
    sys::SYS_lookup_dcookie,
    // Users: none is to be had, and limits count by them.
    sys::SYS_setuid,
    sys::SYS_setgid,
    sys::SYS_setreuid,
    sys::SYS_setregid,
    sys::SYS_setresuid,
    sys::SYS_setresgid,
    sys::SYS_setfsuid,
    sys::SYS_setfsgid,
    sys::SYS_setgroups,
    sys::SYS_capset,
];

/// Those of them that only this machine has.
#[cfg(target_arch = "x86_64")]
const OF_THIS_MACHINE: &[i64] = &[
    sys::SYS_chmod,
    sys::SYS_chown,
    sys::SYS_lchown,
    sys::SYS_utime,
    sys::SYS_utimes,
    sys::SYS_futimesat,
    sys::SYS_iopl,
    sys::SYS_ioperm,
    sys::SYS_kexec_file_load,
    sys::SYS_modify_ldt,
    sys::SYS_uselib,
    sys::SYS__sysctl,
];
#[cfg(not(target_arch = "x86_64"))]
const OF_THIS_MACHINE: &[i64] = &[];

// The library's headers do not have these everywhere; their numbers are the same on all machines.
const FCHMODAT2: i64 = 452;
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;
const OPEN_TREE_ATTR: i64 = 467;
const FILE_SETATTR: i64 = 469;

/// Flags of `clone` that make namespaces.
const NAMESPACE_FLAGS: &[i32] = &[
    sys::CLONE_NEWNS,
    sys::CLONE_NEWCGROUP,
    sys::CLONE_NEWUTS,
    sys::CLONE_NEWIPC,
    sys::CLONE_NEWUSER,
    sys::CLONE_NEWPID,
    sys::CLONE_NEWNET,
];

/// Takes the calls away from this process and all that come of it. Unless signals are `scoped`
/// already, it may send them to itself and its group only.
pub fn restrict(scoped: bool) -> Result<(), String> {
    for (action, rules) in tables(scoped)? {
        let program = compile(action, rules)?;
        apply_filter(&program).map_err(|e| format!("the kernel refuses the filter: {e}"))?;
    }
    Ok(())
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// For each answer, the calls that get it; the strictest holds.
fn tables(scoped: bool) -> Result<[(Action, Rules); 3], String> {
    let known = OLD.chain(NEW).filter(|number| !ABSENT.contains(number));
    let known = known.map(|number| (number, Vec::new())).collect();
    let forbidden = FORBIDDEN.iter().chain(OF_THIS_MACHINE);
    let mut rules: Rules = forbidden.map(|number| (*number, Vec::new())).collect();
    let flagged = NAMESPACE_FLAGS.iter().map(|flag| {
        let flag = u64::from(flag.cast_unsigned());
        rule(&[(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(flag), flag)])
    });
    rules.insert(sys::SYS_clone, flagged.collect::<Result<_, _>>()?);
    // Limits of other processes; a lower one for the processor's time is as good as a signal.
    rules.insert(sys::SYS_prlimit64, vec![unlike(0, 0)?]);
    // The warden looks at the program's files and memory.
    let dumpable = u64::from(sys::PR_SET_DUMPABLE.cast_unsigned());
    rules.insert(sys::SYS_prctl, vec![like(0, dumpable)?]);
    // To open a file for reading and empty it is no writing to Landlock before Linux 6.2.
    let empties = u64::from((sys::O_ACCMODE | sys::O_TRUNC).cast_unsigned());
    let emptied = |argument| {
        let only = SeccompCmpOp::MaskedEq(empties);
        rule(&[(argument, SeccompCmpArgLen::Dword, only, u64::from(sys::O_TRUNC.cast_unsigned()))])
    };
    rules.insert(sys::SYS_openat, vec![emptied(2)?]);
    #[cfg(target_arch = "x86_64")]
    rules.insert(sys::SYS_open, vec![emptied(1)?]);
    // What a terminal is made to believe that its user types.
    rules.insert(sys::SYS_ioctl, vec![like(1, sys::TIOCSTI)?, like(1, sys::TIOCLINUX)?]);
    if !scoped {
        let own = rustix::process::getpid().as_raw_nonzero().get();
        let own = u64::from(own.cast_unsigned());
        let another = || {
            let unlike = |value| (0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value);
            rule(&[unlike(own), unlike(0)]).map(|rule| vec![rule])
        };
        for number in [sys::SYS_kill, sys::SYS_rt_sigqueueinfo, sys::SYS_tgkill] {
            rules.insert(number, another()?);
        }
        rules.insert(sys::SYS_rt_tgsigqueueinfo, another()?);
        rules.insert(sys::SYS_tkill, Vec::new());
        rules.insert(sys::SYS_pidfd_send_signal, Vec::new());
        // Signals that a file sends.
        let owners =
            [sys::F_SETOWN, F_SETOWN_EX].map(|what| like(1, u64::from(what.cast_unsigned())));
        rules.insert(sys::SYS_fcntl, owners.into_iter().collect::<Result<_, _>>()?);
    }
    // As a file system answers that cannot do it: the library then writes. It takes disk faster
    // than anyone can look.
    let reserves = Rules::from([(sys::SYS_fallocate, Vec::new())]);
    Ok([
        (Action::RefuseOthers(sys::ENOSYS), known),
        (Action::Refuse(sys::EPERM), rules),
        (Action::Refuse(sys::EOPNOTSUPP), reserves),
    ])
}

const F_SETOWN_EX: i32 = 15;

/// What becomes of the calls of a table.
enum Action {
    Refuse(i32),
    RefuseOthers(i32),
}

fn compile(action: Action, rules: Rules) -> Result<BpfProgram, String> {
    let answer = |errno: i32| SeccompAction::Errno(errno.cast_unsigned());
    let (otherwise, matched) = match action {
        Action::Refuse(errno) => (SeccompAction::Allow, answer(errno)),
        Action::RefuseOthers(errno) => (answer(errno), SeccompAction::Allow),
    };
    let wrong = |e: seccompiler::BackendError| format!("this machine has no filters: {e}");
    let machine = TargetArch::try_from(std::env::consts::ARCH).map_err(wrong)?;
    let filter = SeccompFilter::new(rules, otherwise, matched, machine).map_err(wrong)?;
    filter.try_into().map_err(wrong)
}

fn like(argument: u8, value: u64) -> Result<SeccompRule, String> {
    rule(&[(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)])
}

fn unlike(argument: u8, value: u64) -> Result<SeccompRule, String> {
    rule(&[(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value)])
}

fn rule(conditions: &[(u8, SeccompCmpArgLen, SeccompCmpOp, u64)]) -> Result<SeccompRule, String> {
    let conditions = conditions.iter().map(|(argument, size, operator, value)| {
        SeccompCondition::new(*argument, size.clone(), operator.clone(), *value)
    });
    let conditions = conditions.collect::<Result<Vec<_>, _>>();
    conditions.and_then(SeccompRule::new).map_err(|e| format!("a rule of the filter is odd: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_compiles() {
        for scoped in [false, true] {
            for (action, rules) in tables(scoped).expect("tables") {
                assert!(compile(action, rules).expect("a program").len() < 4096);
            }
        }
    }

    #[test]
    fn what_is_refused_is_known() {
        // A number outside the ranges would be refused with another answer than it is listed with.
        for number in FORBIDDEN.iter().chain(OF_THIS_MACHINE).chain(ABSENT) {
            assert!(OLD.contains(number) || NEW.contains(number), "{number}");
        }
    }
}

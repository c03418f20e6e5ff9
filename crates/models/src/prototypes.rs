//! The types of the functions that have models, as glibc's headers declare them: a letter for each, see [`Prototype`].
//!
//! Functions that only a compiler calls (`llvm.*`, sized atomics, conversions of its runtime) are not here: it declares
//! them right.

use margay_engine::Prototype;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The types of a function's result and parameters.
pub fn prototype(name: &str) -> Option<Prototype> {
    static ALL: OnceLock<HashMap<&str, Prototype>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let each = PROTOTYPES.iter();
        each.flat_map(|(types, names)| {
            names.split_whitespace().map(|name| (name, Prototype(types)))
        })
        .collect()
    });
    all.get(name).copied()
}

#[rustfmt::skip]
const PROTOTYPES: &[(&str, &str)] = &[
    ("blp", "__atomic_is_lock_free"),
    ("blpppii", "__atomic_compare_exchange"),
    ("bpi", "__atomic_test_and_set"),
    ("c", "__VERIFIER_nondet_char __VERIFIER_nondet_u8 __VERIFIER_nondet_uchar"),
    ("d", "__VERIFIER_nondet_double drand48"),
    ("dd", "\
        acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp10 exp2 expm1 fabs floor gamma j0 j1 \
        lgamma log log10 log1p log2 logb nearbyint nextdown nextup pow10 rint round roundeven significand sin \
        sinh sqrt tan tanh tgamma trunc y0 y1"),
    ("ddd", "atan2 cabs carg cimag copysign creal drem fdim fmax fmin fmod hypot nextafter pow remainder scalb"),
    ("dddd", "fma"),
    ("dddp", "remquo"),
    ("dde", "nexttoward"),
    ("ddi", "__powidf2 ldexp scalbn"),
    ("ddl", "scalbln"),
    ("ddp", "frexp lgamma_r modf"),
    ("did", "jn yn"),
    ("dll", "difftime"),
    ("dp", "atof erand48 nan"),
    ("dpp", "__strtod_internal strtod strtof64 wcstod"),
    ("dppp", "strtod_l"),
    ("ee", "\
        acoshl acosl asinhl asinl atanhl atanl cbrtl ceill coshl cosl erfcl erfl exp10l exp2l expl expm1l fabsl \
        floorl gammal j0l j1l lgammal log10l log1pl log2l logbl logl nearbyintl nextdownl nextupl pow10l rintl \
        roundevenl roundl significandl sinhl sinl sqrtl tanhl tanl tgammal truncl y0l y1l"),
    ("eee", "atan2l copysignl dreml fdiml fmaxl fminl fmodl hypotl nextafterl nexttowardl powl remainderl scalbl"),
    ("eeee", "fmal"),
    ("eeep", "remquol"),
    ("eei", "__powixf2 ldexpl scalbnl"),
    ("eel", "scalblnl"),
    ("eep", "frexpl lgammal_r modfl"),
    ("eie", "jnl ynl"),
    ("em", "cabsl cargl cimagl creall"),
    ("ep", "nanl"),
    ("epp", "__strtold_internal strtold wcstold"),
    ("eppp", "strtold_l"),
    ("f", "__VERIFIER_nondet_float"),
    ("ff", "\
        acosf acoshf asinf asinhf atanf atanhf cbrtf ceilf cosf coshf erfcf erff exp10f exp2f expf expm1f fabsf \
        floorf gammaf j0f j1f lgammaf log10f log1pf log2f logbf logf nearbyintf nextdownf nextupf pow10f rintf \
        roundevenf roundf significandf sinf sinhf sqrtf tanf tanhf tgammaf truncf y0f y1f"),
    ("ffe", "nexttowardf"),
    ("fff", "atan2f copysignf dremf fdimf fmaxf fminf fmodf hypotf nextafterf powf remainderf scalbf"),
    ("ffff", "fmaf"),
    ("fffp", "remquof"),
    ("ffi", "__powisf2 ldexpf scalbnf"),
    ("ffl", "scalblnf"),
    ("ffp", "frexpf lgammaf_r modff"),
    ("fif", "jnf ynf"),
    ("fp", "nanf"),
    ("fpp", "__strtof_internal strtof strtof32 wcstof"),
    ("fppp", "strtof_l"),
    ("fw", "cabsf cargf cimagf crealf"),
    ("ggi", "__powitf2"),
    ("gpp", "strtof128"),
    ("h", "__VERIFIER_nondet_short __VERIFIER_nondet_u16 __VERIFIER_nondet_ushort"),
    ("hh", "htons ntohs"),
    ("i", "\
        __VERIFIER_nondet_int __VERIFIER_nondet_u32 __VERIFIER_nondet_uint __VERIFIER_nondet_unsigned \
        __getpagesize __libc_current_sigrtmax __libc_current_sigrtmin arc4random clearenv fcloseall fegetexcept \
        fegetround fork get_nprocs get_nprocs_conf getchar getchar_unlocked getdtablesize getegid geteuid getgid \
        getpagesize getpgrp getpid getppid gettid getuid getwchar getwchar_unlocked munlockall pause \
        pthread_yield rand sched_yield setpgrp setsid vfork"),
    ("id", "\
        __finite __fpclassify __isfinite __isinf __isnan __isnormal __issignaling __signbit finite fpclassify \
        ilogb isfinite isinf isnan isnormal issignaling signbit"),
    ("ie", "\
        __finitel __fpclassifyl __isfinitel __isinfl __isnanl __isnormall __issignalingl __signbitl finitel \
        fpclassifyl ilogbl isfinitel isinfl isnanl isnormall issignalingl signbitl"),
    ("if", "\
        __finitef __fpclassifyf __isfinitef __isinff __isnanf __isnormalf __issignalingf __signbitf finitef \
        fpclassifyf ilogbf isfinitef isinff isnanf isnormalf issignalingf signbitf"),
    ("ii", "\
        __close _tolower _toupper abs alarm arc4random_uniform btowc close dup fchdir fdatasync feclearexcept \
        fedisableexcept feenableexcept feraiseexcept fesetround fetestexcept ffs fsync getpgid getsid gsignal \
        htonl isalnum isalpha isascii isatty isblank iscntrl isdigit isgraph islower isprint ispunct isspace \
        isupper iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace \
        iswupper iswxdigit isxdigit mlockall nice ntohl pthread_key_delete pthread_setconcurrency putchar \
        putchar_unlocked putwchar putwchar_unlocked raise setegid seteuid setfsgid setfsuid setgid setlogmask \
        setuid sigpause sleep sockatmark syncfs toascii tolower toupper towlower towupper umask unshare usleep \
        wctob wcwidth"),
    ("ii.", "prctl"),
    ("iii", "\
        dup2 fchmod flock getpriority kill killpg listen mallopt setns setpgid setregid setreuid shutdown \
        siginterrupt ualarm"),
    ("iii.", "__fcntl fcntl fcntl64"),
    ("iiii", "dup3 fchown setpriority setresgid setresuid socket"),
    ("iiiip", "socketpair"),
    ("iiiipi", "setsockopt"),
    ("iiiipp", "getsockopt"),
    ("iiil", "lockf"),
    ("iiip", "__fxstat __fxstat64 klee_range tcsetattr"),
    ("iiip.", "__dprintf_chk"),
    ("iiipp", "__vdprintf_chk clock_nanosleep"),
    ("iiippi", "__fxstatat __fxstatat64"),
    ("iiiq", "lockf64"),
    ("iil", "ftruncate iswctype"),
    ("iil.", "ioctl"),
    ("iilli", "posix_fadvise"),
    ("iip", "\
        _IO_putc _IO_ungetc __tolower_l __toupper_l clock_getres clock_gettime clock_settime fputc \
        fputc_unlocked fputwc fputwc_unlocked fstat fstat64 fstatvfs fstatvfs64 getgroups getitimer getrlimit \
        getrlimit64 getrusage isalnum_l isalpha_l isblank_l iscntrl_l isdigit_l isgraph_l islower_l isprint_l \
        ispunct_l isspace_l isupper_l isxdigit_l pthread_setcancelstate pthread_setcanceltype \
        pthread_setspecific putc putc_unlocked putw putwc putwc_unlocked setrlimit setrlimit64 tcgetattr \
        tolower_l toupper_l towctrans tss_set ungetc ungetwc"),
    ("iip.", "__printf_chk __wprintf_chk dprintf"),
    ("iipi", "bind connect mkdirat unlinkat waitpid"),
    ("iipi.", "openat openat64"),
    ("iipii", "faccessat"),
    ("iipip", "wait4"),
    ("iipl", "__xpg_strerror_r"),
    ("iipp", "\
        __lxstat __lxstat64 __posix_getopt __sigaction __vprintf_chk __vwprintf_chk __xstat __xstat64 accept \
        getopt getpeername getsockname inet_pton pthread_sigmask setitimer sigaction sigprocmask timer_create \
        vdprintf"),
    ("iippi", "accept4 fstatat fstatat64 utimensat"),
    ("iipppp", "getopt_long getopt_long_only select"),
    ("iiq", "ftruncate64"),
    ("iiqqi", "posix_fadvise64"),
    ("il", "ffsl malloc_trim pthread_detach thrd_detach"),
    ("ili", "pthread_kill"),
    ("ilip", "pthread_setschedparam"),
    ("ill", "pthread_equal thrd_equal"),
    ("illp", "pthread_setaffinity_np"),
    ("ilp", "__sched_cpucount pthread_join pthread_setname_np pthread_tryjoin_np thrd_join"),
    ("ilpp", "pthread_timedjoin_np"),
    ("ip", "\
        _IO_fclose _IO_getc __flbf __freadable __freading __fwritable __fwriting __setjmp __uflow __underflow \
        _setjmp at_quick_exit atexit atoi catclose chdir chroot closedir cnd_broadcast cnd_init cnd_signal dirfd \
        dlclose fclose fegetenv feholdexcept feof feof_unlocked ferror ferror_unlocked fesetenv feupdateenv \
        fflush fflush_unlocked fgetc fgetc_unlocked fgetwc fgetwc_unlocked fileno fileno_unlocked fpurge ftime \
        ftrylockfile getc getc_unlocked getw getwc getwc_unlocked iconv_close inet_addr klee_int mbsinit mkstemp \
        mkstemp64 mtx_lock mtx_trylock mtx_unlock pclose pipe pthread_attr_destroy pthread_attr_init \
        pthread_barrier_destroy pthread_barrier_wait pthread_barrierattr_destroy pthread_barrierattr_init \
        pthread_cond_broadcast pthread_cond_destroy pthread_cond_signal pthread_condattr_destroy \
        pthread_condattr_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock \
        pthread_mutex_unlock pthread_mutexattr_destroy pthread_mutexattr_init pthread_rwlock_destroy \
        pthread_rwlock_rdlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock \
        pthread_rwlock_wrlock pthread_rwlockattr_destroy pthread_rwlockattr_init pthread_spin_destroy \
        pthread_spin_lock pthread_spin_trylock pthread_spin_unlock putenv puts rand_r remove rmdir sem_destroy \
        sem_post sem_trywait sem_wait setjmp sigemptyset sigfillset sigisemptyset sigpending sigsuspend sysinfo \
        system uname unlink unsetenv wait"),
    ("ip.", "__isoc23_scanf __isoc23_wscanf __isoc99_scanf __isoc99_wscanf printf scanf wprintf wscanf"),
    ("ipi", "\
        __fsetlocking __open64_2 __open_2 __overflow __sigsetjmp access backtrace chmod creat creat64 eaccess \
        euidaccess fegetexceptflag fesetexceptflag fwide getloadavg initgroups mkdir mkfifo mkostemp mkostemp64 \
        mkstemps mkstemps64 mtx_init pipe2 pthread_attr_setdetachstate pthread_attr_setinheritsched \
        pthread_attr_setschedpolicy pthread_attr_setscope pthread_condattr_setclock pthread_condattr_setpshared \
        pthread_mutexattr_setprotocol pthread_mutexattr_setpshared pthread_mutexattr_setrobust \
        pthread_mutexattr_settype pthread_rwlockattr_setkind_np pthread_spin_init sigaddset sigdelset \
        sigismember sigsetjmp timespec_get wctomb"),
    ("ipi.", "__open open open64"),
    ("ipii", "chown lchown sem_init"),
    ("ipil", "mknod"),
    ("ipilp.", "__sprintf_chk"),
    ("ipilpp", "__vsprintf_chk"),
    ("ipip", "pthread_mutex_clocklock sem_clockwait wait3"),
    ("ipip.", "__asprintf_chk __fprintf_chk __fwprintf_chk"),
    ("ipipp", "__vasprintf_chk __vfprintf_chk __vfwprintf_chk timer_settime"),
    ("ipl", "\
        getdomainname getentropy gethostname mblen mlock munlock munmap pthread_attr_setguardsize \
        pthread_attr_setstacksize truncate wcswidth"),
    ("ipli", "fseek fseeko madvise mprotect msync poll posix_madvise"),
    ("iplilp.", "__snprintf_chk __swprintf_chk"),
    ("iplilpp", "__vsnprintf_chk __vswprintf_chk"),
    ("ipll", "posix_memalign"),
    ("iplp.", "snprintf swprintf"),
    ("iplpp", "ppoll vsnprintf vswprintf"),
    ("ipp", "\
        __cxa_at_quick_exit __isoc23_vscanf __isoc23_vwscanf __isoc99_vscanf __isoc99_vwscanf __strcasecmp \
        cnd_wait dladdr execv execvp fgetpos fgetpos64 fputs fputs_unlocked fputws fputws_unlocked fsetpos \
        fsetpos64 gettimeofday inet_aton link lstat lstat64 mtx_timedlock nanosleep on_exit pthread_cond_init \
        pthread_cond_wait pthread_key_create pthread_mutex_init pthread_mutex_timedlock \
        pthread_mutexattr_gettype pthread_once pthread_rwlock_init pthread_rwlock_timedrdlock \
        pthread_rwlock_timedwrlock rename sem_getvalue sem_timedwait settimeofday sigaltstack stat stat64 \
        statvfs statvfs64 strcasecmp strcmp strcoll strverscmp symlink thrd_sleep timer_gettime tss_create utime \
        utimes vprintf vscanf vwprintf vwscanf wcscasecmp wcscmp wcscoll"),
    ("ipp.", "\
        _IO_fprintf __asprintf __isoc23_fscanf __isoc23_fwscanf __isoc23_sscanf __isoc23_swscanf __isoc99_fscanf \
        __isoc99_fwscanf __isoc99_sscanf __isoc99_swscanf asprintf execl execle execlp fprintf fscanf fwprintf \
        fwscanf sprintf sscanf swscanf"),
    ("ippi", "fnmatch pthread_barrier_init setenv"),
    ("ippil", "setvbuf"),
    ("ippip", "pthread_cond_clockwait"),
    ("ippip.", "clone"),
    ("ippl", "__memcmpeq __strncasecmp bcmp mbtowc memcmp strncasecmp strncmp wcsncasecmp wcsncmp wmemcmp"),
    ("ipplp", "strncasecmp_l"),
    ("ippp", "\
        _IO_vfprintf __cxa_atexit __isoc23_vfscanf __isoc23_vfwscanf __isoc23_vsscanf __isoc23_vswscanf \
        __isoc99_vfscanf __isoc99_vfwscanf __isoc99_vsscanf __isoc99_vswscanf cnd_timedwait execve execvpe \
        getsubopt pthread_atfork pthread_cond_timedwait sigandset sigorset strcasecmp_l strcoll_l thrd_create \
        vasprintf vfprintf vfscanf vfwprintf vfwscanf vsprintf vsscanf vswscanf"),
    ("ippp.", "__register_atfork"),
    ("ipppp", "pthread_create"),
    ("ipq", "truncate64"),
    ("ipqi", "fseeko64"),
    ("iq", "ffsll"),
    ("l", "\
        __VERIFIER_nondet_long __VERIFIER_nondet_size_t __VERIFIER_nondet_ulong __ctype_get_mb_cur_max clock \
        lrand48 mrand48 pthread_self random thrd_current"),
    ("ld", "llogb lrint lround"),
    ("le", "llogbl lrintl lroundl"),
    ("lf", "llogbf lrintf lroundf"),
    ("li", "__sysconf sysconf"),
    ("lii", "fpathconf"),
    ("lili", "__lseek lseek"),
    ("lipi", "readv writev"),
    ("lipl", "__read __write read write"),
    ("lipli", "recv send"),
    ("liplipi", "sendto"),
    ("liplipp", "recvfrom"),
    ("lipll", "__read_chk pread pwrite"),
    ("liplll", "__pread_chk"),
    ("liplq", "pread64 pwrite64"),
    ("ll", "__fdelt_chk getauxval labs"),
    ("lp", "\
        __fbufsize __fpending a64l atol ftell ftello jrand48 malloc_usable_size mktime nrand48 strlen telldir \
        time timegm timelocal times wcslen wctype"),
    ("lphp", "c16rtomb"),
    ("lpi", "pathconf"),
    ("lpip", "c32rtomb wcrtomb"),
    ("lpipl", "__wcrtomb_chk"),
    ("lpl", "__strnlen strnlen wcsnlen"),
    ("lpli", "getrandom"),
    ("lplllp", "__fread_chk __fread_unlocked_chk"),
    ("lpllp", "fread fread_unlocked fwrite fwrite_unlocked"),
    ("lplp", "__mbrlen mbrlen"),
    ("lplpp", "strftime wcsftime"),
    ("lplppp", "strftime_l"),
    ("lpp", "strcspn strspn wcscspn wcsspn"),
    ("lppi", "\
        __isoc23_strtol __isoc23_strtoul __isoc23_wcstol __isoc23_wcstoul __strtol_internal __strtoul_internal \
        strtol strtoul wcstol wcstoul"),
    ("lppip", "__getdelim getdelim strtol_l strtoul_l"),
    ("lppl", "mbstowcs readlink strlcat strlcpy strxfrm wcstombs wcsxfrm"),
    ("lppll", "__mbstowcs_chk __strlcat_chk __strlcpy_chk __wcstombs_chk"),
    ("lppllp", "mbsnrtowcs wcsnrtombs"),
    ("lpplp", "mbrtoc16 mbrtoc32 mbrtowc mbsrtowcs wcsrtombs"),
    ("lppp", "getline"),
    ("ooo", "__divti3 __modti3 __multi3 __udivti3 __umodti3"),
    ("p", "\
        __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location __h_errno_location dlerror \
        get_current_dir_name getgrent getlogin getpwent gnu_get_libc_release gnu_get_libc_version localeconv \
        tmpfile tmpfile64"),
    ("pi", "\
        fdopendir getgrgid getpwuid inet_ntoa nl_langinfo pthread_getspecific sigabbrev_np sigdescr_np strerror \
        strerrordesc_np strerrorname_np strsignal tss_get ttyname"),
    ("pip", "\
        _IO_fdopen __sysv_signal bsd_signal fdopen nl_langinfo_l setlocale signal sigset ssignal strerror_l \
        sysv_signal"),
    ("pipl", "initstate strerror_r"),
    ("pipp", "newlocale"),
    ("pippi", "inet_ntop"),
    ("pl", "__libc_malloc l64a malloc pvalloc valloc"),
    ("pll", "__libc_calloc __libc_memalign aligned_alloc calloc memalign"),
    ("plpi", "dlmopen"),
    ("pp", "\
        __secure_getenv __strdup __xpg_basename asctime basename canonicalize_file_name ctime dirname duplocale \
        getenv getgrnam getpass getpwnam gets gettext gmtime localtime mkdtemp mktemp opendir readdir readdir64 \
        secure_getenv seed48 setstate strdup textdomain tmpnam tmpnam_r uselocale wcsdup wctrans"),
    ("ppi", "\
        __rawmemchr __strchrnul catopen dlopen index rawmemchr rindex strchr strchrnul strrchr wcschr wcschrnul \
        wcsrchr"),
    ("ppiip", "catgets"),
    ("ppil", "__memrchr memchr memrchr memset wmemchr wmemset"),
    ("ppill", "__memset_chk __wmemset_chk"),
    ("ppip", "fgets fgets_unlocked fgetws fgetws_unlocked"),
    ("ppl", "__gets_chk __libc_realloc __strndup getcwd memfrob realloc strndup"),
    ("ppliiil", "mmap"),
    ("ppliiiq", "mmap64"),
    ("pplip", "__fgets_chk __fgets_unlocked_chk"),
    ("ppll", "reallocarray"),
    ("pplp", "fmemopen"),
    ("pplpl", "memmem"),
    ("ppp", "\
        _IO_fopen __stpcpy __strcasestr __strsep asctime_r bind_textdomain_codeset bindtextdomain crypt ctime_r \
        dgettext dlsym fopen fopen64 gmtime_r iconv_open localtime_r open_memstream open_wmemstream popen \
        realpath stpcpy strcasestr strcat strcpy strpbrk strsep strstr strtok tempnam wcpcpy wcscat wcscpy \
        wcspbrk wcsstr wcswcs"),
    ("pppi", "__dcgettext dcgettext"),
    ("pppil", "memccpy"),
    ("pppl", "\
        __mempcpy __realpath_chk __stpcpy_chk __stpncpy __strcat_chk __strcpy_chk __wcscat_chk __wcscpy_chk \
        memcpy memmove mempcpy ngettext stpncpy strncat strncpy wcpncpy wcsncat wcsncpy wmemcpy wmemmove \
        wmempcpy"),
    ("pppll", "\
        __memcpy_chk __memmove_chk __mempcpy_chk __stpncpy_chk __strncat_chk __strncpy_chk __wcsncat_chk \
        __wcsncpy_chk __wmemcpy_chk __wmemmove_chk"),
    ("pppp", "__strtok_r freopen freopen64 strptime strtok_r wcstok"),
    ("ppppl", "dngettext"),
    ("ppppli", "dcngettext"),
    ("q", "__VERIFIER_nondet_longlong __VERIFIER_nondet_u64 __VERIFIER_nondet_ulonglong"),
    ("qd", "llrint llround"),
    ("qe", "llrintl llroundl"),
    ("qf", "llrintf llroundf"),
    ("qiqi", "lseek64"),
    ("qp", "atoll atoq ftello64"),
    ("qppi", "\
        __isoc23_strtoimax __isoc23_strtoll __isoc23_strtoull __isoc23_strtoumax __isoc23_wcstoll \
        __isoc23_wcstoull __strtoll_internal __strtoull_internal strtoimax strtoll strtoq strtoull strtoumax \
        strtouq wcstoimax wcstoll wcstoull wcstoumax"),
    ("qppip", "strtoll_l strtoull_l"),
    ("qq", "imaxabs llabs"),
    ("v", "\
        __VERIFIER_error __chk_fail __gmon_start__ __stack_chk_fail _flushlbf abort closelog endpwent \
        klee_prefer_cex malloc_stats pthread_testcancel reach_error setpwent sync thrd_yield tzset"),
    ("vdpp", "sincos"),
    ("vepp", "sincosl"),
    ("vfpp", "sincosf"),
    ("vi", "\
        _Exit __atomic_signal_fence __atomic_thread_fence _exit atomic_signal_fence atomic_thread_fence exit \
        klee_silent_exit quick_exit srand srandom thrd_exit tss_delete"),
    ("viip.", "__error __syslog_chk errc error"),
    ("viipip.", "error_at_line"),
    ("vip", "psignal"),
    ("vip.", "err errx syslog"),
    ("vipip", "__assert_perror_fail"),
    ("vipp", "verr verrx vsyslog"),
    ("vl", "srand48"),
    ("vlppi", "__atomic_load __atomic_store"),
    ("vlpppi", "__atomic_exchange"),
    ("vp", "\
        __cxa_finalize __fortify_fail __fpurge __libc_free __pthread_register_cancel __pthread_unregister_cancel \
        __pthread_unwind_next cfree clearerr clearerr_unlocked cnd_destroy flockfile free freelocale funlockfile \
        lcong48 mtx_destroy perror pthread_exit rewind rewinddir setkey setlinebuf"),
    ("vp.", "warn warnx"),
    ("vpi", "__atomic_clear __longjmp_chk _longjmp encrypt longjmp siglongjmp"),
    ("vpii", "openlog"),
    ("vpipp", "klee_report_error"),
    ("vpl", "__bzero arc4random_buf bzero explicit_bzero free_sized klee_define_fixed_object seekdir"),
    ("vpll", "__explicit_bzero_chk free_aligned_sized"),
    ("vplp", "klee_make_symbolic margay_symbolic"),
    ("vpp", "call_once setbuf vwarn vwarnx"),
    ("vppi", "__assert"),
    ("vppip", "__assert_fail __assert_rtn"),
    ("vppl", "bcopy setbuffer swab"),
    ("vx", "__VERIFIER_assert __VERIFIER_assume klee_assert klee_assume margay_assert margay_assume"),
    ("x", "__VERIFIER_nondet__Bool __VERIFIER_nondet_bool"),
    ("xdd", "\
        cacos cacosh casin casinh catan catanh ccos ccosh cexp clog clog10 conj cproj csin csinh csqrt ctan \
        ctanh"),
    ("xdddd", "cpow"),
    ("xii", "div"),
    ("xll", "ldiv"),
    ("xm", "\
        cacoshl cacosl casinhl casinl catanhl catanl ccoshl ccosl cexpl clog10l clogl conjl cprojl csinhl csinl \
        csqrtl ctanhl ctanl"),
    ("xmm", "cpowl"),
    ("xqq", "imaxdiv lldiv"),
    ("xw", "\
        cacosf cacoshf casinf casinhf catanf catanhf ccosf ccoshf cexpf clog10f clogf conjf cprojf csinf csinhf \
        csqrtf ctanf ctanhf"),
    ("xww", "cpowf"),
];

//! What a flag is that a repository brings: kept, dropped, refused or unknown.
//!
//! Invariant: a flag reaches clang only if a table here says so. Those that are refused, and those that are
//! dropped without a word, are listed so that the user is told no more and no less than is worth it: a
//! flag that no table has is left out as well.

use super::takes_value;
use std::collections::HashSet;
use std::sync::LazyLock;

/// What is done with a flag of a repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It matters for the meaning of the source, and does nothing else.
    Keep,
    /// It says nothing about the meaning, and every build may have it.
    Drop,
    /// As [`Kind::Drop`], but it has no business among the settings of a project.
    BuildOutput,
    Refuse(Harm),
    Unknown,
}

/// What a flag could do that a repository must not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Harm {
    /// It loads code, starts programs or brings in flags that could; the meaning may depend on it.
    RunsCode,
    /// It chooses programs that assemble or link, which says nothing about the meaning.
    ChoosesTools,
    WritesFiles,
}

/// What a flag of the driver is, without its value if that is a word of its own.
pub fn of_driver(flag: &str) -> Kind {
    let (name, value) = split(flag);
    if let Some(harm) = harm(name, flag) {
        return Kind::Refuse(harm);
    }
    if is_kept(flag, name, value) {
        return Kind::Keep;
    }
    if OUTPUT.has(name) || flag.starts_with("-o") {
        return Kind::BuildOutput;
    }
    let dropped = DROPPED.has(name)
        || DROPPED_JOINED.split_whitespace().any(|prefix| flag.starts_with(prefix))
        || matches!(of_f(flag), Some(name) if DROPPED_F.has(name) || begins(name, &DROPPED_F_BEGIN));
    if dropped { Kind::Drop } else { Kind::Unknown }
}

/// What a word after `-Xclang` is.
pub fn of_inner(flag: &str) -> Kind {
    let (name, _) = split(flag);
    match of_driver(flag) {
        refused @ Kind::Refuse(_) => refused,
        _ if INNER_KEPT.has(name) => Kind::Keep,
        _ if INNER_DROPPED.has(name) => Kind::Drop,
        // What the inner compiler makes of flags that name files is not what the driver makes of them.
        Kind::Keep if flag.starts_with("-f") => Kind::Keep,
        Kind::Drop if flag.starts_with("-f") || flag.starts_with("-W") => Kind::Drop,
        _ => Kind::Unknown,
    }
}

/// Whether a language that `-x` names is one that is analysed.
pub fn is_c(language: &str) -> bool {
    matches!(language, "c" | "cpp-output" | "none")
}

/// The name of a flag, with either number of dashes and without its value; and the value after `=`.
fn split(flag: &str) -> (&str, Option<&str>) {
    let bare = flag.strip_prefix("--").or_else(|| flag.strip_prefix('-')).unwrap_or(flag);
    match bare.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (bare, None),
    }
}

/// The name of an `-f` flag, be it to turn something on or off.
fn of_f(flag: &str) -> Option<&str> {
    let name = flag.strip_prefix("-f")?;
    let name = name.split_once('=').map_or(name, |(name, _)| name);
    Some(name.strip_prefix("no-").unwrap_or(name))
}

fn harm(name: &str, flag: &str) -> Option<Harm> {
    if RUNS.has(name) || begins(name, &RUNS_BEGIN) {
        Some(Harm::RunsCode)
    } else if TOOLS.has(name) || begins(name, &TOOLS_BEGIN) || flag.starts_with("-B") {
        // `-B.`: what is joined to a value has no name of its own.
        Some(Harm::ChoosesTools)
    } else if WRITES.has(name) || begins(name, &WRITES_BEGIN) {
        Some(Harm::WritesFiles)
    } else {
        None
    }
}

fn is_kept(flag: &str, name: &str, value: Option<&str>) -> bool {
    let spelled = &flag[..flag.find('=').unwrap_or(flag.len())];
    let is_listed = match value {
        None => KEPT.has(name) || KEPT_VALUE.has(flag),
        Some(_) => KEPT_EQUALS.has(spelled),
    };
    // `-iframeworkwithsysroot` is not `-iframework` with a value.
    if is_listed || (!takes_value(flag) && value_joined(flag, KEPT_JOINED)) {
        return true;
    }
    if let Some(f) = of_f(flag) {
        return match value {
            None => KEPT_F.has(f) || f.starts_with("builtin-"),
            Some(_) => KEPT_F_VALUE.has(f),
        };
    }
    match flag.strip_prefix("-m") {
        // A list, since some flags that begin alike take the next word (`-multiply_defined`).
        Some(machine) if value.is_none() => {
            KEPT_M.has(machine.strip_prefix("no-").unwrap_or(machine))
        }
        Some(_) => KEPT_M_VALUE.has(name) && !value.unwrap_or_default().contains('/'),
        None => false,
    }
}

fn begins(name: &str, prefixes: &Names) -> bool {
    prefixes.0.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether a flag is one of these with its value joined to it.
fn value_joined(flag: &str, prefixes: &str) -> bool {
    let mut prefixes = prefixes.split_whitespace();
    prefixes.any(|prefix| flag.len() > prefix.len() && flag.starts_with(prefix))
}

struct Names(LazyLock<HashSet<&'static str>>);

impl Names {
    fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

/// A table of names, which stand apart by blanks.
macro_rules! names {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        $($(#[$doc])* static $name: Names =
            Names(LazyLock::new(|| $text.split_whitespace().collect()));)*
    };
}

names! {
/// Flags without a value.
KEPT = "
    ansi nostdinc nostdlibinc nobuiltininc ibuiltininc undef pthread pthreads trigraphs traditional-cpp EL EB
    no-standard-includes";

/// Flags whose value is the next word, as clang spells them: each is among those that take one
/// ([`takes_value`]), so that what follows is never taken for a flag by one and for a value by the other.
KEPT_VALUE = "
    -D -F -I -U -arch -idirafter -iframework -iframeworkwithsysroot -imacros -imultilib -include -iprefix -iquote
    -isysroot -isystem -isystem-after -ivfsoverlay -iwithprefix -iwithprefixbefore -iwithsysroot -mthread-model
    -target -working-directory -x --define-macro --imacros --include --include-directory
    --include-directory-after --include-prefix --include-with-prefix --include-with-prefix-after
    --include-with-prefix-before --language --no-system-header-prefix --std --sysroot --system-header-prefix
    --undefine-macro";

/// Flags whose value is joined by `=`.
KEPT_EQUALS = "
    -std -working-directory --define-macro --embed-dir --imacros --include --include-directory
    --include-directory-after --include-prefix --include-with-prefix --include-with-prefix-after
    --include-with-prefix-before --language --no-system-header-prefix --std --sysroot --system-header-prefix
    --target --undefine-macro";

/// What `-f` turns on, or `-fno-` off, that changes the meaning.
KEPT_F = "
    PIC PIE altivec apple-pragma-pack approx-func asm associative-math blocks borland-extensions
    builtin char8_t common cx-fortran-rules cx-limited-range declspec define-target-os-macros
    delete-null-pointer-checks digraphs dollars-in-identifiers double-square-bracket-attributes
    emulated-tls exceptions fast-math finite-loops finite-math-only fixed-point force-enable-int128
    freestanding gnu-inline-asm gnu-keywords gnu89-inline heinous-gnu-extensions honor-infinities
    honor-nans hosted knr-functions lax-vector-conversions math-errno merge-all-constants
    ms-compatibility ms-extensions ms-volatile native-half-type non-call-exceptions openmp
    openmp-simd pack-struct pascal-strings pcc-struct-return pic pie protect-parens reciprocal-math
    reg-struct-return rounding-math short-enums short-wchar signed-bitfields signed-char
    signed-zeros single-precision-constant strict-aliasing strict-enums strict-flex-arrays
    strict-float-cast-overflow strict-overflow strict-return threadsafe-statics trapping-math trapv
    trigraphs unsafe-math-optimizations unsigned-bitfields unsigned-char wrapv wrapv-pointer
    writable-strings xl-pragma-pack zvector";

/// The same with a value.
KEPT_F_VALUE = "
    cx-method exec-charset excess-precision extend-arguments fp-contract fp-eval-method fp-exception-behavior
    fp-model gnuc-version input-charset lax-vector-conversions max-type-align ms-compatibility-version
    msc-version openmp openmp-version pack-struct strict-flex-arrays tls-model trivial-auto-var-init visibility
    wide-exec-charset ms-runtime-lib clang-abi-compat altivec-src-compat";

/// What `-m` turns on, or `-mno-` off: of the machines of clang and gcc, and none takes a word that follows.
KEPT_M = "
    128bit-long-double 16 32 3dnow 3dnowa 64 68000 68010 68020 68030 68040 68060 68881 80387 8bit-idiv
    96bit-long-double abicalls abm accumulate-args accumulate-outgoing-args adx aes
    aix-shared-lib-tls-model-opt aix-small-local-dynamic-tls aix-small-local-exec-tls aix-struct-return
    aix32 aix64 align-double align-int align-stringops altivec amdgpu-ieee amdgpu-precise-memory-op amx-bf16
    amx-complex amx-fp16 amx-int8 amx-tile android apcs-frame app-regs apx-inline-asm-use-gpr32 apxf arm
    arm64x atomics avx avx10.1 avx10.1-256 avx10.1-512 avx10.2 avx2 avx256-split-unaligned-load
    avx256-split-unaligned-store avx5124fmaps avx5124vnniw avx512bf16 avx512bitalg avx512bw avx512cd
    avx512dq avx512er avx512f avx512fp16 avx512ifma avx512pf avx512vbmi avx512vbmi2 avx512vl avx512vnni
    avx512vp2intersect avx512vpopcntdq avxifma avxneconvert avxvnni avxvnniint16 avxvnniint8 backchain be8
    big big-endian bionic bit-align bitfield bmi bmi2 branch-likely branches-within-32B-boundaries
    bti-at-return-twice bulk-memory cabac call-ms2sysv-xlogues call-prologues cet cet-switch
    check-zero-division cld cldemote clflushopt clwb clzero cmpb cmpccxadd cmse code-object-v3 console
    constant-cfstrings constructor-aliases cpu32 crbits crc crc32 crypto csect csr-check cumode cx16 daz-ftz
    default-build-attributes direct-extern-access direct-move dispatch-scheduler div dll double-float dsp
    dspr2 dynamic-no-pic eabi-attributes efpu2 embedded-data enable-experimental-extensions
    enable-unsafe-fp-math enqcmd esa evex512 exception-handling execute-only explicit-reloc explicit-relocs
    extended-const extern-sdata f16c fancy-math-387 faster-structs fdiv fence-tso fentry fix-24k
    fix-cmse-cve-2021-35465 fix-cortex-a53-835769 fix-cortex-a53-843419 fix-cortex-a57-aes-1742098
    fix-cortex-a72-aes-1655431 fix-cortex-m3-ldrd fix-r10000 fix-r4000 fix-r4400 fix-sb1 fix-vr4120
    fix-vr4130 fix4300 flat float128 flush-func fma fma4 fmv force-drap force-indirect-call
    forced-sw-shadow-stack fp-in-toc fp-ret-in-387 fp32 fp64 fprnd fpu fpxx fsgsbase fsmuld full-toc
    fused-madd fxsr gather general-regs-only gfni ginv glibc global-merge gp32 gp64 gpopt half-precision
    hard-dfp hard-float hard-quad-float hle hotpatch hreset htm hvx hvx-ieee-fp hvx-qfloat iamcu ibt-seal
    id-shared-library ieee-fp ieee-rnd-near ignore-xcoff-visibility imadd implicit-float
    incremental-linker-compatible indirect-branch-cs-prefix indirect-branch-register inline-all-stringops
    inline-atomics inline-stringops-dynamically int8 intel-syntax interlink-compressed interlink-mips16
    invariant-function-descriptors invpcid ips1 ips16 ips2 ips3 ips32 ips32r2 ips32r3 ips32r5 ips32r6 ips4
    ips5 ips64 ips64r2 ips64r3 ips64r5 ips64r6 isel kernel kl large large-data large-text lasx ldc1-sdc1
    little-endian llsc local-sdata long-calls long-double-128 long-double-64 long-double-80 long32 long64
    longcall low-precision-recip-sqrt lr-for-calls-only lra lsx lvi-cfi lvi-hardening lwp lzcnt mad madd4
    manual-endbr mark-bti-property mdmx memops mfocrf micromips minimal-toc mips16 mips3d mitigate-rop mma
    mmx movbe movdir64b movdiri movt mpx ms-bitfields msa mt multimemory multiple multivalue musl
    mutable-globals mvcle mwait mwaitx neg-immediates nobitfield nocrc nontrapping-fptoint nop-mcount nvj
    nvs odd-spreg omit-leaf-frame-pointer outline outline-atomics packed-stack packets paired-single
    paired-vector-memops pc-relative-literal-loads pc32 pc64 pc80 pclmul pcommit pconfig pcrel
    pic-data-is-text-relative pku plt pointers-to-nested-functions popc popcnt popcntb popcntd
    power10-vector power8-vector power9-vector powerpc powerpc-gfxopt powerpc-gpopt powerpc64 prefer-avx128
    prefetchi prefetchwt1 prefixed prfchw privileged prototype ptwrite push-args qdsp6-compat quad-memory
    raoint rdpid rdpru rdrnd rdseed recip record-mcount record-return red-zone reference-types regnames
    relax relax-all relax-cmpxchg-loop relax-pic-calls relaxed-atomics relaxed-simd relocatable
    relocatable-lib restrict-it retpoline retpoline-external-thunk rmw rop-protect rtd rtm sahf save-restore
    scalar-strict-align scatter sched-prolog sdata secure-plt sep-data serialize seses sgx sha sha512 shared
    short short-calls shstk sign-ext sim simd128 single-float single-pic-base skip-rax-setup sm3 sm4
    small-data small-exec small-text smartmips soft-float soft-quad-float spe speculative-load-hardening
    split-addresses sse sse2 sse2avx sse3 sse4 sse4.1 sse4.2 sse4a sse5 sseregparm ssse3 stack-arg-probe
    stack-bias stackrealign strict-X strict-align string stv sum-in-toc svr4-struct-return sym32 tail-call
    tbm tgsplit thin-archive threads thumb thumb-interwork tiny-stack tls-direct-seg-refs toc tocdata
    tpcs-frame tpcs-leaf-frame tsxldtrk uclibc uintr unaligned-access unaligned-doubles unaligned-symbols
    unicode unsafe-fp-atomics update user-mode usermsr v5 v55 v60 v62 v65 v66 v67 v67t v68 v69 v71 v71t v73
    v8plus vaes vect8-ret-in-mem vector-strict-align vevpu virt vis vis2 vis3 vpclmulqdq vsx vx vzeroupper
    waitpkg warn-dynamicstack warn-nonportable-cfstrings wavefrontsize64 wbnoinvd widekl windows
    word-relocations x32 x87 xcoff-roptr xgot xop xsave xsavec xsaveopt xsaves zarch";

/// What `-m` sets to a value.
KEPT_M_VALUE = "
    mabi march mcpu mtune mfpu mfloat-abi mfpmath mcmodel mdouble mlong-double mregparm mtls-size mtp
    mthread-model mstack-alignment mpreferred-stack-boundary mincoming-stack-boundary mprefer-vector-width
    mtls-dialect mbranch-protection mios-version-min mmacos-version-min mmacosx-version-min mtargetos
    mrecip masm mharden-sls mfunction-return mindirect-branch mstack-protector-guard
    mstack-protector-guard-offset mstack-protector-guard-reg mstack-protector-guard-symbol mrvv-vector-bits
    msve-vector-bits msmall-data-limit mimplicit-it msign-return-address mzos-target mnan mexec-model
    mcode-model mabs mcompact-branches mips";

/// Of clang's inner compiler.
INNER_KEPT = "
    D F I U idirafter iframework iframeworkwithsysroot imacros iprefix iquote isysroot isystem ivfsoverlay
    iwithprefix iwithprefixbefore iwithsysroot mthread-model working-directory x
    target-feature target-cpu target-abi tune-cpu include fdouble-square-bracket-attributes
    fnative-half-type fallow-half-arguments-and-returns ffp-contract";

/// What makes a precompiled header, or uses one: the header itself is named beside it.
INNER_DROPPED = "
    emit-pch include-pch fno-pch-timestamp fpch-instantiate-templates pch-through-hdrstop-create
    pch-through-hdrstop-use main-file-name debug-info-kind dwarf-version disable-O0-optnone
    no-opaque-pointers opaque-pointers fno-validate-pch w";

/// What a build makes, and lists of what it depends on.
OUTPUT = "
    o output c compile S assemble E preprocess M MM MD MMD MF MG MJ MP MQ MT MV dependencies user-dependencies
    write-dependencies write-user-dependencies fsyntax-only ###";

/// What says nothing about the meaning: optimising, debugging, warning, linking.
DROPPED = "
    C CC P H Q Qn Qy Qunused-arguments Xassembler Xlinker Xanalyzer allowable_client bundle client_name
    compatibility_version coverage current_version dynamiclib e for-linker framework help help-hidden
    install_name l library-directory nodefaultlibs no-pie nolibc nopie nostartfiles nostdlib nostdinc++ p param pedantic
    pedantic-errors pg pie pipe profile r rdynamic s shared shared-libgcc static static-libgcc static-libsan
    shared-libsan static-openmp static-pie symbolic u v verbose version w z L T Tbss Tdata Ttext G
    rtlib unwindlib stdlib stdlib++-isystem cxx-isystem canonical-prefixes no-canonical-prefixes
    start-no-unused-arguments end-no-unused-arguments resource-dir time meabi index-header-map A b
    no-undefined weak_framework mlinker-version darwin-target-variant darwin-target-variant-triple
    include-pch relocatable-pch optimize debug warn- extra-warnings";

/// The same of flags that begin with `-f` or `-fno-`.
DROPPED_F = "
    access-control ada-spec-parent addrsig aggressive-loop-optimizations align-functions align-jumps
    align-labels align-loops aligned-allocation allocation-dce allow-store-data-races
    asan-shadow-offset assume-sane-operator-new asynchronous-unwind-tables autolink
    basic-block-address-map basic-block-sections binutils-version bit-tests bounds-safety-debug
    bracket-depth building-libgcc caller-saves canonical-system-headers caret-diagnostics
    caret-diagnostics-max-lines cf-protection check-data-deps check-new check-pointer-bounds
    checking code-hoisting color-diagnostics combine-stack-adjustments compare-debug
    compare-debug-second compare-elim conserve-stack constexpr-backtrace-limit constexpr-depth
    constexpr-steps convergent-functions coroutines cprop-registers crash-diagnostics crossjumping
    cxx-exceptions data-sections dbg-cnt dbg-cnt-list dce defer-pop delayed-branch
    delete-dead-exceptions devirtualize devirtualize-at-ltrans devirtualize-speculatively
    direct-access-external-data disable discard-value-names dse dwarf2-cfi-asm early-inlining
    elide-constructors eliminate-dwarf2-dups eliminate-unused-debug-symbols
    eliminate-unused-debug-types emit-class-debug-always enable expensive-optimizations
    experimental-new-pass-manager extended-identifiers fat-lto-objects file-compilation-dir
    file-prefix-map file-reproducible fine-grained-bitfield-accesses float-store fold-simple-inlines
    force-addr force-dwarf-frame forward-propagate fp-int-builtin-inexact function-alignment
    function-cse function-sections global-isel gnat-encodings gnu-unique graphite graphite-identity
    guess-branch-probability handle-exceptions harden-compares harden-conditional-branches
    hoist-adjacent-loads hotpatch ident implicit-inline-templates implicit-templates
    indirect-inlining inhibit-size-directive ivopts jmc jump-tables large-source-files
    legacy-pass-manager lifetime-dse limit-debug-info limit-function-alignment live-patching
    live-range-shrinkage lra-remat macro-backtrace-limit macro-prefix-map max-errors
    max-include-depth mem-report mem-report-wpa message-length modulo-sched
    modulo-sched-allow-regmoves move-loop-invariants move-loop-stores ms-hotpatch nothrow-opt
    objc-arc objc-exceptions omit-frame-pointer openacc openacc-dim operator-names
    optimize-register-move optimize-sibling-calls optimize-strlen order-file-instrumentation
    partial-inlining patchable-function-entry pch-codegen pch-debuginfo pch-deps
    pch-instantiate-templates pch-preprocess pch-timestamp peel-loops peephole peephole2 permissive
    plt post-ipa-mem-report pre-ipa-mem-report predictive-commoning prefetch-loop-arrays
    preserve-as-comments printf-return-value pseudo-probe-for-profiling random-seed
    record-gcc-switches ree register-global-dtors-with-atexit regmove rename-registers report-bug
    rerun-cse-after-loop rerun-loop-opt reschedule-modulo-scheduled-loops rtlib-add-rpath rtti
    rtti-data section-anchors see seh-exceptions semantic-interposition separate-named-sections
    show-column show-source-location shrink-wrap shrink-wrap-separate simd-cost-model
    sized-deallocation slp-vectorize spell-checking spell-checking-limit stack-check
    stack-clash-protection stack-reuse stack-size-section standalone-debug stdarg-opt store-merging
    strength-reduce strict-vtable-pointers strub sync-libcalls tabstop temp-file
    template-backtrace-limit test-coverage thread-jumps toplevel-reorder tracer
    track-macro-expansion trampolines unique-basic-block-section-names unique-internal-linkage-names
    unique-section-names unit-at-a-time unsafe-loop-optimizations unswitch-loops unwind-tables
    use-cxa-atexit use-init-array use-line-directives variable-expansion-in-unroller vect-cost-model
    vectorize vectorize-slp verbose-asm version-loops-for-strides virtual-function-elimination
    visibility-inlines-hidden visibility-inlines-hidden-static-local-var visibility-ms-compat vpt
    web whole-program whole-program-vtables xray zee zero-call-used-regs zero-initialized-in-bss";
DROPPED_F_BEGIN = "
    analyzer argument embed-bitcode branch btr chkp- coverage cse debug- diagnostics emit-struct gcse if-conversion inline
    instrument ipa- ira- isolate keep- loop- lto merge- mudflap profile reorder sanitize sched
    schedule sel- selective- split- ssa stack-limit stack-protector time-report tree- unroll
    var-tracking vtable vtv";

/// What brings in code, programs or other flags. Modules are compiled on the way, into a cache that a flag
/// names.
RUNS = "
    add-plugin cc1 cc1as cc1gen-reproducer config config-system-dir config-user-dir driver-mode
    fbuiltin-module-map fcxx-modules fimplicit-module-maps fimplicit-modules gcc-install-dir gcc-toolchain
    gcc-triple iapinotes-modules load mllvm mmlir no-default-config plugin specs fsystem-module
    rsp-quoting fapinotes fapinotes-modules ptxas-path amdgpu-arch-tool nvptx-arch-tool
    hipspv-pass-plugin dxv-path";
RUNS_BEGIN = "
    fplugin fpass-plugin fmodule fprebuilt plugin-arg ccc- hip cuda rocm offload libomptarget mlink-
    mllvm mmlir fno-modules fthinlto Xcuda Xopenmp Xoffload load-";

/// What assembles or links in place of what clang would take.
TOOLS = "
    B prefix fuse-ld ld-path wrapper fuse-linker-plugin fno-use-linker-plugin no-integrated-as integrated-as
    fno-integrated-as fintegrated-as fno-integrated-cc1 fintegrated-cc1 via-file-asm fno-integrated-objemitter
    wasm-opt";
TOOLS_BEGIN = "
    wrapper fuse-ld ld-path";

/// What writes a file besides the one that is asked for.
WRITES = "
    aux-info dsym-dir dumpbase dumpbase-ext dumpdir foptimization-record-file fproc-stat-report
    gen-cdb-fragment-path gen-reproducer index-store-path module-dependency-dir object-file-name
    symbol-graph-dir arcmt-migrate-report-output analyzer-output analyze migrate precompile extract-api
    verify-pch fstack-usage fdriver-only fsave-optimization-record product-name fbuild-session-file
    opt-record-file stats-file header-include-file diagnostic-log-file dependency-file dependency-dot
    fmemory-profile fdepfile-entry fdebug-compilation-dir-file";
WRITES_BEGIN = "
    analyz arcmt- ast- dependency- dump emit- fcallgraph-info fcrash-diagnostics-dir fdump ftime-trace
    fopt-info foptimization-record fproc-stat fsave-optimization header-include objcmt- print- rewrite- save-
    serialize-diagnostic stats templight verify";
}

/// Flags with a value joined to them. `-Wl,`, `-Wa,` and warnings begin alike.
const KEPT_JOINED: &str = "-D -F -I -U -idirafter -iframework -imacros -iquote -isystem -x";
const DROPPED_JOINED: &str = "-O -g -W -R -l -L -T -d -z -u -e -G -pedantic -Q -A";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clang;
    use std::path::Path;
    use std::process::{Command, Stdio};

    fn check(flags: &str, kind: Kind) {
        for flag in flags.split_whitespace() {
            assert_eq!(of_driver(flag), kind, "{flag}");
        }
    }

    #[test]
    fn what_matters_is_kept() {
        check("-DX -D -Iinc -I -U -isystem -iquotex -include -std=c11 --std=c99 -ansi", Kind::Keep);
        check(
            "-m32 -msse4.2 -mno-avx -march=native -mabi=lp64 -mfloat-abi=hard -mthumb",
            Kind::Keep,
        );
        check(
            "-fsigned-char -fno-signed-char -fwrapv -fno-builtin -fno-builtin-memcpy",
            Kind::Keep,
        );
        check("-fshort-enums -fms-extensions -fPIC -fno-pie -fopenmp -fpack-struct=2", Kind::Keep);
        check("--sysroot=/x --sysroot -target --target=x -x -xc -nostdinc -pthread", Kind::Keep);
    }

    #[test]
    fn what_builds_have_besides_is_dropped() {
        check(
            "-O2 -g -ggdb3 -Wall -Wl,-z,now -lm -Ldir -shared -pipe -w -s -v -dM -pedantic",
            Kind::Drop,
        );
        check(
            "-fno-tree-vrp -fstack-protector-strong -flto -fsanitize=address --coverage",
            Kind::Drop,
        );
        check(
            "-fno-ipa-sra -fdiagnostics-color=always -fprofile-arcs --param=x=1 -fcf-protection",
            Kind::Drop,
        );
        check("-o -ox -c -S -E -MD -MF -MJ --output=x", Kind::BuildOutput);
    }

    #[test]
    fn what_could_run_code_or_write_files_is_refused_in_every_spelling() {
        check(
            "--config --config=x -config -config=x -fplugin=x --fplugin=x -fplugin-arg-a-b -fpass-plugin=x \
             -load -plugin -mllvm -mllvm=x -specs=x --specs=x -specs -fmodules -fmodules-cache-path=x \
             -fmodule-file=x -fmodule-map-file=x -fprebuilt-module-path=x --driver-mode=cl -cc1 \
             --gcc-toolchain=x --gcc-install-dir=x -ccc-install-dir --cuda-path=x -mlink-builtin-bitcode",
            Kind::Refuse(Harm::RunsCode),
        );
        check(
            "-B -B. -B=x --prefix --prefix=x -fuse-ld=x --ld-path=x -wrapper -wrapper=x -fno-integrated-as",
            Kind::Refuse(Harm::ChoosesTools),
        );
        check(
            "-save-temps --save-temps -save-temps=obj -save-stats -ftime-trace -ftime-trace=x -dumpdir \
             -fcrash-diagnostics-dir=x -serialize-diagnostics --serialize-diagnostics -emit-ast -print-stats \
             -index-store-path -fdump-tree-all -emit-llvm -rewrite-objc --analyze -fproc-stat-report=x",
            Kind::Refuse(Harm::WritesFiles),
        );
    }

    /// Every flag that is kept, as it is spelled, but for values that are joined to names.
    fn kept() -> Vec<String> {
        let listed = |names: &Names, forms: &[&str]| -> Vec<String> {
            let names = names.0.iter();
            names.flat_map(|name| forms.iter().map(move |form| form.replace('_', name))).collect()
        };
        let joined = KEPT_JOINED.split_whitespace().map(|flag| format!("{flag}c"));
        let mut all = [
            listed(&KEPT, &["-_", "--_"]),
            KEPT_VALUE.0.iter().map(|flag| (*flag).to_owned()).collect(),
            KEPT_EQUALS.0.iter().map(|flag| format!("{flag}=c")).collect(),
            listed(&KEPT_F, &["-f_", "-fno-_"]),
            listed(&KEPT_F_VALUE, &["-f_=1", "-fno-_=1"]),
            listed(&KEPT_M, &["-m_", "-mno-_"]),
            listed(&KEPT_M_VALUE, &["-_=1"]),
            joined.collect(),
        ]
        .concat();
        all.sort();
        all
    }

    /// Flags of clang, or of its inner compiler, that take the next word, whatever it is.
    fn swallowing(clang: &Path, mode: &[&str], flags: &[String]) -> Vec<String> {
        // The word after a flag is unknown to clang; a flag of which clang does not say so has taken it for a value.
        let marker = |number: usize| format!("--margay-marker-{number}");
        let marked = flags.iter().enumerate().flat_map(|(n, flag)| [flag.clone(), marker(n)]);
        let mut command = Command::new(clang);
        let output = command.args(mode).args(marked).stdin(Stdio::null()).output();
        let said = String::from_utf8(output.expect("clang runs").stderr).expect("UTF-8");
        let is_unknown = |line: &&str| {
            ["unknown argument", "unsupported option"].iter().any(|words| line.contains(words))
        };
        let unknown: Vec<&str> = said.lines().filter(is_unknown).collect();
        let is_taken = |n: usize| {
            let word = format!("'{}'", marker(n));
            !unknown.iter().any(|line| line.contains(&word))
        };
        let taken = flags.iter().enumerate().filter(|(n, _)| is_taken(*n));
        taken.map(|(_, flag)| flag.clone()).collect()
    }

    #[test]
    fn clang_takes_the_next_word_where_we_do() {
        let all = kept();
        let with_value = |flags: &[String]| -> Vec<String> {
            flags.iter().filter(|flag| takes_value(flag)).cloned().collect()
        };
        let other: Vec<_> = all.iter().filter(|flag| of_driver(flag) != Kind::Keep).collect();
        assert_eq!(other, [""; 0], "no two tables have one flag");
        assert!(KEPT_VALUE.0.iter().all(|flag| takes_value(flag)));
        let inner_names =
            INNER_KEPT.0.iter().flat_map(|name| [format!("-{name}"), format!("--{name}")]);
        let mut inner: Vec<String> = all.iter().cloned().chain(inner_names).collect();
        inner.retain(|flag| of_inner(flag) == Kind::Keep);
        inner.sort();
        inner.dedup();
        for clang in clang::find_all() {
            let major = clang.major;
            let ours = with_value(&all);
            assert_eq!(swallowing(&clang.path, &["-###", "-c"], &all), ours, "clang {major}");
            let theirs = swallowing(&clang.path, &["-cc1"], &inner);
            assert_eq!(theirs, with_value(&inner), "clang -cc1 {major}");
        }
    }

    #[test]
    fn what_no_table_has_is_unknown() {
        check("-fnew-thing -fnew-thing=x -new --new=x -mnew=x -march=/x -mx/y", Kind::Unknown);
    }
}

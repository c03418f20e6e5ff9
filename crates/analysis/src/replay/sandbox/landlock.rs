//! Landlock: rules by which a process keeps itself from files, TCP, signals and abstract sockets.
//!
//! Rules hold for all that the process becomes and starts. Kernels differ in what they have rules
//! for; the newest that this one has are used. Owners and modes of files have none in any, and
//! neither have UDP and sockets with a path before Linux 7.1: seccomp refuses these.

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
};
use std::path::Path;

/// The least that will do, that of Linux 5.13. Files can be emptied there without being written to,
/// which seccomp refuses.
const LEAST: ABI = ABI::V1;
/// The newest that this was written for.
const NEWEST: ABI = ABI::V9;

/// Takes away the right to write outside the directory and to use TCP, as far as the kernel knows how.
pub fn restrict_files(directory: &Path) -> Result<(), String> {
    let apply = || -> Result<(), RulesetError> {
        let all = AccessFs::from_write(NEWEST);
        let file = AccessFs::from_file(NEWEST) & all;
        Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_write(LEAST))?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(all)?
            .handle_access(AccessNet::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules([directory], all))?
            .add_rules(path_beneath_rules(["/dev/null"], file))?
            .restrict_self()?;
        Ok(())
    };
    apply().map_err(|_| "the kernel has none, or is older than Linux 5.13".to_owned())
}

/// Takes away the right to signal processes and to connect to abstract sockets that are not the
/// program's own.
pub fn restrict_scopes() -> Result<(), String> {
    let apply = || -> Result<(), RulesetError> {
        let rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        rules.scope(Scope::from_all(ABI::V6))?.create()?.restrict_self()?;
        Ok(())
    };
    apply().map_err(|_| "the kernel has none, or is older than Linux 6.12".to_owned())
}

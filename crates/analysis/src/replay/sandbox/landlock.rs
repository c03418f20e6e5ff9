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

/// The least that will do: from here on files are not truncated either. Linux 6.2.
const LEAST: ABI = ABI::V3;
/// The newest that this was written for.
const NEWEST: ABI = ABI::V9;

/// Takes away the right to write outside the directory, to use TCP, and to signal other processes.
/// Tells whether the last is so: the kernel has a rule for that from Linux 6.12 on.
pub fn restrict(directory: &Path) -> Result<bool, String> {
    let scopes = has_scopes();
    let apply = || -> Result<(), RulesetError> {
        let all = AccessFs::from_write(NEWEST);
        let file = AccessFs::from_file(NEWEST) & all;
        Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_write(LEAST))?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(all)?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules([directory], all))?
            .add_rules(path_beneath_rules(["/dev/null"], file))?
            .restrict_self()?;
        Ok(())
    };
    apply().map_err(|_| "the kernel has none, or it is older than Linux 6.2".to_owned())?;
    Ok(scopes)
}

fn has_scopes() -> bool {
    let rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    rules.scope(Scope::from_all(ABI::V6)).and_then(|rules| rules.create()).is_ok()
}

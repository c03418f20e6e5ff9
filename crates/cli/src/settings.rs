//! What a check is to report: the command line where it says something, else `margay.toml`, else
//! what Margay does by itself.

use crate::check::{CheckArgs, Level};
use crate::config::CheckConfig;
use crate::diff;
use crate::explore::ExploreSettings;
use margay_frontend::regular;
use margay_ir::finding::Rule;
use margay_report::Format;
use margay_report::baseline::Baseline;
use margay_report::changes::Changes;
use margay_report::nearest::suggestion;
use std::path::Path;
use std::sync::Arc;

pub struct Settings {
    pub explore: ExploreSettings,
    /// The rules whose findings count.
    pub rules: Vec<&'static Rule>,
    /// They were named, and are shown whatever their level is.
    pub names_rules: bool,
    pub level: Level,
    pub format: Format,
    pub baseline: Option<Baseline>,
    /// What was changed, if only that counts.
    pub changes: Option<Changes>,
}

impl Settings {
    /// Puts the settings together. The error is a sentence.
    pub fn new(args: &CheckArgs) -> Result<Settings, String> {
        let (mut explore, config) =
            ExploreSettings::new(&args.explore, &margay_analysis::Limits::default())?;
        Arc::make_mut(&mut explore.options.flow).implicit = args.implicit_flow;
        let mut rules: Vec<&'static Rule> = margay_checkers::rules().collect();
        let names: Vec<&str> = rules.iter().map(|rule| rule.name).collect();
        let CheckConfig { rules: only, disable, .. } = &config;
        let only = args.rules.as_ref().or(only.as_ref());
        let not = args.disable.as_ref().unwrap_or(disable);
        for name in only.into_iter().flatten().chain(not) {
            if !names.contains(&name.as_str()) {
                let hint = suggestion(name, names.iter().copied());
                return Err(format!("there is no rule `{name}`{hint}"));
            }
        }
        let named = |list: &[String], rule: &Rule| list.iter().any(|name| name == rule.name);
        rules.retain(|rule| only.is_none_or(|only| named(only, rule)) && !named(not, rule));
        let baseline = args.baseline.as_ref().or(config.baseline.as_ref());
        Ok(Settings {
            explore,
            rules,
            names_rules: only.is_some(),
            level: args.level.or(config.level).unwrap_or(Level::Warning),
            format: args.format.map(Format::from).or(config.format).unwrap_or(Format::Text),
            baseline: baseline.map(|file| read_baseline(file)).transpose()?,
            changes: args
                .diff
                .as_deref()
                .map(|revision| diff::since(revision, &args.explore.inputs.stop))
                .transpose()?,
        })
    }

    /// Whether findings of a rule count.
    pub fn wants(&self, rule: &str) -> bool {
        self.rules.iter().any(|wanted| wanted.name == rule)
    }
}

fn read_baseline(file: &Path) -> Result<Baseline, String> {
    let name = file.display();
    let bytes = regular::read(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    Baseline::parse(&bytes).map_err(|why| format!("{name} is no baseline: {why}"))
}

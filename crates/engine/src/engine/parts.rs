//! What rooms above keep in the engine, a struct for each.

use crate::code::loop_changes::LoopChanges;
use crate::code::loop_series::LoopSeries;
use crate::code::shape::Shape;
use crate::code::target::Target;
use crate::engine::estimate::Apart;
use crate::engine::live::{LiveReg, Point};
use crate::records::navigator::Navigator;
use crate::records::nearness::Nearness;
use crate::records::pursuit::{Approach, Pursuit};
use crate::records::replay::Replay;
use crate::records::resumed::Resumed;
use crate::state::State;
use crate::state::varargs::VaListAbi;
use margay_ir::{AliasId, BlockId, FuncId, InstId, LoopId};
use margay_smt::{Bv, Model};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Where paths are wanted, and how they are sought.
pub(crate) struct Reaching {
    /// Where paths are wanted. Set before any code is decoded.
    pub(crate) target: Rc<Target>,
    /// How many of them, each on a course of its own. Set before any code is decoded.
    pub(crate) paths_wanted: usize,
    /// Reads that are judged by what they read. Set before any code is decoded.
    pub(crate) inspected: Rc<Target>,
    /// How far it is there, if paths are wanted somewhere.
    pub(crate) nearness: Option<Rc<Nearness>>,
    /// How near paths have come.
    pub(crate) approach: Option<Approach>,
    /// How paths are sought, if not as usual.
    pub(crate) pursuit: Option<Pursuit>,
    /// The navigator that finds routes through loops, for that strategy. Set before any code is decoded.
    pub(crate) navigator: Option<Navigator>,
}

impl Default for Reaching {
    fn default() -> Self {
        Reaching {
            target: Rc::default(),
            paths_wanted: 1,
            inspected: Rc::default(),
            nearness: None,
            approach: None,
            pursuit: None,
            navigator: None,
        }
    }
}

/// What was done about loops since exploration began.
pub(crate) struct Looping {
    /// The iteration from which on a loop is watched, for those that were watched in vain.
    pub(crate) first_looks: HashMap<(FuncId, LoopId), u64>,
    /// Iterations in which the input chooses that one path makes of one loop.
    pub(crate) iterations: u32,
    /// How often loops were widened since exploration began.
    pub(crate) widenings: HashMap<(FuncId, LoopId), u32>,
    /// What is being executed again exactly.
    pub(crate) replay: Option<Replay>,
}

impl Default for Looping {
    fn default() -> Self {
        Looping {
            first_looks: HashMap::new(),
            iterations: u32::MAX,
            widenings: HashMap::new(),
            replay: None,
        }
    }
}

/// What was computed of functions and loops, of those that were asked for.
#[derive(Default)]
pub(crate) struct Analyses {
    /// How functions are built, of those that were asked for.
    pub(crate) shapes: HashMap<FuncId, Rc<Shape>>,
    /// Whether what an instruction makes is mixed with other bits.
    pub(crate) mixed: HashMap<(FuncId, InstId), bool>,
    /// What loops may change, of those that were widened.
    pub(crate) loop_changes: HashMap<(FuncId, LoopId), Rc<LoopChanges>>,
    /// What loops make of their variables, of those that were surveyed.
    pub(crate) loop_series: HashMap<(FuncId, LoopId), Rc<LoopSeries>>,
    /// What frames still read where they stand, of those that were asked for.
    pub(crate) live: HashMap<Point, Option<Rc<[LiveReg]>>>,
    /// What paths are kept apart for, in functions and their loops.
    pub(crate) apart: HashMap<(FuncId, Option<LoopId>), Rc<Apart>>,
    /// Branches from blocks to those that are not reached, and how many were reached then.
    pub(crate) distances: HashMap<FuncId, (u64, Rc<[u32]>)>,
}

/// Where merging was tried in vain.
#[derive(Default)]
pub(crate) struct Merging {
    /// Choices after which merging the paths failed.
    pub(crate) failed_merges: HashSet<(FuncId, usize)>,
    /// All paths of a region were merged that could be, and that was too hard.
    pub(crate) has_merged_all_in_vain: bool,
}

/// How the program lies in memory.
pub(crate) struct Image {
    /// Labels whose address is taken, in the order of their addresses.
    pub(crate) labels: Vec<(FuncId, BlockId)>,
    pub(crate) label_numbers: Rc<HashMap<(FuncId, BlockId), usize>>,
    /// Addresses of global variables, by their ids.
    pub(crate) globals: Rc<[u64]>,
    /// What `ifunc` symbols stand for, once their functions were asked.
    pub(crate) ifuncs: Rc<HashMap<AliasId, u64>>,
    pub(crate) abi: VaListAbi,
}

/// What paths leave to those that come after them.
#[derive(Default)]
pub(crate) struct Kept {
    /// How often each side of a choice was followed first, the true one before the other.
    pub(crate) taken: HashMap<(FuncId, usize), [u32; 2]>,
    /// The last model of a whole path that was looked for.
    pub(crate) shown: Option<Model>,
    /// What stands for terms that are too large.
    pub(crate) large: HashMap<Bv, Bv>,
    /// The state that functions of unknown callers start from.
    pub(crate) before_functions: Option<State>,
}

/// Work that counts in other ways than others.
#[derive(Default)]
pub(crate) struct Spent {
    /// What it took to come to where others had been.
    pub(crate) resumed: Resumed,
    /// See [`crate::Effort::ended`].
    pub(crate) ended: u64,
    /// Work of the solver that does not count.
    pub(crate) forgotten_work: u64,
    /// Queries that do not count.
    pub(crate) forgotten_queries: u64,
}

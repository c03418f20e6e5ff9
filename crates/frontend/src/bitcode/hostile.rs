//! Files that no compiler writes, built bit by bit: each attacks one bound of the reader.
//!
//! Random damage rarely finds these; see `tests/bitcode_hostile.rs` for that.

use super::{ReadError, read};
use llvm_bitcode::schema::blocks::{
    BlockId, ConstantsCodes, FunctionCode, ModuleCode, StrtabCode, TypeCode,
};
use margay_ir::Program;

/// Writes a bitstream.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    used: usize,
}

const WIDTH: usize = 3;

impl Writer {
    fn put(&mut self, value: u64, width: usize) {
        for bit in 0..width {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.last_mut().expect("a byte was pushed");
            *last |= u8::from(value >> bit & 1 == 1) << (self.used % 8);
            self.used += 1;
        }
    }

    fn vbr(&mut self, mut value: u64, width: usize) {
        let payload = width - 1;
        while value >> payload != 0 {
            self.put(value & ((1 << payload) - 1) | 1 << payload, width);
            value >>= payload;
        }
        self.put(value, width);
    }

    fn align(&mut self) {
        self.put(0, self.used.next_multiple_of(32) - self.used);
    }

    /// A block, in a block with ids of `outer` bits.
    fn block(&mut self, outer: usize, id: u64, contents: impl FnOnce(&mut Writer)) {
        self.put(1, outer);
        self.vbr(id, 8);
        self.vbr(WIDTH.try_into().expect("small"), 4);
        self.align();
        let length_at = self.bytes.len();
        self.put(0, 32);
        contents(self);
        self.put(0, WIDTH);
        self.align();
        let words = u32::try_from((self.bytes.len() - length_at) / 4 - 1).expect("small");
        self.bytes[length_at..length_at + 4].copy_from_slice(&words.to_le_bytes());
    }

    fn record(&mut self, code: u64, ops: &[u64]) {
        self.put(3, WIDTH);
        self.vbr(code, 6);
        self.vbr(ops.len().try_into().expect("small"), 6);
        ops.iter().for_each(|&op| self.vbr(op, 6));
    }
}

/// A file with one module, and a table of names that holds `name`.
fn module(contents: impl FnOnce(&mut Writer)) -> Result<Program, ReadError> {
    let mut writer = Writer::default();
    for byte in *b"BC\xC0\xDE" {
        writer.put(byte.into(), 8);
    }
    writer.block(2, BlockId::Module as u64, |w| {
        w.record(ModuleCode::Version as u64, &[2]);
        contents(w);
    });
    writer.block(2, BlockId::Strtab as u64, |w| {
        // An abbreviation: the code as a literal, then a blob.
        w.put(2, WIDTH);
        w.vbr(2, 5);
        w.put(1, 1);
        w.vbr(StrtabCode::Blob as u64, 8);
        w.put(0, 1);
        w.put(5, 3);
        w.put(4, WIDTH);
        w.vbr(4, 6);
        w.align();
        w.put(u32::from_le_bytes(*b"name").into(), 32);
    });
    read(&writer.bytes)
}

fn types(w: &mut Writer, records: &[(TypeCode, Vec<u64>)]) {
    w.block(WIDTH, BlockId::Type as u64, |w| {
        records.iter().for_each(|(code, ops)| w.record(*code as u64, ops));
    });
}

/// A variable of type `ty` whose initialiser is value `init - 1`.
fn global(w: &mut Writer, ty: u64, init: u64) {
    w.record(ModuleCode::GlobalVar as u64, &[0, 4, ty, 2, init, 0, 0, 0]);
}

#[track_caller]
fn fails(result: Result<Program, ReadError>, with: &str) {
    let error = result.expect_err("the file is malformed").to_string();
    assert!(error.contains(with), "{error}");
}

#[test]
fn a_sound_file_of_the_writer_is_read() {
    let program = module(|w| {
        types(w, &[(TypeCode::Integer, vec![32])]);
        global(w, 0, 2);
        w.block(WIDTH, BlockId::Constants as u64, |w| {
            w.record(ConstantsCodes::Settype as u64, &[0]);
            w.record(ConstantsCodes::Integer as u64, &[14]);
        });
    });
    let program = program.expect("a sound file");
    let variable = program.globals.iter().next().expect("a variable");
    assert_eq!(variable.name, "name");
    assert_eq!(variable.init.and_then(|init| program.consts.as_u64(init)), Some(7));
}

#[test]
fn lengths_without_contents() {
    let plain = module(|w| {
        w.put(3, WIDTH);
        w.vbr(ModuleCode::Triple as u64, 6);
        w.vbr(1 << 60, 6);
    });
    fails(plain, "longer than its block");
    let array = module(|w| {
        // An abbreviation: the code as a literal, then an array of single bits.
        w.put(2, WIDTH);
        w.vbr(3, 5);
        w.put(1, 1);
        w.vbr(ModuleCode::Triple as u64, 8);
        w.put(0, 1);
        w.put(3, 3);
        w.put(0, 1);
        w.put(1, 3);
        w.vbr(1, 5);
        w.put(4, WIDTH);
        w.vbr(1 << 50, 6);
    });
    fails(array, "longer than its block");
}

#[test]
fn many_abbreviations_take_no_stack() {
    let program = module(|w| {
        for _ in 0..300_000 {
            w.put(2, WIDTH);
            w.vbr(1, 5);
            w.put(1, 1);
            w.vbr(0, 8);
        }
    });
    assert!(program.is_ok());
}

#[test]
fn literals_are_not_free() {
    let program = module(|w| {
        w.put(2, WIDTH);
        w.vbr(5000, 5);
        for _ in 0..5000 {
            w.put(1, 1);
            w.vbr(99, 8);
        }
        for _ in 0..50_000 {
            w.put(4, WIDTH);
        }
    });
    fails(program, "repeat more than the file holds");
}

#[test]
fn types_that_explode() {
    let doubling = |count: u64| {
        let mut records = vec![(TypeCode::Integer, vec![8])];
        records.extend((0..count).map(|at| (TypeCode::StructAnon, vec![0, at, at])));
        module(|w| types(w, &records))
    };
    assert!(doubling(10).is_ok());
    fails(doubling(60), "too many parts");
    let nested = |count: u64| {
        let mut records = vec![(TypeCode::Integer, vec![8])];
        records.extend((0..count).map(|at| (TypeCode::Array, vec![1, at])));
        module(|w| types(w, &records))
    };
    assert!(nested(100).is_ok());
    fails(nested(100_000), "nested too deeply");
    fails(module(|w| types(w, &[(TypeCode::Array, vec![1, 0])])), "contains itself");
    let huge = [(TypeCode::Integer, vec![64]), (TypeCode::Array, vec![1 << 62, 0])];
    fails(module(|w| types(w, &huge)), "larger than any memory");
    fails(module(|w| types(w, &[(TypeCode::Integer, vec![1 << 24])])), "bad width");
    let lanes = [(TypeCode::Integer, vec![8]), (TypeCode::Vector, vec![1 << 40, 0])];
    fails(module(|w| types(w, &lanes)), "bad length");
}

/// A program whose only variable is initialised by the last of some sums.
fn sums(count: u64, operands: impl Fn(u64) -> (u64, u64)) -> Program {
    let program = module(|w| {
        types(w, &[(TypeCode::Integer, vec![32])]);
        global(w, 0, count + 2);
        w.block(WIDTH, BlockId::Constants as u64, |w| {
            w.record(ConstantsCodes::Settype as u64, &[0]);
            w.record(ConstantsCodes::Integer as u64, &[2]);
            for at in 0..count {
                let (a, b) = operands(at);
                w.record(ConstantsCodes::BinOp as u64, &[0, a, b]);
            }
        });
    });
    program.expect("constants spoil only what uses them")
}

#[test]
fn constants_that_explode_or_go_in_rings() {
    let gap = |program: &Program| program.gaps.first().map(|gap| gap.reason.clone());
    // Value 0 is the variable, value 1 the number, then come the sums.
    assert_eq!(gap(&sums(10, |at| (at + 1, at + 1))), None);
    let doubled = gap(&sums(100, |at| (at + 1, at + 1))).expect("a gap");
    assert!(doubled.contains("too many parts"), "{doubled}");
    let deep = gap(&sums(100_000, |at| (at + 1, 1))).expect("a gap");
    assert!(deep.contains("nested too deeply"), "{deep}");
    // Each refers to the next one, and the last to the first.
    let ring = gap(&sums(50_000, |at| ((at + 1) % 50_000 + 2, 1))).expect("a gap");
    assert!(ring.contains("before it is read"), "{ring}");
}

#[test]
fn aliases_in_a_ring() {
    let program = module(|w| {
        types(w, &[(TypeCode::Integer, vec![32])]);
        for target in [1, 0] {
            w.record(ModuleCode::Alias as u64, &[0, 4, 0, 0, target, 0, 0, 0]);
        }
    });
    fails(program, "stands for itself");
}

#[test]
fn functions_that_share_a_long_signature() {
    let mut signature = vec![0, 0];
    signature.resize(4000, 1);
    let records =
        [(TypeCode::Void, vec![]), (TypeCode::Integer, vec![32]), (TypeCode::Function, signature)];
    let program = module(|w| {
        types(w, &records);
        for _ in 0..20_000 {
            w.record(ModuleCode::Function as u64, &[0, 4, 2, 0, 1, 0, 0, 0]);
        }
    });
    fails(program, "more than its size justifies");
}

#[test]
fn a_bad_body_spoils_only_its_function() {
    let records = [(TypeCode::Void, vec![]), (TypeCode::Function, vec![0, 0])];
    let ret = |w: &mut Writer| {
        w.record(FunctionCode::DeclareBlocks as u64, &[1]);
        w.record(FunctionCode::Ret as u64, &[]);
    };
    type Case<'c> = (&'c dyn Fn(&mut Writer), &'c str);
    let bodies: [Case<'_>; 5] = [
        (&|w| w.record(FunctionCode::DeclareBlocks as u64, &[1 << 40]), "number of blocks"),
        (&|w| w.record(99, &[]), "record 99 is not known"),
        (&|w| w.record(FunctionCode::CallBr as u64, &[]), "CallBr"),
        (&|w| w.record(FunctionCode::Ret as u64, &[u64::MAX, 5]), "not defined"),
        (&|w| w.put(1, WIDTH), ""),
    ];
    for (body, reason) in bodies {
        let program = module(|w| {
            types(w, &records);
            for _ in 0..2 {
                w.record(ModuleCode::Function as u64, &[0, 4, 1, 0, 0, 0, 0, 0]);
            }
            w.block(WIDTH, BlockId::Function as u64, |w| body(w));
            w.block(WIDTH, BlockId::Function as u64, ret);
        });
        let program = program.expect("the module is sound");
        let bodies: Vec<_> = program.functions.iter().map(|f| f.has_body()).collect();
        assert_eq!(bodies, [false, true], "{reason}");
        assert_eq!(program.gaps.len(), 1);
        assert!(program.gaps[0].reason.contains(reason), "{}", program.gaps[0].reason);
    }
}

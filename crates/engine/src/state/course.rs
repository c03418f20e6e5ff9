//! The course of a path: which branches it took in the program's own code, in order, as one number.
//!
//! Two inputs that take the same branches in the same order are on one course, whatever else tells
//! them apart. Courses that differ have different numbers, but for a chance of one in 2^100 or less.
//! The number is made of ids alone: it is the same in every engine for the same program.

use std::fmt;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Course(u128);

/// Odd, and without a pattern in its bits.
const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

impl Course {
    /// Takes a branch.
    pub(crate) fn take(&mut self, way: u64) {
        // What differs in high bits alone would stay there.
        let mixed = (self.0 ^ u128::from(way)).wrapping_add(1).wrapping_mul(FACTOR);
        self.0 = mixed ^ (mixed >> 61);
    }
}

impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn course(ways: &[u64]) -> Course {
        let mut course = Course::default();
        ways.iter().for_each(|way| course.take(*way));
        course
    }

    #[test]
    fn order_and_number_of_ways_count() {
        let all: [&[u64]; 7] = [&[], &[0], &[0, 0], &[1], &[0, 1], &[1, 0], &[1 << 63]];
        let courses: BTreeSet<Course> = all.into_iter().map(course).collect();
        assert_eq!(courses.len(), all.len());
        assert_eq!(course(&[3, 4]), course(&[3, 4]));
    }

    #[test]
    fn all_turns_of_many_choices_are_told_apart() {
        let bits =
            |number: u64| (0..16).map(|bit| 2 * bit + (number >> bit & 1)).collect::<Vec<_>>();
        let courses: BTreeSet<Course> = (0..1 << 16).map(|number| course(&bits(number))).collect();
        assert_eq!(courses.len(), 1 << 16);
    }
}

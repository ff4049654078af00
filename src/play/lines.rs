//! Lines from another program, of bounded length.

use std::io::{self, BufRead, Read};

/// A line that is longer than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

/// What came in.
pub type Line = Result<String, TooLong>;

/// The next line of at most this many bytes, if there is one. What is not UTF-8 in it
/// is replaced. Of a longer line the rest is not read, as it may have no end.
pub fn next_line(input: &mut impl BufRead, longest: u64) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let length = input.by_ref().take(longest).read_until(b'\n', &mut line)?;
    if length as u64 == longest && !line.ends_with(b"\n") {
        return Ok(Some(Err(TooLong)));
    }
    Ok((length > 0).then(|| Ok(String::from_utf8_lossy(&line).into_owned())))
}

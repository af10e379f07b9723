//! The results of a submission as bytes, small enough that a class of a hundred thousand fits on a disk.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use crate::grade::{Graded, Problem, Review};
use crate::stored;
use crate::submission::NoProgram;

/// The bytes of some results.
pub(super) fn pack(graded: &Graded) -> Result<Vec<u8>, String> {
    let bytes = stored::to_bytes(graded)?;
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&bytes).and_then(|()| packed.finish()).map_err(|error| error.to_string())
}

/// The results of these bytes.
pub(super) fn unpack(bytes: &[u8]) -> Result<Graded, String> {
    let mut plain = Vec::new();
    DeflateDecoder::new(bytes).read_to_end(&mut plain).map_err(|error| error.to_string())?;
    stored::from_bytes(&plain)
}

/// Returns `true` if the same submission always comes to these results: nothing failed but perhaps the program.
pub(super) fn is_repeatable(graded: &Graded) -> bool {
    let is_repeatable = |why: &Review| match why {
        Review::NotUnderstood(_) | Review::TooMuchWork { .. } | Review::AssemblerLimit => true,
        Review::NoProgram(why) => !matches!(why, NoProgram::Unreadable { .. }),
        // A compiler is held to limits of time too.
        Review::NotBuilt(_) | Review::CommandFailed | Review::GraderError { .. } => false,
    };
    let whole = match &graded.problem {
        Some(Problem::Review(why)) => is_repeatable(why),
        Some(Problem::DidNotAssemble { .. } | Problem::StarterChanged) | None => true,
    };
    whole && graded.troubles.is_empty() && graded.not_judged.iter().all(|part| is_repeatable(&part.why))
}

//! The files that a program wrote, compared with those that a case demands.

use crate::compare::wanted::{Mismatch, MismatchKind, mismatch};
use crate::console::{Transcript, base_name};
use crate::diagnostics::{harmless, text};
use crate::machine::Isa;
use crate::spec::FileWant;

/// The first file that is not as it must be: its contents, and the mismatch.
pub(in crate::grade) fn wrong(
    transcript: &Transcript,
    demanded: &[FileWant],
    isa: &Isa,
) -> Option<(Vec<u8>, Mismatch)> {
    demanded.iter().find_map(|file| {
        let name = &file.name;
        let content = transcript.file(name);
        match (content, &file.wants) {
            (None, None) => None,
            (Some(content), None) => {
                let why = text!("there must be no file {name}", "không được có tệp {name}");
                Some((content.to_vec(), Mismatch::new(MismatchKind::UnwantedFile(name.clone()), why)))
            }
            (None, Some(_)) => {
                let there: Vec<String> = transcript
                    .files
                    .keys()
                    .map(|name| harmless(&String::from_utf8_lossy(base_name(name))))
                    .collect();
                let all = there.join(", ");
                let why = if there.is_empty() {
                    let (how, how_vi) =
                        isa.files.as_ref().map(|services| services.create).unwrap_or_default();
                    text!(
                        "there is no file {name}, and no other: open one with {how} to write it",
                        "không có tệp {name}, cũng không có tệp nào khác: hãy mở tệp bằng {how_vi} để ghi"
                    )
                } else {
                    text!(
                        "there is no file {name} in the end; the files there are: {all}",
                        "cuối cùng không có tệp {name}; các tệp có: {all}"
                    )
                };
                Some((Vec::new(), Mismatch::new(MismatchKind::NoFile { name: name.clone(), there }, why)))
            }
            (Some(content), Some(wants)) => {
                let output = String::from_utf8_lossy(content);
                let found = wants.iter().find_map(|want| mismatch(want, &file.mode, &output))?;
                let (en, vi) = found.why.both();
                let why = text!("in the file {name}: {en}", "trong tệp {name}: {vi}");
                // The bytes of a file are printed by no instruction.
                let kind = MismatchKind::InFile { name: name.clone(), kind: Box::new(found.kind) };
                Some((content.to_vec(), Mismatch { why, kind, at: None, ..found }))
            }
        }
    })
}

//! Intel hex files, as Keil's tools write them for flash memory.

use ihex::{Reader, ReaderOptions, Record};

use super::super::program::Segment;
use super::{Flaw, Image};
use crate::asm::limits;
use crate::diagnostics::text;

/// Returns `true` if a file consists of hex records: its first line is a colon followed by at least ten
/// hexadecimal digits and nothing else.
pub(super) fn is_hex(bytes: &[u8]) -> bool {
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    matches!(line, [b':', digits @ ..] if digits.len() >= 10 && digits.iter().all(u8::is_ascii_hexdigit))
}

/// Reads an image. It begins at the address of its start record, or at its lowest address.
pub(super) fn read(bytes: &[u8]) -> Result<Image, Flaw> {
    let text = String::from_utf8_lossy(bytes);
    let options = ReaderOptions { stop_after_first_error: true, stop_after_eof: true };
    let (mut image, mut base, mut start, mut all) = (Image::default(), 0u32, None, 0usize);
    for (index, record) in Reader::new_with_options(&text, options).enumerate() {
        let number = index + 1;
        let record = record.map_err(|_| {
            Flaw::new(
                text!(
                    "line {number} of this Intel hex file is damaged",
                    "dòng {number} của tệp Intel hex này bị hỏng"
                ),
                Some(text!("let the tool write the file again", "hãy để công cụ ghi lại tệp")),
            )
        })?;
        match record {
            Record::Data { offset, value } => {
                let address = base.wrapping_add(u32::from(offset));
                all += value.len();
                if all > limits::MOST_DATA {
                    return Err(Flaw::too_large());
                }
                match image.segments.last_mut().filter(|last| last.end() == address) {
                    Some(last) => last.bytes.extend(value),
                    None => image.segments.push(Segment { address, bytes: value, read_only: true }),
                }
            }
            Record::ExtendedLinearAddress(upper) => base = u32::from(upper) << 16,
            Record::ExtendedSegmentAddress(segment) => base = u32::from(segment) << 4,
            Record::StartLinearAddress(address) => start = Some(address),
            Record::StartSegmentAddress { .. } => {}
            Record::EndOfFile => break,
        }
    }
    image.segments.sort_by_key(|segment| segment.address);
    let overlap = image.segments.windows(2).any(|pair| pair[0].end() > pair[1].address);
    let first = image.segments.first().map(|segment| segment.address);
    match first {
        Some(first) if !overlap => {
            image.entry = start.unwrap_or(first);
            Ok(image)
        }
        _ => Err(Flaw::new(
            text!(
                "this Intel hex file holds no program, or several in one place",
                "tệp Intel hex này không chứa chương trình nào, hoặc chứa nhiều chương trình ở cùng một chỗ"
            ),
            None,
        )),
    }
}

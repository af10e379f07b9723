//! Errors of the operating system in the words of its user.

use std::io::{Error, ErrorKind};

use super::Text;

/// The message of an error. In English it is that of the system; in Vietnamese, which systems seldom speak, the usual errors have
/// words of ours, and all others the system's.
pub fn of_system(error: &Error) -> Text {
    let vietnamese = match error.kind() {
        ErrorKind::NotFound => "không có tệp hoặc thư mục này",
        ErrorKind::PermissionDenied => "không có quyền truy cập",
        ErrorKind::AlreadyExists => "đã có tệp hoặc thư mục cùng tên",
        ErrorKind::NotADirectory => "một phần của đường dẫn không phải là thư mục",
        ErrorKind::IsADirectory => "đây là thư mục, không phải tệp",
        ErrorKind::DirectoryNotEmpty => "thư mục không trống",
        ErrorKind::ReadOnlyFilesystem => "ổ đĩa chỉ cho đọc",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "hết chỗ trên ổ đĩa",
        ErrorKind::FileTooLarge => "tệp quá lớn",
        ErrorKind::InvalidFilename => "tên tệp không hợp lệ",
        ErrorKind::InvalidData => "nội dung không hợp lệ",
        ErrorKind::UnexpectedEof => "tệp kết thúc quá sớm",
        ErrorKind::TimedOut => "chờ quá lâu",
        ErrorKind::OutOfMemory => "hết bộ nhớ",
        _ => return Text::verbatim(error.to_string()),
    };
    // An error that was made here has words of its own.
    let is_ours = error.raw_os_error().is_none() && error.get_ref().is_some();
    if is_ours { Text::verbatim(error.to_string()) } else { Text::new(error.to_string(), vietnamese) }
}

#[cfg(test)]
mod tests {
    use std::io::Error;

    use super::of_system;
    use crate::diagnostics::Language;

    #[test]
    fn usual_errors_have_words_in_both_languages() {
        let missing = of_system(&std::fs::read("/there/is/nothing").expect_err("there is none"));
        assert!(missing.to(Language::English).starts_with("No such file"));
        assert_eq!(missing.to(Language::Vietnamese), "không có tệp hoặc thư mục này");
        let own = of_system(&Error::new(std::io::ErrorKind::InvalidData, "a table"));
        assert_eq!(own.both(), ("a table", "a table"));
    }
}

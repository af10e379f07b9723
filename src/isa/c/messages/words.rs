//! The compiler's messages that first-year students meet most, in both languages. All others are shown as the compiler words
//! them.

use super::quoted;
use crate::diagnostics::{Text, text};

/// A message, and what to do about it, if that is known.
pub(super) fn of(message: &str) -> (Text, Option<Text>) {
    let parts: Vec<&str> = message.split('\'').collect();
    let told = match parts.as_slice() {
        ["expected ", what, " before ", next, rest] => expected(what, next, rest),
        ["expected ", what, " at end of input"] => Some((
            text!("`{what}` is missing at the end of the file", "thiếu `{what}` ở cuối tệp"),
            Some(text!("is a block not closed?", "có khối lệnh nào chưa đóng không?")),
        )),
        ["expected declaration or statement at end of input"] => Some((
            text!("the file ends within a function", "tệp kết thúc khi đang ở trong một hàm"),
            Some(text!("is a `}}` missing?", "có thiếu dấu `}}` nào không?")),
        )),
        ["", name, " undeclared (first use in this function)" | " undeclared here (not in a function)"] => {
            Some((
                text!(
                    "`{name}` is used here and was not declared",
                    "`{name}` được dùng ở đây mà chưa được khai báo"
                ),
                None,
            ))
        }
        ["each undeclared identifier is reported only once for each function it appears in"] => Some((
            text!(
                "each such name is reported once in each function",
                "mỗi tên như vậy chỉ được báo một lần trong mỗi hàm"
            ),
            None,
        )),
        ["implicit declaration of function ", name, ""] => Some((
            text!(
                "the function `{name}` is called and was not declared",
                "hàm `{name}` được gọi mà chưa được khai báo"
            ),
            None,
        )),
        ["unused variable ", name, ""] => {
            Some((text!("the variable `{name}` is never used", "biến `{name}` không được dùng đến"), None))
        }
        ["variable ", name, " set but not used"] => Some((
            text!("the value of `{name}` is never used", "giá trị của `{name}` không được dùng đến"),
            None,
        )),
        ["", name, " is used uninitialized"] => Some((
            text!("`{name}` is used before it has a value", "`{name}` được dùng trước khi có giá trị"),
            None,
        )),
        ["", name, " may be used uninitialized"] => Some((
            text!(
                "`{name}` may be used before it has a value",
                "`{name}` có thể được dùng trước khi có giá trị"
            ),
            None,
        )),
        ["control reaches end of non-void function"] => Some((
            text!(
                "this function can end without returning a value",
                "hàm này có thể kết thúc mà không trả về giá trị"
            ),
            None,
        )),
        ["too few arguments to function ", name, ""] => {
            Some((text!("`{name}` is called with too few arguments", "`{name}` được gọi thiếu đối số"), None))
        }
        ["too many arguments to function ", name, ""] => {
            Some((text!("`{name}` is called with too many arguments", "`{name}` được gọi thừa đối số"), None))
        }
        ["suggest parentheses around assignment used as truth value"] => Some((
            text!(
                "this assigns a value, and the value decides",
                "đây là phép gán, và giá trị được gán quyết định điều kiện"
            ),
            Some(text!("to compare, write `==`", "để so sánh, hãy viết `==`")),
        )),
        _ => None,
    };
    told.or_else(|| missing_file(message)).unwrap_or_else(|| (quoted(message), None))
}

fn expected(what: &str, next: &str, rest: &str) -> Option<(Text, Option<Text>)> {
    let next = format!("{next}{}", rest.trim_end_matches(" token"));
    [";", ")", "]", "}", ","]
        .contains(&what)
        .then(|| (text!("`{what}` is missing before `{next}`", "thiếu `{what}` trước `{next}`"), None))
}

/// A header that is not there; some are of other systems.
fn missing_file(message: &str) -> Option<(Text, Option<Text>)> {
    const OF_OTHER_SYSTEMS: [&str; 9] = [
        "conio.h",
        "windows.h",
        "dos.h",
        "graphics.h",
        "curses.h",
        "ncurses.h",
        "pthread.h",
        "termios.h",
        "sys/ioctl.h",
    ];
    let name = message.strip_suffix(": No such file or directory")?;
    let is_of_another = OF_OTHER_SYSTEMS.iter().any(|known| known.eq_ignore_ascii_case(name));
    let help = if is_of_another {
        text!(
            "{name} belongs to another system and is not part of standard C; do without it",
            "{name} thuộc về hệ thống khác, không nằm trong C chuẩn; hãy viết mà không dùng nó"
        )
    } else {
        text!(
            "hand in the file together with the others, under exactly this name",
            "hãy nộp tệp này cùng các tệp khác, với đúng tên như vậy"
        )
    };
    Some((text!("there is no file `{name}`", "không có tệp `{name}`"), Some(help)))
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::diagnostics::Language;

    #[test]
    fn what_is_not_known_stays_as_it_is() {
        let told = |message: &str| {
            let (message, help) = of(message);
            (message.to(Language::English).to_owned(), help.is_some())
        };
        assert_eq!(
            told("expected ';' before 'return'"),
            ("`;` is missing before `return`".to_owned(), false)
        );
        assert_eq!(told("expected ';' before '}' token"), ("`;` is missing before `}`".to_owned(), false));
        assert_eq!(told("stray '\\302' in program"), ("stray '\\302' in program".to_owned(), false));
        assert!(told("conio.h: No such file or directory").1);
    }
}

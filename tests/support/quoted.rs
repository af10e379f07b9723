//! Strings in the headers of fixtures.

/// The bytes of `"..."` with the escapes `\n`, `\r`, `\t`, `\0`, `\"`, `\\` and `\xNN`.
pub(crate) fn unescape(quoted: &str) -> Vec<u8> {
    let inner =
        quoted.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).expect("a quoted string");
    let mut bytes = Vec::new();
    let mut rest = inner.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match (byte, byte == b'\\') {
            (_, false) => byte,
            _ => match rest.next().expect("an escape sequence") {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'0' => 0,
                b'x' => {
                    let digits: Vec<u8> = rest.by_ref().take(2).collect();
                    u8::from_str_radix(&String::from_utf8_lossy(&digits), 16).expect("two digits")
                }
                other => other,
            },
        });
    }
    bytes
}

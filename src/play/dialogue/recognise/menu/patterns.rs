//! The patterns by which the choices in a line are read.

use std::sync::LazyLock;

use crate::observe::{Pattern, built_in};

/// The patterns of menus.
pub(super) struct Patterns {
    /// A list of words, two at least.
    pub(super) words: Pattern,
    /// A list of keys at the end of a question, each a group of its own or in one.
    pub(super) keys: Pattern,
    /// A word in quotes, which is typed as it is.
    pub(super) quoted: Pattern,
    /// What stands between the texts of a list.
    pub(super) separator: Pattern,
    /// The key ENTER, with what it does up to the next choice.
    pub(super) enter: Pattern,
    /// The key ENTER as the last choice, without what it does: `Type undo or press enter:`.
    pub(super) last_enter: Pattern,
    /// A word that is to be typed: `type undo to take it back`.
    pub(super) typed: Pattern,
    /// The numbers of the columns.
    pub(super) columns: Pattern,
    /// Whatever has no meaning of its own.
    pub(super) other: Pattern,
    pub(super) drop: Pattern,
    pub(super) decline: Pattern,
    /// The player to whom something is done, or who moves next.
    pub(super) opponent: Pattern,
    /// What lets the opponent move next.
    pub(super) ends: Pattern,
    pub(super) begin: Pattern,
    pub(super) outside: Pattern,
    /// What ends a program where a turn ends otherwise, or is not what is chosen here.
    pub(super) stop: Pattern,
}

/// What stands between the texts of a list.
pub(super) const SEPARATOR: &str =
    r"(?:[ \t]*[,;/|][ \t]*(?:or[ \t]+|hoặc[ \t]+)?|[ \t]+(?:or|hay|hoặc)[ \t]+)";

pub(super) static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    // `end turn, undo or block?`, `'done', 'undo'`, `<done>, <undo>`, `[done] [undo]`
    let bracketed = r"(?:<[[:alpha:]]{3,}>|\[[[:alpha:]]{3,}\])";
    let word = r#"['"]?\b[[:alpha:]]+(?:[ \t]+(?:turn|move|lượt|nước))?\b['"]?"#;
    let item = format!("(?:{word}|{bracketed})");
    Patterns {
        words: built_in(&format!(r"{item}(?:{SEPARATOR}{item})+|{bracketed}(?:[ \t]+{bracketed})+")),
        keys: built_in(&format!(r"[(\[][ \t]*(\w(?:{SEPARATOR}\w)+)[ \t]*[)\]]\W*$")),
        quoted: built_in(r#"['"](\w{2,})['"]"#),
        separator: built_in(SEPARATOR),
        enter: built_in(
            r"\b(?:enter|return)\b[ \t]*(?:to|for|if|when|=|:|-|(?:de|neu|khi)\b)[ \t]*([^,;:/|(]+?)[ \t]*(?:[,;:/|(]|\bor\b|\bhoặc\b|$)",
        ),
        last_enter: built_in(
            r"(?:\bor|\bhoặc|\bhay|,)[ \t]+(?:(?:just|only|simply|press|hit|push|chỉ|nhấn|bấm|ấn)[ \t]+)*(?:enter|return)\W*$",
        ),
        typed: built_in(r#"\b(?:type|write|say|nhập|gõ|viết)[ \t]+['"]?([[:alpha:]]{3,})"#),
        // `1-7`, `'1' to '7'`, `(1)-(7)`, `1, 2, 3, 4, 5, 6 or 7`
        columns: built_in(
            r#"\b[01]['")\]]? *(?:-|to|through|~|\.\.|đến) *['"(\[]?[67]\b|\b1, ?2, ?3, ?4, ?5, ?6(?:,| or| and|, or|, and) ?7\b"#,
        ),
        other: built_in(
            r"\b(?:any|all|another|other|different) (?:other )?(?:key|letter|character|number|button|input|answer|thing)s?\b|\b(?:anything|everything|something) else\b|\b(?:phím|ký tự|chữ|nút)(?: nào)? khác\b",
        ),
        drop: built_in(
            r"\b((?:drop|place|put|insert|play|throw|toss|release)(?:e?s)?|dropped|thả|đặt|đánh|poser|jouer|colocar|soltar|poner|jogar|legen|setzen|einwerfen)\b",
        ),
        decline: built_in(
            r"\b((?:finish|end|continue|keep|pass|confirm|leave|complete|terminate)(?:e?[sd])?|next|done|no|not|none|nothing|ok|okay|(?:go|carry|move)(?:e?s)? on|proceed|(?:give|hand) (?:over )?(?:the )?(?:move|turn)|tiếp|xong|kết thúc|không|giữ|hết lượt|seguir|continuar|continuer|nada|rien|weiter|nichts)\b|^\W*go\W*$",
        ),
        opponent: built_in(
            r"\b(?:opponent|rival|enemy|foe|other (?:player|one|side)|them|they|đối (?:thủ|phương)|(?:bên|người) kia)\b",
        ),
        ends: built_in(
            r"\b(?:finish|end|continue|pass|confirm|complete|terminate|done|ok|okay|proceed|(?:go|carry|move) on|(?:give|hand)|let|tiếp|xong|kết thúc|hết lượt|nhường)(?:e?[sd])?\b",
        ),
        begin: built_in(
            r"\b(?:new game|bắt đầu|ván mới|vào (?:chơi|game)|chơi (?:game|ngay|mới))\b|\b(?:start|begin)(?: (?:the|a|new|to))*(?: (?:game|match|play|playing))?\W*$",
        ),
        outside: built_in(
            r"\b(quit|exit|restart|rules?|help|how|menu|give up|resign|surrender|statistics|this text|thoát|luật|(?:see|view|show|list|print|display|xem)(?: \w+){0,3} (?:moves|board|scores?|history|log|credits|keys|commands|ván|bàn cờ|điểm|lịch sử))\b",
        ),
        stop: built_in(r"^\W*(?:to )?stop(?: the (?:game|program)| playing)?\W*$"),
    }
});

/// The texts of a list.
pub(super) fn parts(list: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0;
    for separator in PATTERNS.separator.find_all(list) {
        parts.push(&list[from..separator.start]);
        from = separator.end;
    }
    parts.push(&list[from..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Returns `true` if a line has a word for a drop that is no word for a whole game: `1. Play  2. Quit` drops nothing.
pub(in super::super) fn names_drop(line: &str) -> bool {
    PATTERNS.drop.find_all(line).iter().any(|found| !line[found.clone()].to_lowercase().starts_with("play"))
}

/// Returns `true` if a line says that columns are typed: `1-7 = drop`.
pub(in super::super) fn shows_columns(line: &str) -> bool {
    PATTERNS.columns.find(line).is_some()
}

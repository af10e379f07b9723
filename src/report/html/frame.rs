//! What is around the content of every page: its head with the style, the script, and the policy by which nothing else is run or
//! loaded.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::diagnostics::{Language, text};
use crate::fingerprint::sha256_base64;

const STYLE: &str = include_str!("style.css");

/// A whole page.
pub(super) fn page(title: &str, language: Language, script: &str, body: &Markup) -> String {
    let (style_hash, script_hash) = (sha256_base64(STYLE.as_bytes()), sha256_base64(script.as_bytes()));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{style_hash}'; script-src 'sha256-{script_hash}'; base-uri 'none'; \
         form-action 'none'"
    );
    let skip = text!("Skip to the content", "Đến phần nội dung");
    let markup = html! {
        (DOCTYPE)
        html lang=(tag(language)) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip.unseen href="#main" { (skip.to(language)) }
                (body)
                script { (PreEscaped(script)) }
            }
        }
    };
    markup.into_string()
}

/// The name of a language in documents.
fn tag(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Vietnamese => "vi",
    }
}

#[cfg(test)]
mod tests {
    use super::STYLE;

    #[test]
    fn no_text_of_ours_ends_its_element() {
        let scripts = [
            include_str!("class.js"),
            include_str!("regrade.js"),
            include_str!("rows.js"),
            include_str!("student.js"),
        ];
        for text in scripts.into_iter().chain([STYLE]) {
            assert!(!text.contains("</") && !text.contains("<!--"));
        }
    }
}

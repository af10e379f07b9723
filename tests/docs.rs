//! The documentation as a whole: every link leads somewhere, the book has every page, and what is said of releases and of the
//! package is what is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

const SUMMARY: &str = include_str!("../docs/SUMMARY.md");
const RELEASE: &str = include_str!("../.github/workflows/release.yml");
const MANIFEST: &str = include_str!("../Cargo.toml");

/// Pages of `docs/` that are for those who change the grader; they lead out of the folder, which a site cannot.
const NOT_IN_THE_BOOK: [&str; 2] = ["adding.md", "SUMMARY.md"];

/// Every page of the project, with paths from its root.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "fixtures/README.md",
        "examples/README.md",
    ]
    .map(PathBuf::from)
    .to_vec();
    for folder in ["docs", "docs/scale"] {
        let docs = fs::read_dir(folder).expect("the folder is there");
        pages.extend(docs.map(|page| page.expect("it can be listed").path()));
    }
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    pages
}

fn is_markdown(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "md")
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH
}

/// The targets of the links on a page.
fn links(text: &str) -> Vec<String> {
    let links = Parser::new_ext(text, options()).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    });
    links.collect()
}

/// The anchors of a page, as GitHub and mdBook make them of its headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let (mut anchors, mut heading) = (BTreeSet::new(), None::<String>);
    for event in Parser::new_ext(text, options()) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(words) | Event::Code(words) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&words);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let words = heading.take().unwrap_or_default().to_lowercase();
                let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
                anchors.insert(kept.collect::<String>().replace(' ', "-"));
            }
            _ => {}
        }
    }
    anchors
}

/// A path without `..` in it.
fn resolved(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

#[test]
fn every_link_of_every_page_leads_to_a_page_and_an_anchor() {
    let (mut count, mut with_anchor) = (0, 0);
    for page in pages() {
        let text = fs::read_to_string(&page).expect("the page is there");
        let folder = page.parent().expect("pages lie in folders");
        for link in links(&text) {
            if link.starts_with("https://") {
                continue;
            }
            assert!(!link.contains("://") && !link.starts_with('/'), "{}: {link}", page.display());
            let (file, anchor) = link.split_once('#').map_or((link.as_str(), None), |(f, a)| (f, Some(a)));
            let target = if file.is_empty() { page.clone() } else { resolved(&folder.join(file)) };
            assert!(target.exists(), "{} leads to {link}, which is not there", page.display());
            if let Some(anchor) = anchor {
                let text = fs::read_to_string(&target).expect("a page has anchors");
                let known = anchors(&text);
                assert!(known.contains(anchor), "{}: {link} is none of {known:?}", page.display());
                with_anchor += 1;
            }
            count += 1;
        }
    }
    assert!(count > 50 && with_anchor > 0, "{count} links, {with_anchor} with an anchor");
}

#[test]
fn the_book_has_every_page_once_and_its_pages_lead_to_pages_of_it() {
    let chapters = links(SUMMARY);
    let known: BTreeSet<&str> = chapters.iter().map(String::as_str).collect();
    assert_eq!(chapters.len(), known.len(), "a page is there twice");
    for page in pages() {
        let Ok(name) = page.strip_prefix("docs") else { continue };
        let name = name.to_str().expect("our own names are text");
        assert!(known.contains(name) != NOT_IN_THE_BOOK.contains(&name), "{name} in docs/SUMMARY.md");
    }
    for chapter in &chapters {
        let text = fs::read_to_string(Path::new("docs").join(chapter)).expect("the page is there");
        let folder = Path::new(chapter).parent().expect("pages lie in folders");
        for link in links(&text).iter().filter(|link| !link.starts_with("https://")) {
            let file = link.split('#').next().unwrap_or_default();
            let target = resolved(&folder.join(file));
            let is_page = file.is_empty() || known.contains(target.to_str().expect("our own names are text"));
            // Files that are no pages lie next to the pages of the site.
            let is_beside = !file.contains('/') && !is_markdown(file);
            let is_file = is_beside && Path::new("docs").join(target).is_file();
            assert!(is_page || is_file, "{chapter} leads to {link}, which is not on the site");
        }
    }
}

#[test]
fn the_licenses_are_those_of_the_manifest() {
    let line = MANIFEST.lines().find_map(|line| line.strip_prefix("license = ")).expect("it names them");
    for (name, file, words) in [
        ("MIT", "LICENSE-MIT", "Permission is hereby granted, free of charge"),
        ("Apache-2.0", "LICENSE-APACHE", "Version 2.0, January 2004"),
    ] {
        assert!(line.contains(name), "{line}");
        let text = fs::read_to_string(file).expect("the license is there");
        assert!(text.contains(words), "{file}");
    }
    assert_eq!(line.matches(" OR ").count(), 1, "{line}");
}

/// The scripts and values of a workflow, by their keys.
fn strings<'v>(value: &'v Value, key: &str, found: &mut Vec<&'v str>) {
    match value {
        Value::Object(entries) => {
            for (name, value) in entries {
                found.extend(value.as_str().filter(|_| name == key));
                strings(value, key, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| strings(item, key, found)),
        _ => {}
    }
}

#[test]
fn a_release_has_the_archives_that_binstall_fetches() {
    let release: Value = serde_yaml::from_str(RELEASE).expect("the workflow is YAML");
    let build = &release["jobs"]["build"];
    let rows = build["strategy"]["matrix"]["include"].as_array().expect("there are several systems");
    let archives: BTreeSet<String> = rows
        .iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().expect("each row has it").to_owned();
            format!("grader-{}.{}", text("target"), text("archive"))
        })
        .collect();
    let expected = [
        "grader-aarch64-apple-darwin.tar.gz",
        "grader-aarch64-unknown-linux-musl.tar.gz",
        "grader-x86_64-apple-darwin.tar.gz",
        "grader-x86_64-pc-windows-msvc.zip",
        "grader-x86_64-unknown-linux-musl.tar.gz",
    ];
    assert_eq!(archives.iter().map(String::as_str).collect::<Vec<_>>(), expected);

    // What the manifest says of a target: its own part, or what holds for all others.
    let (_, general) = MANIFEST.split_once("[package.metadata.binstall]\n").expect("the manifest has it");
    let section = |target: &str| {
        let own = MANIFEST.split_once(&format!("[package.metadata.binstall.overrides.{target}]\n"));
        own.map_or(general, |(_, section)| section)
    };
    let address = |target: &str| {
        let line = section(target).lines().find_map(|line| line.strip_prefix("pkg-url = "));
        line.expect("it has an address").trim_matches('"').replace("{ target }", target)
    };
    for target in [
        "x86_64-unknown-linux-musl",
        "aarch64-unknown-linux-musl",
        "x86_64-unknown-linux-gnu",
        "aarch64-unknown-linux-gnu",
        "x86_64-apple-darwin",
        "aarch64-apple-darwin",
        "x86_64-pc-windows-msvc",
    ] {
        let address = address(target);
        let (place, archive) = address.rsplit_once('/').expect("it is an address");
        assert_eq!(place, "{ repo }/releases/download/v{ version }");
        assert!(archives.contains(archive), "{target} is to be fetched from {archive}, which is not made");
    }
}

/// Values of a workflow reach its scripts as variables only, its actions are the platform's own, and the files that it packs and
/// tries are there.
#[test]
fn the_release_trusts_nobody_else() {
    let release: Value = serde_yaml::from_str(RELEASE).expect("the workflow is YAML");
    let (mut scripts, mut actions) = (Vec::new(), Vec::new());
    strings(&release, "run", &mut scripts);
    strings(&release, "uses", &mut actions);
    assert!(scripts.len() >= 6 && !actions.is_empty());
    for script in &scripts {
        assert!(!script.contains("${{"), "{script}");
    }
    for action in actions {
        assert!(action.starts_with("actions/"), "{action}");
    }
    let script = scripts.join("\n");
    for word in script.split_whitespace().filter(|word| is_markdown(word) || word.starts_with("LICENSE")) {
        assert!(Path::new(word).is_file(), "{word} is packed and not there");
    }
    let tried =
        script.split_whitespace().find(|word| word.starts_with("fixtures/")).expect("a program is tried");
    assert!(Path::new(tried).is_file(), "{tried}");
}

/// The files that the sources include are in the package, as cargo lists it.
#[test]
fn the_package_has_what_the_program_is_made_of() {
    let listed = std::process::Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline", "-p", "grader"])
        .output()
        .expect("cargo can be run");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let listed = String::from_utf8(listed.stdout).expect("names are text");
    let listed: BTreeSet<String> = listed.lines().map(|line| line.replace('\\', "/")).collect();
    for name in
        ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md", "specs/lc3.yaml", "docs/student.md"]
    {
        assert!(listed.contains(name), "{name} is not in the package");
    }
    let mut included = 0;
    for entry in walkdir::WalkDir::new("src") {
        let path = entry.expect("the folder can be read").into_path();
        if path.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("sources are text");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for rest in text.split("include_str!(\"").skip(1) {
            let name = rest.split('"').next().expect("the name ends");
            let folder = path.parent().expect("sources lie in folders");
            let file = resolved(&folder.join(name)).to_string_lossy().replace('\\', "/");
            assert!(
                listed.contains(&file),
                "{} includes {file}, which is not in the package",
                path.display()
            );
            included += 1;
        }
    }
    assert!(included > 20, "{included} files are included");
    assert!(
        !listed.iter().any(|name| name.starts_with("fixtures/")),
        "fixtures are large and for tests alone"
    );
}

//! Bundles: everything that a system needs to grade an assignment, as files by their names.

use std::collections::BTreeMap;
use std::io;

use serde_json::Value;

use super::program::Program;
use crate::spec::{Edition, Instant, Spec};
use crate::submission::{Packed, tarred};

/// The files of a bundle by their names.
pub type Bundle = BTreeMap<String, Packed>;

/// A system that runs graders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Gradescope: a zip file with `setup.sh` and `run_autograder`.
    Gradescope,
    /// Classroom 50: a folder of the course's repository, which everybody can read.
    Classroom50,
    /// `PrairieLearn`: an image of an external grader.
    PrairieLearn,
    /// Autolab: `autograde-Makefile` and `autograde.tar`.
    Autolab,
}

impl System {
    /// Returns `true` if everybody can read the bundle, so that only the edition for students may be in it.
    pub fn is_public(self) -> bool {
        self == Self::Classroom50
    }
}

/// The files of an edition, below a folder that ends in `/` or is empty.
pub fn of_edition(edition: &Edition, folder: &str) -> Bundle {
    let mut bundle = Bundle::new();
    bundle.insert(format!("{folder}spec.yaml"), text(&edition.text));
    for (name, contents) in &edition.files {
        let packed = Packed { bytes: contents.clone(), is_program: edition.commands.contains(name) };
        bundle.insert(format!("{folder}{name}"), packed);
    }
    bundle
}

/// The bundle with which a system grades by an edition of a spec.
///
/// # Errors
/// If an archive within it cannot be written.
pub fn bundle(system: System, spec: &Spec, edition: &Edition, program: &Program) -> io::Result<Bundle> {
    let launcher = Launcher {
        runs_commands: !edition.commands.is_empty(),
        is_late_of_effect: spec.late.due.is_some() && !system.is_public(),
        builds: matches!(program, Program::Sources(_)),
    };
    let mut bundle = Bundle::new();
    Ok(match system {
        System::Gradescope => {
            bundle.append(&mut of_edition(edition, "spec/"));
            bundle.append(&mut of_program(program, ""));
            let setup = if launcher.builds {
                include_str!("../../templates/package/setup-build.sh")
            } else {
                include_str!("../../templates/package/setup.sh")
            };
            bundle.insert("setup.sh".to_owned(), script(setup));
            let run = include_str!("../../templates/package/run_autograder");
            bundle.insert("run_autograder".to_owned(), script(&launcher.fill(run)));
            bundle
        }
        System::Classroom50 => {
            let folder = format!("autograders/{}/", spec.id);
            bundle.append(&mut of_edition(edition, &format!("{folder}spec/")));
            bundle.append(&mut of_program(program, &folder));
            let run = include_str!("../../templates/package/autograder.py");
            bundle.insert(format!("{folder}autograder.py"), text(&run.replace("@FLAGS@", "[]")));
            bundle
        }
        System::PrairieLearn => {
            bundle.append(&mut of_edition(edition, "spec/"));
            bundle.append(&mut of_program(program, ""));
            let image = if launcher.builds {
                include_str!("../../templates/package/Dockerfile-build")
            } else {
                include_str!("../../templates/package/Dockerfile")
            };
            bundle.insert("Dockerfile".to_owned(), text(image));
            let run = include_str!("../../templates/package/entrypoint.sh");
            bundle.insert("entrypoint.sh".to_owned(), script(&launcher.fill(run)));
            let info = include_str!("../../templates/package/info.json");
            bundle
                .insert("info.json".to_owned(), text(&info.replace("IMAGE", &format!("grader-{}", spec.id))));
            bundle
        }
        System::Autolab => {
            bundle.append(&mut of_edition(edition, "autograde/spec/"));
            bundle.append(&mut of_program(program, "autograde/"));
            let run = include_str!("../../templates/package/run.sh");
            bundle.insert("autograde/run.sh".to_owned(), script(&launcher.fill(run)));
            let makefile = include_str!("../../templates/package/autograde-Makefile");
            let archive = Packed { bytes: tarred(&bundle)?, is_program: false };
            Bundle::from([
                ("autograde-Makefile".to_owned(), text(makefile)),
                ("autograde.tar".to_owned(), archive),
            ])
        }
    })
}

/// The settings of a bundle's scripts for this spec and this program.
struct Launcher {
    runs_commands: bool,
    is_late_of_effect: bool,
    builds: bool,
}

impl Launcher {
    fn fill(&self, script: &str) -> String {
        let flags = if self.runs_commands { "--allow-commands" } else { "" };
        let times = if self.is_late_of_effect { "--submitted \"$results/times.csv\"" } else { "" };
        let build = if self.builds {
            "cargo build --release --locked --bin grader --manifest-path autograde/sources/Cargo.toml \
             --target-dir autograde/target &&\n    mv -f autograde/target/release/grader autograde/grader || exit 1\n"
        } else {
            ""
        };
        let filled = script.replace("@FLAGS@", flags).replace("@TIMES@", times).replace("@BUILD@", build);
        filled.replace(" \n", "\n")
    }
}

fn of_program(program: &Program, folder: &str) -> Bundle {
    match program {
        Program::Binary(bytes) => {
            Bundle::from([(format!("{folder}grader"), Packed { bytes: bytes.clone(), is_program: true })])
        }
        Program::Sources(files) => {
            let file = |(name, bytes): (&String, &Vec<u8>)| {
                (format!("{folder}sources/{name}"), Packed { bytes: bytes.clone(), is_program: false })
            };
            files.iter().map(file).collect()
        }
    }
}

fn text(text: &str) -> Packed {
    Packed { bytes: text.as_bytes().to_vec(), is_program: false }
}

fn script(script: &str) -> Packed {
    Packed { bytes: script.as_bytes().to_vec(), is_program: true }
}

/// The table of times, as `grader run --submitted` reads it, of a submission that Gradescope is about to grade; read from
/// its `submission_metadata.json`, whose `created_at` says when it was handed in. `None` if it does not say so.
pub fn handed_in(metadata: &[u8]) -> Option<String> {
    let metadata: Value = serde_json::from_slice(metadata).ok()?;
    let time = Instant::parse(metadata.get("created_at")?.as_str()?)?;
    Some(format!("submission,submitted\nsubmission,{time}\n"))
}

#[cfg(test)]
mod tests {
    use super::handed_in;

    #[test]
    fn times_are_those_of_the_submission_itself() {
        let metadata = br#"{"id": 7, "previous_submissions": [{"created_at": "2026-01-01T00:00:00Z"}],
            "created_at": "2026-03-02T08:15:30.365935-08:00", "assignment": {"due_date": "2026-03-01T00:00:00Z"}}"#;
        let table = "submission,submitted\nsubmission,2026-03-02T08:15:30-08:00\n";
        assert_eq!(handed_in(metadata).as_deref(), Some(table));
        for broken in ["", "{}", "[]", r#"{"created_at": 5}"#, r#"{"created_at": "=1,2"}"#] {
            assert_eq!(handed_in(broken.as_bytes()), None, "{broken}");
        }
    }
}

//! Programs with full points keep them when their words, keys, questions and drawings change, alone and in pairs; programs
//! with one defect fail in the same groups.
//!
//! Every run grades a share of what `fixtures/variations/` describes. All of it is graded by
//! `VARIATIONS=all cargo test --release --test main variations:: -- --nocapture`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::support::variations::{Game, Profile, Variation, apply};
use grader::asm::ProgramFiles;
use grader::grade::{Graded, Plan, in_parallel, judge_program};
use grader::spec::load;
use grader::submission::{Folders, ProgramFile, discover};

/// One variation in this many is graded, if not all of them are.
const SHARE: usize = 6;
/// The number of pairs that are drawn, if not more of them are; many do not go together, or do not fit the program.
const PAIRS: usize = 30;

fn grades_all() -> bool {
    std::env::var("VARIATIONS").is_ok_and(|wanted| wanted == "all")
}

/// The text that the variations to be graded have in their names, if only some are wanted.
fn wanted() -> Option<String> {
    std::env::var("VARIATIONS").ok().filter(|wanted| wanted != "all")
}

/// The programs of a class, by id.
fn class(game: &Game, plan: &Plan) -> BTreeMap<String, Vec<ProgramFile>> {
    let folder = PathBuf::from(format!("fixtures/submissions/{}", game.spec));
    let found = discover(&[folder], Folders::Classes, &plan.spec.submission).expect("the class is there");
    let read = |submission: &grader::submission::Submission| {
        submission.program(&plan.spec.submission).ok().map(|files| (submission.id.clone(), files))
    };
    found.submissions.iter().filter_map(read).collect()
}

/// A program to be graded.
struct Job {
    /// The variation and the program, as lists of what is known name them.
    name: String,
    program: String,
    files: Vec<ProgramFile>,
}

impl Job {
    fn new(
        game: &Game,
        class: &BTreeMap<String, Vec<ProgramFile>>,
        profile: &Profile,
        program: &str,
        variation: &Variation,
    ) -> Option<Self> {
        let files = apply(game, profile, &class[program], &class[&profile.origin], variation)?;
        Some(Self { name: format!("{} @ {program}", variation.id), program: program.to_owned(), files })
    }

    /// The ids of the groups in which a case fails.
    fn failing(&self, plan: &Plan) -> BTreeSet<String> {
        let loaded = plan.spec.machine.load(ProgramFiles::handed_in(&self.files));
        let Some(program) = loaded.program else {
            return BTreeSet::from([format!("does not assemble: {:?}", loaded.diagnostics.first())]);
        };
        failing_groups(plan, &judge_program(plan, program.as_ref(), &self.program))
    }
}

fn failing_groups(plan: &Plan, graded: &Graded) -> BTreeSet<String> {
    let groups = plan.spec.groups.iter().flat_map(|group| group.cases.iter().map(|_| group.id.clone()));
    groups
        .zip(&graded.results)
        .filter(|(_, result)| !result.verdict.earns())
        .map(|(group, _)| group)
        .collect()
}

/// Writes the programs to the folder of the variable `VARIATIONS_TO`, if there is one: one folder for each.
fn write(jobs: &[Job]) {
    let Some(folder) = std::env::var_os("VARIATIONS_TO") else { return };
    for job in jobs {
        let folder = Path::new(&folder).join(job.name.replace(' ', ""));
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        for file in &job.files {
            std::fs::write(folder.join(&file.name), &file.bytes).expect("the file can be written");
        }
    }
}

/// Grades all jobs, in their order.
fn grade_all(plan: &Plan, jobs: &[Job]) -> Vec<BTreeSet<String>> {
    let failed = |_: &Job, message| BTreeSet::from([message]);
    in_parallel(jobs, |job| job.failing(plan), failed, &|_| {})
}

/// Asserts that what fails is what is known to fail.
fn check(game: &Game, failing: &BTreeMap<String, String>, graded: &BTreeSet<String>) {
    let known: BTreeSet<&String> = game.known.values().flatten().collect();
    let new: Vec<String> = failing
        .iter()
        .filter(|(name, _)| !known.contains(name))
        .map(|(name, groups)| format!("{name}: {groups}"))
        .collect();
    let mended: Vec<&&String> =
        known.iter().filter(|name| graded.contains(**name) && !failing.contains_key(**name)).collect();
    let (failed, all) = (new.len(), graded.len());
    assert!(new.is_empty(), "{failed} of {all} fail that are not known to:\n{}", new.join("\n"));
    assert!(mended.is_empty(), "these pass, so take them off the list of what is known:\n{mended:#?}");
}

/// The variations one by one.
fn singles(game: &Game, class: &BTreeMap<String, Vec<ProgramFile>>) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (index, variation) in game.variations.iter().enumerate() {
        let fitting: Vec<Job> = game
            .programs
            .iter()
            .filter_map(|(id, profile)| Job::new(game, class, profile, id, variation))
            .collect();
        assert!(!fitting.is_empty(), "`{}` fits no program", variation.id);
        let is_wanted = wanted().map(|text| variation.id.contains(&text));
        if is_wanted == Some(false) {
            continue;
        }
        if grades_all() || is_wanted.is_some() {
            jobs.extend(fitting);
        } else if index % SHARE == 0 {
            let turn = index / SHARE % fitting.len();
            jobs.extend(fitting.into_iter().nth(turn));
        }
    }
    jobs
}

/// Pairs of variations, drawn with a fixed seed.
fn pairs(game: &Game, class: &BTreeMap<String, Vec<ProgramFile>>) -> Vec<Job> {
    let mut seed: u64 = 20_260_101;
    let mut draw = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    let known: BTreeSet<&String> = game.known.values().flatten().collect();
    let programs: Vec<(&String, &Profile)> = game.programs.iter().collect();
    let wanted = if grades_all() { 10 * PAIRS } else { PAIRS };
    let mut jobs = Vec::new();
    for _ in 0..wanted {
        let (id, profile) = programs[draw(programs.len())];
        let (one, other) = (draw(game.variations.len()), draw(game.variations.len()));
        let (one, other) = (&game.variations[one], &game.variations[other]);
        // A variation that fails alone says nothing about pairs.
        let fails = |variation: &Variation| known.contains(&format!("{} @ {id}", variation.id));
        let both = one.with(other).filter(|_| !fails(one) && !fails(other));
        jobs.extend(both.and_then(|both| Job::new(game, class, profile, id, &both)));
    }
    jobs
}

/// The program with full points that another one was made of: the one with which it shares most lines, if these are half of
/// its lines at least.
fn origin<'g>(
    game: &'g Game,
    class: &BTreeMap<String, Vec<ProgramFile>>,
    files: &[ProgramFile],
) -> Option<&'g String> {
    let lines = |files: &[ProgramFile]| -> BTreeSet<Vec<u8>> {
        files.iter().flat_map(|file| file.bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec)).collect()
    };
    let own = lines(files);
    let shared = |id: &&String| lines(&class[*id]).intersection(&own).count();
    game.programs.keys().max_by_key(shared).filter(|id| 2 * shared(id) >= own.len())
}

/// Programs with one defect, each with a variation that keeps the points of the program it was made of.
fn defects(game: &Game, class: &BTreeMap<String, Vec<ProgramFile>>) -> Vec<(Job, Job)> {
    let known: BTreeSet<&String> = game.known.values().flatten().collect();
    let each = if grades_all() { 5 } else { 1 };
    let mut jobs = Vec::new();
    let wrong = class.iter().filter(|(id, _)| id.starts_with("wrong-") || id.starts_with("part-"));
    for (index, (id, files)) in wrong.enumerate() {
        if !grades_all() && index % SHARE != 0 {
            continue;
        }
        let Some(origin) = origin(game, class, files) else { continue };
        let keeps = |variation: &Variation| !known.contains(&format!("{} @ {origin}", variation.id));
        // Neighbours in the list are of one kind, so the steps are wide.
        let wide = (0..).map(|step| (37 * index + 101 * step) % game.variations.len());
        // Another announcement of the winner takes the place of the wrong one.
        let stays = |variation: &&Variation| variation.win.is_none() || !id.starts_with("wrong-winner-");
        let profile = &game.programs[origin];
        let fitting =
            wide.take(game.variations.len()).map(|at| &game.variations[at]).filter(stays).filter_map(
                |variation| {
                    let job = Job::new(game, class, profile, id, variation)?;
                    Some((variation, job))
                },
            );
        for (_, job) in fitting.take(each).filter(|(variation, _)| keeps(variation)) {
            let plain = Job { name: id.clone(), program: id.clone(), files: files.clone() };
            jobs.push((plain, job));
        }
    }
    jobs
}

fn defects_stay_what_they_are(name: &str) {
    let game = Game::load(name);
    let plan = Plan::new(load(Path::new(&format!("specs/{}.yaml", game.spec))).expect("the spec is valid"));
    let class = class(&game, &plan);
    let (unchanged, varied): (Vec<Job>, Vec<Job>) = defects(&game, &class).into_iter().unzip();
    write(&varied);
    let results = grade_all(&plan, &unchanged).into_iter().zip(grade_all(&plan, &varied));
    let graded = varied.iter().map(|job| job.name.clone()).collect();
    let words = |groups: BTreeSet<String>| groups.into_iter().collect::<Vec<_>>().join(", ");
    let failing = varied.iter().zip(results).filter(|(_, (before, after))| before != after);
    let failing = failing.map(|(job, (before, after))| {
        (job.name.clone(), format!("{} in place of {}", words(after), words(before)))
    });
    check(&game, &failing.collect(), &graded);
}

fn keeps_full_points(name: &str) {
    let game = Game::load(name);
    let plan = Plan::new(load(Path::new(&format!("specs/{}.yaml", game.spec))).expect("the spec is valid"));
    let class = class(&game, &plan);
    let ids: BTreeSet<&str> = game.variations.iter().map(|variation| variation.id.as_str()).collect();
    assert_eq!(ids.len(), game.variations.len(), "each variation has an id of its own");
    let full = class.keys().filter(|id| id.starts_with("full-"));
    let without: Vec<&String> = full.filter(|id| !game.programs.contains_key(*id)).collect();
    assert!(without.is_empty(), "nothing says where these programs can be changed: {without:?}");
    let mut jobs = singles(&game, &class);
    if wanted().is_none() {
        jobs.extend(pairs(&game, &class));
    }
    write(&jobs);
    let results = grade_all(&plan, &jobs);
    let graded = jobs.iter().map(|job| job.name.clone()).collect();
    let failing = jobs.iter().zip(results).filter(|(_, groups)| !groups.is_empty());
    let words = |groups: BTreeSet<String>| groups.into_iter().collect::<Vec<_>>().join(", ");
    let failing = failing.map(|(job, groups)| (job.name.clone(), words(groups)));
    check(&game, &failing.collect(), &graded);
}

#[test]
fn variations_of_four_in_a_row_keep_full_points() {
    keeps_full_points("four");
}

#[test]
fn variations_of_gomoku_keep_full_points() {
    keeps_full_points("gomoku");
}

#[test]
fn defects_in_four_in_a_row_stay_what_they_are() {
    defects_stay_what_they_are("four");
}

#[test]
fn defects_in_gomoku_stay_what_they_are() {
    defects_stay_what_they_are("gomoku");
}

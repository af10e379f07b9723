//! The source of a program, from which it can be made again with a change.

use std::sync::{Arc, OnceLock};

use super::build::unit::{Language, Unit};
use super::build::{Built, Purpose, build};
use super::debug::functions;
use super::examine::Checked;
use super::load::Stage;
use super::mutate;
use super::toolchain::Toolchain;
use crate::console::Console;
use crate::diagnostics::FileId;
use crate::isa::arm;
use crate::machine::{Edit, Examined, Executable, Mutant, Mutated, Origin, World};

/// The files of a program, and the machine that they were compiled for.
#[derive(Debug)]
pub(super) struct Project {
    /// The sources that are compiled.
    units: Arc<[Unit]>,
    /// The numbers of these files.
    ids: Vec<FileId>,
    /// The image that they were linked to.
    image: Arc<[u8]>,
    stage: Stage,
    /// The program that is examined, once it was asked for; `None` if there is none.
    checked: OnceLock<Option<Checked>>,
    /// The program whose runs are counted, in the same way.
    plain: OnceLock<Option<arm::Loaded>>,
}

impl Project {
    pub(super) fn new(built: &Built, image: Arc<[u8]>, stage: Stage) -> Self {
        let ids = built.files.iter().map(|(id, _)| *id).collect();
        Self {
            units: Arc::clone(&built.units),
            ids,
            image,
            stage,
            checked: OnceLock::new(),
            plain: OnceLock::new(),
        }
    }

    /// The program with checks, if the compiler makes one here.
    fn checked(&self) -> Option<Checked> {
        let built = build(Toolchain::find().ok()?, Arc::clone(&self.units), Purpose::Examine).ok()?;
        let program = self.stage.program(&built)?.ok()?;
        Some(Checked::new(program, functions(built.image.as_ref()?)))
    }

    /// The program whose lines are executed where they stand, if the compiler makes one here.
    fn plain(&self) -> Option<arm::Loaded> {
        let built = build(Toolchain::find().ok()?, Arc::clone(&self.units), Purpose::Count).ok()?;
        self.stage.program(&built)?.ok()
    }

    /// The units with a change in one of them.
    fn changed(&self, edit: &Edit) -> Option<Arc<[Unit]>> {
        let number = self.ids.iter().position(|id| *id == edit.file)?;
        let mut units = self.units.to_vec();
        units[number] = units[number].edited(edit.range.clone(), &edit.text)?;
        Some(units.into())
    }
}

impl Origin for Project {
    fn mutants(&self, program: &dyn Executable) -> Vec<Mutant> {
        let sources = self.ids.iter().zip(self.units.iter());
        let in_c = sources.filter(|(_, unit)| {
            !unit.is_of_assignment && matches!(unit.language, Language::C | Language::Header)
        });
        in_c.flat_map(|(id, unit)| mutate::mutants(*id, &unit.source, program.source_map())).collect()
    }

    fn mutated(&self, edit: &Edit) -> Mutated {
        let built = match (Toolchain::find(), self.changed(edit)) {
            (Ok(toolchain), Some(units)) => build(toolchain, units, Purpose::Run),
            _ => return Mutated::Rejected,
        };
        let built = match built {
            Ok(built) => built,
            Err(error) => return Mutated::Failed(error.to_string()),
        };
        let Some(image) = &built.image else { return Mutated::Rejected };
        if arm::is_same_image(image, &self.image) {
            return Mutated::Same;
        }
        match self.stage.program(&built) {
            Some(Ok(program)) => Mutated::Program(Box::new(program)),
            _ => Mutated::Rejected,
        }
    }

    fn plain(&self) -> Option<&dyn Executable> {
        let plain = self.plain.get_or_init(|| self.plain()).as_ref()?;
        Some(plain)
    }

    fn examine(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Option<Examined> {
        // What a caller has put into the machine lies where the program has it that is graded.
        if world.preset.is_some() {
            return None;
        }
        let checked = self.checked.get_or_init(|| self.checked()).as_ref()?;
        Some(checked.examine(world, fuel, console))
    }
}

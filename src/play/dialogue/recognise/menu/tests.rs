use std::path::Path;

use super::super::Asked;
use super::PromptRules;
use crate::console::Request;
use crate::observe::Page;
use crate::referee::{Entry, Question};

/// The questions of the menu that a page ends with, each with its key, and the key that chooses none.
fn menu(printed: &str) -> Option<String> {
    menus("", &[printed]).pop().flatten()
}

/// The same of several pages, one after the other, of a program that has these texts.
fn menus(texts: &str, pages: &[&str]) -> Vec<Option<String>> {
    let spec = crate::spec::load(Path::new("specs/mips-four.yaml")).expect("the spec is valid");
    let dialogue = spec.dialogue.as_ref().expect("it has a dialogue");
    let mut rules = PromptRules::new(dialogue, None);
    rules.read_texts(&Page::of(texts));
    pages.iter().map(|printed| menu_of(&rules, printed)).collect()
}

fn menu_of(rules: &PromptRules<'_>, printed: &str) -> Option<String> {
    let page = Page::of(printed);
    let menu = rules.menu(&page, page.last_line()?, Request::Text)?;
    let acts = [Question::Drop, Question::Remove, Question::Undo, Question::Block].into_iter();
    let typed =
        |act: Question| Some(format!("{} {}", act.id(), menu.typed(act, &Entry::Yes, false, |_| false)?));
    let column = menu.takes_column.then(|| "column".to_owned());
    let none = menu.typed(Question::Undo, &Entry::No, false, |_| false).unwrap_or_default();
    let choices = column.into_iter().chain(acts.filter_map(typed)).chain([format!("else {none}")]);
    Some(choices.collect::<Vec<_>>().join(", "))
}

#[test]
fn menus_are_read_wherever_their_keys_stand() {
    for (printed, read) in [
        ("1. Drop a piece\n2. Remove a piece\nAction: ", "drop 1, remove 2, else 1"),
        ("   U - undo that\n   N - no thanks\nSo what will it be? ", "undo U, else N"),
        ("a line\n 1) Finish my turn\n 2) Undo\n 3) Block and move again\n> ", "undo 2, block 3, else 1"),
        ("1-7 drop, b block, r remove\nAlice X V3 U3 > ", "column, remove r, block b, else "),
        ("Bam K ket thuc luot, U di lai, C chan doi thu: ", "undo U, block C, else K"),
        ("Drop (1) or remove (2)? ", "drop 1, remove 2, else 1"),
        ("1 - throw a stone in\n3 - block Bob and throw two times\nYour choice: ", "drop 1, block 3, else 1"),
        ("1 = give move to opponent, 2 = cancel this move -> ", "undo 2, else 1"),
        ("1 Drop  2 Drop and block  3 Remove : ", "drop 1, remove 3, block 2, else 1"),
        ("Fine? (ENTER = yes, z = take it back) ", "undo z, else "),
        ("0 = carry on, 8 = block the other player: ", "block 8, else 0"),
        ("ENTER to finish, undo or block> ", "undo undo, block block, else "),
        (
            "1-Tha quan  2-Xoa quan  3-Di lai  4-Chan doi thu  5-Het luot\nBam phim: ",
            "drop 1, remove 2, undo 3, block 4, else 5",
        ),
        (
            "  | D drop      R remove a piece |\n  | U undo      E end my turn    |\nBob (O) D/R/U/E: ",
            "drop D, remove R, undo U, else E",
        ),
        (
            " 1-7: tha quan vao cot      x: xoa 1 quan doi thu\n h: hoan tac nuoc vua di    c: chan doi thu, di tiep\n k: ket thuc luot\n-----\nPhim cua ban: ",
            "column, remove x, undo h, block c, else ",
        ),
        (
            "   1 to 7 : drop a piece in this column\n   r      : remove one piece\nyour choice: ",
            "column, remove r, else ",
        ),
        ("[1-7] tha quan  [8] chan doi thu  [9] xoa quan  => ", "column, remove 9, block 8, else "),
        (
            "1=Drop  2=Drop and block friend  3=Remove piece  4=Surrender : ",
            "drop 1, remove 3, block 2, else 1",
        ),
        ("(1) finish (2) undo (3) block: ", "undo 2, block 3, else 1"),
        ("Press ENTER to finish your turn, u to undo, b to block: ", "undo u, block b, else "),
        ("Column 1-7, or press r to take 1 piece away: ", "column, remove r, else "),
        ("Press u to undo, b to block, any other key to finish your turn: ", "undo u, block b, else n"),
        ("Bam h de hoan tac, n de chan doi thu, phim khac de ket thuc luot: ", "undo h, block n, else z"),
        ("Undo this move (U) or keep it (K)? ", "undo U, else K"),
        ("Block the other player (B) or not (N)?", "block B, else N"),
        ("(U)ndo or (K)eep? ", "undo U, else K"),
        ("[R]emove a piece, [D]rop one: ", "drop D, remove R, else D"),
        ("Press D to drop or R to remove: ", "drop D, remove R, else D"),
        ("Do you want to drop or remove? (type drop or remove) ", "drop drop, remove remove, else drop"),
        ("finish, undo or block? ", "undo undo, block block, else finish"),
        ("ok/undo/block (k/u/b) ? ", "undo u, block b, else k"),
        ("Xong, lui hay chan? (x/l/c)> ", "undo l, block c, else x"),
        ("Undo, block or end the turn [U, B, E]: ", "undo U, block B, else E"),
        ("undo block end turn (u/b/e) ", "undo u, block b, else e"),
        (
            " 1 - Happy, finish\n 2 - Oh no, undo that! (left: 3)\n 3 - Block (left: 1)\nYour choice: ",
            "undo 2, block 3, else 1",
        ),
        ("What now? (U)ndo, 3 left  (B)lock  (E)nd turn : ", "undo U, block B, else E"),
        ("What now? (B)lock  (E)nd turn : ", "block B, else E"),
        ("[U]ndo [B]lock the other one [ENTER] end the turn : ", "undo U, block B, else "),
        (
            "What now?  1) drop a counter   2) remove a counter of Alice\nYour choice: ",
            "drop 1, remove 2, else 1",
        ),
        (
            "1. Drop  2. Undo  3. Block  4. Remove  5. End turn\nYour choice: ",
            "drop 1, remove 4, undo 2, block 3, else 5",
        ),
        ("Column (0 to take away a piece instead): ", "column, remove 0, else "),
        ("Alice, choose a column.\nViolations: 0\nBob may still enter 'undo'.\n", "column, undo undo, else "),
        (
            "Choose a column.\nViolations: 0\nYou may enter 'undo'.\nYou may enter 'block'.\n",
            "column, undo undo, block block, else ",
        ),
        ("Nhap phim (1-7, 8 = an quan, 9 = khoa luot): ", "column, remove 8, block 9, else "),
        ("col (0 remove): ", "column, remove 0, else "),
        ("Cot 1-7 (-1 = remove): ", "column, remove -1, else "),
        ("Enter = xong, 'undo' = di lai, 'chan' = chan doi thu: ", "undo undo, block chan, else "),
        ("Cot (1-7), hoac go 'xoa' de bo mot quan: ", "column, remove xoa, else "),
        (
            "What will you do?\n 1) drop a token\n 2) remove an enemy token (0 left)\nChoice: ",
            "drop 1, remove 2, else 1",
        ),
        (
            "What now? A column 1-7, FIRE at a piece to remove it, HOLD the other player > ",
            "column, remove FIRE, else ",
        ),
        ("Alice (X)\nWhat now?  D = drop a disc\nkey: ", "drop D, else D"),
        ("Bob: ENTER ends your turn, B takes the move back: ", "undo B, else "),
        ("Xac nhan? (c = co, k = khong, di lai, b = co va bat doi thu nghi): ", "undo k, block b, else c"),
        ("[D]rop a piece   [T]ake an enemy piece   [R]ules\nYour choice: ", "drop D, remove T, else D"),
        ("Act (1 drop, 2 del): ", "drop 1, remove 2, else 1"),
        ("Bob: ENTER ends your turn, B takes the move back, F freezes Alice: ", "undo B, block F, else "),
        (
            "MENU: [1-7] tha quan  [R+cot+hang] xoa 1 quan  [U] undo  [B] chan doi thu  [E] het luot\nLenh: ",
            "column, undo U, block B, else ",
        ),
        ("Choose column (1-7), or R to remove a piece of opponent: ", "column, remove R, else "),
        ("Column (1-7), or T to take away a piece of Alice instead: ", "column, remove T, else "),
    ] {
        assert_eq!(menu(printed).as_deref(), Some(read), "{printed}");
    }
}

#[test]
fn menus_are_read_whatever_marks_their_keys() {
    for (printed, read) in [
        (
            "press 1-7 to drop, t to take one of theirs, s to stop their next go: ",
            "column, remove t, block s, else ",
        ),
        ("To drop a piece press d, to remove an enemy piece press r: ", "drop d, remove r, else d"),
        ("Happy, or take it back? [k] keep  [t] take back: ", "undo t, else k"),
        ("What will it be? d = drop a piece, r = nuke theirs: ", "drop d, else d"),
        ("D drop\nR remove\nQ quit\n> ", "drop D, remove R, else D"),
        ("  D = drop a disc\n  Q = quit the game\nYour choice: ", "drop D, else D"),
        ("Column(1-7)/remove(r): ", "column, remove r, else "),
        ("ENTER alone ends your turn, U takes your move back, B blocks: ", "undo U, block B, else "),
        ("[1] drop a piece in  [2] zap one of theirs\n> ", "drop 1, else 1"),
        ("r removes a piece, 1-7 drops one: ", "column, remove r, else "),
        (
            "Press ENTER to conclude; enter u to reverse the move; enter b to block: ",
            "undo u, block b, else ",
        ),
        ("What now? ENTER if you're done, U to undo, B to block the other one: ", "undo U, block B, else "),
        (
            "What further? (ENTER - end of move, U - cancel move, B - block opponent) ",
            "undo U, block B, else ",
        ),
        ("ENTER keep / u undo / b block > ", "undo u, block b, else "),
        ("What now? k keep | u undo | b block: ", "undo u, block b, else k"),
        ("bam u di lai, bam b chan b kia, bam n la xong luot\n=> ", "undo u, block b, else n"),
        (
            "Done? Press n. Changed your mind? Press u to undo. Want to block them? Press b.\nWhat will it be? ",
            "undo u, block b, else n",
        ),
        ("press u = undo it, b = hinder them, n = your done\nyour choise: ", "undo u, else n"),
        ("1. Drop a piece\n2. Keep the opponent out\n3. Take a piece away\n> ", "drop 1, remove 3, else 1"),
        ("Chon 1 (tha quan) hoac 2 (chan doi thu mot luot): ", "drop 1, block 2, else 1"),
        ("u (undo), b (block) or n (nothing)? ", "undo u, block b, else n"),
        (
            "1) Tha quan\n2) Undo nuoc vua tha\n3) Choang doi thu 1 luot, minh danh tiep\n4) Het luot\nChon: ",
            "drop 1, undo 2, else 4",
        ),
    ] {
        assert_eq!(menu(printed).as_deref(), Some(read), "{printed}");
    }
}

#[test]
fn what_is_done_in_place_of_a_drop_is_left_by_going_back() {
    for (printed, read) in [
        (
            "Special moves: 1 = remove a piece, 2 = block the next turn, 3 = go back\n",
            "remove 1, block 2, else 3",
        ),
        ("K = keep it, G = go back, B = block: ", "undo G, block B, else K"),
    ] {
        assert_eq!(menu(printed).as_deref(), Some(read), "{printed}");
    }
}

#[test]
fn words_that_are_told_to_be_typed_are_a_menu() {
    for (printed, read) in [
        ("done? (ok / undo / block)> ", "undo undo, block block, else ok"),
        ("Bob@c4 [X violations=3 undos=3] (moved; undo/block/end) $ ", "undo undo, block block, else end"),
        ("Write undo to return your move, or ok to continue:", "undo undo, else ok"),
        ("type undo if u messed up, ok if its fine: ", "undo undo, else ok"),
        ("Misclick? type undo. All good? type ok: ", "undo undo, else ok"),
        ("Go undo neu muon di lai, go ok neu khoi: ", "undo undo, else ok"),
        ("Write drop (put a chip) or remove (take one away): ", "drop drop, remove remove, else drop"),
        ("(go drop = tha quan, remove = xoa quan doi thu) ", "drop drop, remove remove, else drop"),
        ("What'll it be, drop or take one? Type drop or remove: ", "drop drop, remove remove, else drop"),
    ] {
        assert_eq!(menu(printed).as_deref(), Some(read), "{printed}");
    }
}

#[test]
fn numbers_of_two_digits_that_are_no_cells_are_keys() {
    for (printed, read) in [
        ("Enter 99 to undo, enter 0 to end the turn: ", Some("undo 99, else 0")),
        ("Enter u to undo, enter e to end the turn: ", Some("undo u, else e")),
        ("Choose a column (77 block, 88 remove): ", Some("column, remove 88, block 77, else ")),
        ("Column 1-7 (10 = undo, 20 = block): ", Some("column, undo 10, block 20, else ")),
        ("Type the cell, as in 42 for column 4, row 2: ", None),
    ] {
        assert_eq!(menu(printed).as_deref(), read, "{printed}");
    }
}

#[test]
fn words_are_a_menu_where_each_is_equal_to_what_it_does() {
    for (printed, read) in [
        (
            "ENTER = pass on, oops = take back, hold = rival misses a turn> ",
            Some("undo oops, block hold, else "),
        ),
        ("stay = keep it | back = undo it: ", Some("undo back, else stay")),
        ("Alice = X, Bob = O: ", None),
    ] {
        assert_eq!(menu(printed).as_deref(), read, "{printed}");
    }
}

#[test]
fn what_offers_one_act_is_no_menu() {
    for printed in [
        "Undo? (y/n) ",
        "Remove a piece of the opponent? (y/n) ",
        "Alice (O): 3 undos left\nRemove a piece? ",
        "Do you want to remove a piece? (1: yes, 0: no) ",
        "1. Play again\n2. Exit\nChoose: ",
        "Undos left: 3\nViolations left: 2\nColumn (1-7): ",
        "6: . . .\n1 2 3\nUndo? ",
        "Do you want to undo or not? ",
        "Undo? (t/f) ",
        "Bob (O). Viol left 3. Undo left 3.\nRemove? ",
        "Choose X or O (x/o): ",
        "Bob (X), 0 undos left, column (1-7): ",
        "Column (1-7): ",
        "CHOOSE COLUMN TO DROP YOUR PIECE (1-7): ",
        "You have 3 violation(s) and 2 undo(s).\nRather take one away than drop one? ",
        "CHON COT DE THA QUAN (1-7): ",
    ] {
        assert_eq!(menu(printed), None, "{printed}");
    }
}

#[test]
fn listed_keys_are_explained_by_what_was_printed_before_and_by_texts() {
    let texts = "4 in row. key: d=drop r=take | after: u=undo b=block n=next\n";
    let read = [Some("drop d, remove r, else d"), Some("undo u, block b, else n"), None];
    let pages = ["Al O viol 3\nd/r> ", "bad key\nu/b/n> ", &format!("{texts}name 1? ")];
    assert_eq!(menus(texts, &pages).iter().map(Option::as_deref).collect::<Vec<_>>(), read);
    let texts = "after the move: Enter = done, u = take it back, b = block the opponent\n";
    let read = Some("undo u, block b, else ".to_owned());
    let pages = ["Done (Enter), u or b? > ", "Xong (Enter), u hay b? > ", "Who begins, X or O? "];
    assert_eq!(menus(texts, &pages), [read.clone(), read, None]);
    // What stands above by accident explains nothing.
    let legend = "| D drop     R remove a piece |\n| U undo     E end my turn    |\nBob (O) D/R/U/E: ";
    let pages = [legend, "Plop! Press E when you are happy with it.\nBob (O) D/R/U/E: "];
    assert_eq!(menus("", &pages), vec![Some("drop D, remove R, undo U, else E".to_owned()); 2]);
}

#[test]
fn a_table_of_commands_says_what_is_typed_at_a_prompt_without_words() {
    let table = "Commands:\n  drop    drop a piece\n  remove  take one away\n  undo    take it back\n  end     end your turn\n";
    let read = Some("drop drop, remove remove, undo undo, else end".to_owned());
    assert_eq!(menus(table, &["Bob: 3 undos\n> ", "Which column> "]), [read, None]);
    // Who types the column with the command is asked for no column.
    let with_place = table.replace("drop    ", "drop C  ");
    assert_eq!(menus(&with_place, &["Bob: 3 undos\n> "]), [None]);
}

#[test]
fn choices_of_which_nothing_is_known_are_found() {
    let spec = crate::spec::load(Path::new("specs/mips-four.yaml")).expect("the spec is valid");
    let rules = PromptRules::new(spec.dialogue.as_ref().expect("it has a dialogue"), None);
    for (written, keys) in [
        ("end, undo or shield? ", &["shield"][..]),
        ("1-7 = drop, d = zap 1 opp pice", &["d"]),
        (
            "undo     take your piece back\nshield   your rival sits still\nend      finish your turn",
            &["shield"],
        ),
        ("name / undo / block / blah", &[]),
        ("Row (1 = bottom, 6 = top): ", &[]),
        ("X = Alice, O = Bob", &[]),
        ("Undo? (y/n) ", &[]),
        ("Undo your move (choose: 0-No; 1-Yes): ", &[]),
        ("    PLAYER    UNDOS    BLOCK", &[]),
    ] {
        let found = rules.unknown_choices(&Page::of(written));
        assert_eq!(found, keys, "{written}");
    }
}

#[test]
fn two_numbered_lines_are_a_menu_if_both_are_known() {
    let read = menu("   1  a piece, dropped from above\n   2  remove one of theirs\nYour wish (1 or 2): ");
    assert_eq!(read.as_deref(), Some("drop 1, remove 2, else 1"));
    assert_eq!(menu("   1  Alice\n   2  Bob, who may remove a piece\nYour wish (1 or 2): "), None);
}

#[test]
fn a_wrong_column_chooses_nothing_else() {
    let spec = crate::spec::load(Path::new("specs/mips-four.yaml")).expect("the spec is valid");
    let rules = PromptRules::new(spec.dialogue.as_ref().expect("it has a dialogue"), None);
    let typed = |printed: &str, column: i64| {
        let page = Page::of(printed);
        let line = page.last_line().expect("it has one");
        let menu = rules.menu(&page, line, Request::Integer);
        let asked = Asked { line, page: &page, request: Request::Integer, place: None, menu: menu.as_ref() };
        String::from_utf8(rules.typed(&Entry::Number(column), Question::Column, &asked, None))
            .expect("it is text")
    };
    for (printed, column, expected) in [
        ("Enter your choice (1-7 to drop, 8 to remove, 9 for help): ", 8, "0"),
        ("Enter your choice (1-7 to drop, 8 to remove, 9 for help): ", 9, "0"),
        ("Enter your choice (1-7 to drop, 8 to remove, 9 for help): ", 0, "0"),
        ("Col 1-7, 8=rm, 9=zap: ", 9, "0"),
        ("Enter the column (1-7, 0 to quit): ", 0, "9"),
        ("Enter the column (0 to 6): ", 0, "0"),
        ("Column (1-7): ", 8, "8"),
        ("Column (1-7, 8 = remove): ", 7, "7"),
    ] {
        assert_eq!(typed(printed, column), expected, "{printed}");
    }
}

//! The mistake in a move that the program makes for one of the players.

use crate::diagnostics::{Text, text};
use crate::observe::Player;
use crate::referee::{Advice, Move, MoveFault, Why};

/// The mistake in a move, on a board whose rows and columns count from `base`.
pub(super) fn wrong(made: &Move, base: usize) -> Text {
    match &made.made {
        Err(broken) => fault(*broken, made.player, base),
        Ok((column, advice)) => strategy(*column, advice, base),
    }
}

fn fault(fault: MoveFault, player: Player, base: usize) -> Text {
    let player = player.number();
    match fault {
        MoveFault::Missing => text!(
            "now the computer (Player {player}) must put exactly one piece; none appears, and the program asks for the next move",
            "lúc này máy (Player {player}) phải đặt đúng một quân; không có quân nào xuất hiện mà chương trình đã hỏi nước tiếp theo"
        ),
        MoveFault::Unseen => text!(
            "now the computer (Player {player}) must put exactly one piece; no board is shown after that on which it could be seen",
            "lúc này máy (Player {player}) phải đặt đúng một quân; sau đó không có bàn cờ nào được in để thấy quân đó"
        ),
        MoveFault::Floats((row, column)) => {
            let (row, column) = (row + base, column + base);
            text!(
                "the computer's piece in row {row}, column {column} has nothing below it; pieces fall to the lowest free row of their column",
                "quân của máy ở hàng {row}, cột {column} không có gì bên dưới; quân phải rơi xuống hàng trống thấp nhất của cột"
            )
        }
        MoveFault::Replaces((row, column)) => {
            let (row, column) = (row + base, column + base);
            text!(
                "the computer's piece in row {row}, column {column} takes the place of the other player's; only free cells can be played",
                "quân của máy ở hàng {row}, cột {column} chiếm chỗ quân của đối thủ; chỉ được đánh vào ô trống"
            )
        }
        MoveFault::Several(count) => text!(
            "after one move of the player {count} pieces of the computer appear; it must put exactly one",
            "sau một nước của người chơi có {count} quân của máy xuất hiện; máy phải đặt đúng một quân"
        ),
        MoveFault::Other => Text::default(),
    }
}

fn strategy(column: usize, advice: &Advice, base: usize) -> Text {
    let column = column + base;
    let wanted: Vec<String> = advice.columns.iter().map(|column| (column + base).to_string()).collect();
    let (wanted, wanted_vi) = (wanted.join(" or "), wanted.join(" hoặc "));
    match advice.why {
        Why::Row => text!(
            "the player has three in a row, so the computer must block in column {wanted}; it plays column {column}",
            "người chơi có ba quân liền trên một hàng nên máy phải chặn ở cột {wanted_vi}; máy lại đánh cột {column}"
        ),
        Why::Stack => text!(
            "the player has three on top of each other, so the computer must play on top, in column {wanted}; it plays column {column}",
            "người chơi có ba quân chồng lên nhau nên máy phải đánh lên trên, ở cột {wanted_vi}; máy lại đánh cột {column}"
        ),
        Why::Counter => text!(
            "there is nothing to block, so the computer's counter decides: it goes from 1 to 7 and begins again, and skips full columns. It must play column {wanted} and plays column {column}",
            "không có gì để chặn nên bộ đếm của máy quyết định: nó đi từ 1 đến 7 rồi lặp lại và bỏ qua cột đầy. Máy phải đánh cột {wanted_vi} nhưng lại đánh cột {column}"
        ),
    }
}

%   Chess.
%
%   The game of the laws of FIDE. Draws that a player could claim there, by
%   repetition or after fifty moves without progress, come by themselves here.
%
%   A position is made of
%       piece(Cell, Player, Kind)   a piece of Player's stands on Cell
%       turn(Player)                it is Player's move
%       castling(Player, Side)      Player's king and the rook on that Side have
%                                   not moved yet
%       en_passant(Cell)            a pawn has just passed over Cell, where an
%                                   enemy pawn stands ready to take it
%       quiet(N)                    in the last N moves, of both players, no
%                                   piece was taken and no pawn moved
%   and a player can
%       move(From, To)              move a piece, or take one with it
%       promote(From, To, Kind)     move a pawn to the last row, to become Kind
%       castle(Side)                move king and rook at once
%
%   Good to ask about, besides legal(Action):
%       check                       the player to move is in check
%       goes(From, To, Taken)       a piece goes from From to To, safe or not
%       exposes(From, To)           and its king would be in check
%       blocked(From, To)           a piece stands between From and To

:- title('Chess').
:- board(square(8, 8)).
:- players([white, black]).
:- type(kind, [pawn, knight, bishop, rook, queen, king]).
:- type(side, [short, long]).

:- state(piece(cell, player, kind)).
:- state(turn(player)).
:- state(castling(player, side)).
:- state(en_passant(cell)).
:- memory(quiet(int)).
:- action(move(cell, cell)).
:- action(promote(cell, cell, kind)).
:- action(castle(side)).


%   The board

% Cell is in the Rank-th row as Player counts them, the home row being 1.
rank(white, Cell, Rank) :-
    row(Cell, Rank).
rank(black, Cell, Rank) :-
    row(Cell, Row),
    Rank is 9 - Row.

% To lies in direction Dir from From, however far away.
line(From, Dir, To) :-
    step(From, Dir, To).
line(From, Dir, To) :-
    line(From, Dir, Before),
    step(Before, Dir, To).

% Cell lies between From and To, which are in one row, column or diagonal.
between(From, To, Cell) :-
    line(From, Dir, Cell),
    line(Cell, Dir, To).


%   How pieces would move on an empty board

% A piece of that Kind glides in direction Dir as far as it likes.
glides(rook, n).
glides(rook, e).
glides(rook, s).
glides(rook, w).
glides(bishop, ne).
glides(bishop, se).
glides(bishop, sw).
glides(bishop, nw).
glides(queen, Dir) :-
    direction(Dir).

% A knight leaps from From to To: two cells one way, and one the other.
leaps(From, To) :-
    column(From, A),
    row(From, B),
    column(To, C),
    row(To, D),
    abs((A - C) * (B - D)) =:= 2.

% Dir leads straight ahead for Player's pawns.
ahead(white, n).
ahead(black, s).

% Dir leads diagonally ahead for Player's pawns.
aslant(white, ne).
aslant(white, nw).
aslant(black, se).
aslant(black, sw).

% A piece of Player's of that Kind on From would take an enemy on To.
aims(Player, Kind, From, To) :-
    player(Player),
    glides(Kind, Dir),
    line(From, Dir, To).
aims(Player, knight, From, To) :-
    player(Player),
    leaps(From, To).
aims(Player, king, From, To) :-
    player(Player),
    step(From, _, To).
aims(Player, pawn, From, To) :-
    aslant(Player, Dir),
    step(From, Dir, To).

% A pawn of Player's, not moved yet, passes from From over Over to To.
passes(Player, From, Over, To) :-
    rank(Player, From, 2),
    ahead(Player, Dir),
    step(From, Dir, Over),
    step(Over, Dir, To).

% A pawn of Player's advances from From to To.
advances(Player, From, To) :-
    ahead(Player, Dir),
    step(From, Dir, To).
advances(Player, From, To) :-
    passes(Player, From, _, To).

% Player castles on that Side: the king goes from King across Crossed to Goal,
% the rook from Corner to Crossed.
castles(white, short, e1, f1, g1, h1).
castles(white, long, e1, d1, c1, a1).
castles(black, short, e8, f8, g8, h8).
castles(black, long, e8, d8, c8, a8).

% A pawn that comes to the last row may become a piece of that Kind.
officer(queen).
officer(rook).
officer(bishop).
officer(knight).


%   Setting up

start(turn(white)).
start(quiet(0)).
start(castling(Player, Side)) :-
    player(Player),
    side(Side).
start(piece(Cell, Player, pawn)) :-
    rank(Player, Cell, 2).
start(piece(Cell, Player, Kind)) :-
    rank(Player, Cell, 1),
    column(Cell, Column),
    home_kind(Column, Kind).

% Kind starts in that Column of the home row.
home_kind(1, rook).
home_kind(2, knight).
home_kind(3, bishop).
home_kind(4, queen).
home_kind(5, king).
home_kind(6, bishop).
home_kind(7, knight).
home_kind(8, rook).


%   Moving and taking, whether the king is safe or not

% Some piece stands on Cell.
occupied(Cell) :-
    piece(Cell, _, _).

% A piece stands between From and To.
blocked(From, To) :-
    between(From, To, Cell),
    occupied(Cell).

% The piece on From, of the player to move, goes to To and takes what stands on
% Taken, if anything does. All pieces but pawns move as they take.
goes(From, To, To) :-
    turn(Player),
    piece(From, Player, Kind),
    Kind \= pawn,
    aims(Player, Kind, From, To),
    \+ piece(To, Player, _),
    \+ blocked(From, To).

% Pawns move straight ahead.
goes(From, To, To) :-
    turn(Player),
    piece(From, Player, pawn),
    advances(Player, From, To),
    \+ occupied(To),
    \+ blocked(From, To).

% They take diagonally.
goes(From, To, To) :-
    turn(Player),
    piece(From, Player, pawn),
    aims(Player, pawn, From, To),
    piece(To, Enemy, _),
    Enemy \= Player.

% They also take a pawn that has just passed over To as if it had stopped there.
goes(From, To, Taken) :-
    en_passant(To),
    turn(Player),
    aims(Player, pawn, From, To),
    piece(From, Player, pawn),
    ahead(Player, Dir),
    step(Taken, Dir, To).


%   The safety of the king

% Player, who is to move, has the king on Cell.
king(Player, Cell) :-
    turn(Player),
    piece(Cell, Player, king).

% Player's king, on King, stays on Cell, or goes there, or castles.
haven(Player, King, King) :-
    king(Player, King).
haven(Player, King, Cell) :-
    king(Player, King),
    goes(King, Cell, _).
haven(Player, King, Cell) :-
    king(Player, King),
    way_to_castle(_, King, _, Cell).

% The king of the player to move is in check on Cell, or would be there.
unsafe(Cell) :-
    haven(Player, King, Cell),
    opponent(Player, Enemy),
    piece(From, Enemy, Kind),
    aims(Enemy, Kind, From, Cell),
    \+ (between(From, Cell, Other),
        occupied(Other),
        Other \= King).

% The player to move is in check.
check :-
    king(_, King),
    unsafe(King).

% An enemy on From threatens the king on King, but for what stands between them.
threat(From, King) :-
    king(Player, King),
    opponent(Player, Enemy),
    piece(From, Enemy, Kind),
    aims(Enemy, Kind, From, King).

% If the piece on From went to To, its king would be in check. The king itself
% would be on an unsafe cell.
exposes(King, To) :-
    king(_, King),
    goes(King, To, _),
    unsafe(To).

% Any other piece would neither take what threatens the king, nor come between
% them, nor leave a third piece there that does.
exposes(From, To) :-
    threat(Attacker, King),
    goes(From, To, Taken),
    From \= King,
    Taken \= Attacker,
    \+ between(Attacker, King, To),
    \+ (between(Attacker, King, Cell),
        occupied(Cell),
        Cell \= From,
        Cell \= Taken).


%   What is legal

legal(move(From, To)) :-
    can_go(From, To),
    \+ promotable(From).
legal(promote(From, To, Kind)) :-
    can_go(From, To),
    promotable(From),
    officer(Kind).
legal(castle(Side)) :-
    can_castle(Side).

% The player to move can go from From to To.
can_go(From, To) :-
    goes(From, To, _),
    \+ exposes(From, To).

% The pawn on From, of the player to move, comes to the last row when it moves.
promotable(From) :-
    turn(Player),
    piece(From, Player, pawn),
    rank(Player, From, 7).

% The player to move can castle on that Side: not out of check, not through it,
% and not into it.
can_castle(Side) :-
    way_to_castle(Side, King, Crossed, Goal),
    \+ unsafe(King),
    \+ unsafe(Crossed),
    \+ unsafe(Goal).

% The player to move has not lost the right to castle on that Side, and no piece
% stands between king and rook. The king goes from King across Crossed to Goal.
way_to_castle(Side, King, Crossed, Goal) :-
    turn(Player),
    castling(Player, Side),
    castles(Player, Side, King, Crossed, Goal, Corner),
    \+ blocked(King, Corner).


%   What an action does

% A piece leaves From, and is on To then, as a piece of that Kind.
shifts(From, To, Kind) :-
    does(move(From, To)),
    piece(From, _, Kind).
shifts(From, To, Kind) :-
    does(promote(From, To, Kind)).
shifts(King, Goal, king) :-
    does(castle(Side)),
    turn(Player),
    castles(Player, Side, King, _, Goal, _).
shifts(Corner, Crossed, rook) :-
    does(castle(Side)),
    turn(Player),
    castles(Player, Side, _, Crossed, _, Corner).

% What stands on Cell leaves it, or is taken.
clears(Cell) :-
    shifts(Cell, _, _).
clears(Cell) :-
    shifts(_, Cell, _).
clears(Cell) :-
    shifts(_, To, pawn),
    en_passant(To),
    turn(Player),
    ahead(Player, Dir),
    step(Cell, Dir, To).

% A pawn moves, or a piece is taken.
progress :-
    shifts(From, _, _),
    piece(From, _, pawn).
progress :-
    shifts(_, To, _),
    occupied(To).

del(piece(Cell, Player, Kind)) :-
    clears(Cell),
    piece(Cell, Player, Kind).
add(piece(Cell, Player, Kind)) :-
    shifts(_, Cell, Kind),
    turn(Player).

del(castling(Player, Side)) :-
    castling(Player, Side),
    castles(Player, Side, King, _, _, _),
    clears(King).
del(castling(Player, Side)) :-
    castling(Player, Side),
    castles(Player, Side, _, _, _, Corner),
    clears(Corner).

del(en_passant(Cell)) :-
    en_passant(Cell).
add(en_passant(Over)) :-
    shifts(From, To, pawn),
    turn(Player),
    passes(Player, From, Over, To),
    opponent(Player, Enemy),
    aims(Enemy, pawn, Ready, Over),
    piece(Ready, Enemy, pawn).

del(quiet(N)) :-
    quiet(N).
add(quiet(0)) :-
    progress.
add(quiet(More)) :-
    \+ progress,
    quiet(N),
    More is N + 1.

del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).


%   Why a move is refused

% The player to move tries to go from From to To, with or without promotion.
attempt(From, To) :-
    tried(move(From, To)).
attempt(From, To) :-
    tried(promote(From, To, _)).

% Player, whose turn it is, tries to send an own piece of that Kind to To.
tries(Player, Kind, From, To) :-
    attempt(From, To),
    turn(Player),
    piece(From, Player, Kind).

% The piece on From could go where it is sent, if nothing were in its way, or if
% there were something to take.
has_way(From, To) :-
    tries(Player, Kind, From, To),
    aims(Player, Kind, From, To).
has_way(From, To) :-
    tries(Player, pawn, From, To),
    advances(Player, From, To).

refuse(Action, no_piece) :-
    tried(Action),
    attempt(From, To),
    \+ tries(_, _, From, To).
refuse(Action, own_piece) :-
    tried(Action),
    tries(Player, _, _, To),
    piece(To, Player, _).
refuse(Action, no_way) :-
    tried(Action),
    tries(_, _, From, To),
    \+ has_way(From, To).
refuse(Action, blocked) :-
    tried(Action),
    has_way(From, To),
    blocked(From, To).
refuse(Action, pawn) :-
    tried(Action),
    tries(_, pawn, From, To),
    has_way(From, To),
    \+ blocked(From, To),
    \+ goes(From, To, _).
refuse(Action, exposed) :-
    tried(Action),
    attempt(From, To),
    exposes(From, To).
refuse(move(From, To), undecided) :-
    tried(move(From, To)),
    has_way(From, To),
    promotable(From).
refuse(promote(From, To, Kind), no_promotion) :-
    tried(promote(From, To, Kind)),
    \+ promotable(From).
refuse(promote(From, To, Kind), no_officer) :-
    tried(promote(From, To, Kind)),
    \+ officer(Kind).
refuse(castle(Side), has_moved) :-
    tried(castle(Side)),
    turn(Player),
    \+ castling(Player, Side).
refuse(castle(Side), between) :-
    tried(castle(Side)),
    turn(Player),
    castles(Player, Side, King, _, _, Corner),
    blocked(King, Corner).
refuse(castle(Side), check) :-
    tried(castle(Side)),
    way_to_castle(Side, _, _, _),
    \+ can_castle(Side).

reason(no_piece, 'you have no piece there').
reason(own_piece, 'one of your own pieces is there').
reason(no_way, 'that piece does not move like this').
reason(blocked, 'another piece is in the way').
reason(pawn, 'a pawn moves straight ahead, and takes diagonally').
reason(exposed, 'your king would be in check').
reason(undecided, 'say what the pawn becomes: promote(From, To, Kind)').
reason(no_promotion, 'only pawns become other pieces, in the last row').
reason(no_officer, 'a pawn becomes a queen, a rook, a bishop or a knight').
reason(has_moved, 'the king has moved, or that rook has, or it was taken').
reason(between, 'there are pieces between the king and that rook').
reason(check, 'the king may not castle out of check, through it or into it').


%   The end

% The player to move cannot move. Who can castle can move the king alone, too.
stuck :-
    \+ can_go(_, _).

% Checkmate wins.
wins(Player) :-
    stuck,
    check,
    turn(Loser),
    opponent(Loser, Player).

% Stalemate is a draw.
draw :-
    stalemate.

% So is the same position for the third time.
draw :-
    repeated.

% So are fifty moves of each player without progress.
draw :-
    idle.

% And so are too few pieces to give mate: the kings, and a knight or a bishop.
draw :-
    bare.

% The player to move cannot move, and is not in check.
stalemate :-
    stuck,
    \+ check.

% The position has come for the third time.
repeated :-
    repetitions(N),
    N >= 3.

% Both players have made fifty moves without progress.
idle :-
    quiet(N),
    N >= 100.

% Neither player has the pieces to give mate.
bare :-
    \+ (piece(_, _, Kind), major(Kind)),
    aggregate_all(count, piece(_, _, _), Left),
    Left =< 3.

% A piece of that Kind gives mate with the king's help, or becomes one that does.
major(pawn).
major(rook).
major(queen).

% What has ended the game.
ending(checkmate, Loser) :-
    stuck,
    check,
    turn(Loser).
ending(stalemate, Player) :-
    stalemate,
    turn(Player).
ending(repeated) :-
    repeated.
ending(idle) :-
    idle.
ending(bare) :-
    bare.

reason(checkmate, '~w is checkmated').
reason(stalemate, '~w is not in check, and cannot move').
reason(repeated, 'the same position has come for the third time').
reason(idle, 'in fifty moves of each player no pawn moved, and nothing was taken').
reason(bare, 'neither player has the pieces to give mate').


%   What a position is worth

% A piece of that Kind is worth Worth at the edge of the board, and Gain more for
% each cell between.
worth(pawn, 100, 5).
worth(knight, 300, 10).
worth(bishop, 320, 5).
worth(rook, 500, 0).
worth(queen, 900, 1).
worth(king, 0, -5).

% A piece of that Kind on Cell adds Weight.
weight(Kind, Cell, Weight) :-
    worth(Kind, Worth, Gain),
    column(Cell, Column),
    row(Cell, Row),
    Across is min(Column - 1, 8 - Column),
    Up is min(Row - 1, 8 - Row),
    Weight is Worth + Gain * min(Across, Up).

% All of Player's pieces together.
strength(Player, Strength) :-
    player(Player),
    aggregate_all(sum(Weight),
                  (piece(Cell, Player, Kind), weight(Kind, Cell, Weight)),
                  Strength).

value(Player, Value) :-
    opponent(Player, Enemy),
    strength(Player, Own),
    strength(Enemy, Theirs),
    Value is Own - Theirs.


%   How it is drawn and written

% Player's pieces of that Kind are drawn as Letter: white's as capitals.
letter(white, pawn, 'P').
letter(white, knight, 'N').
letter(white, bishop, 'B').
letter(white, rook, 'R').
letter(white, queen, 'Q').
letter(white, king, 'K').
letter(black, pawn, p).
letter(black, knight, n).
letter(black, bishop, b).
letter(black, rook, r).
letter(black, queen, q).
letter(black, king, k).

glyph(Cell, Letter, Player, Kind) :-
    piece(Cell, Player, Kind),
    letter(Player, Kind, Letter).

shaded(Cell) :-
    column(Cell, Column),
    row(Cell, Row),
    (Column + Row) mod 2 =:= 0.

% Something is taken by going from From to To, also in passing.
captures(From, To) :-
    goes(From, To, Taken),
    occupied(Taken).

% A move of a piece of that Kind begins with Letter; pawns have none.
initial(Kind, Letter) :-
    letter(white, Kind, Letter),
    Kind \= pawn.

% The piece on From, not a pawn, is written as Letter.
figure(From, Letter) :-
    piece(From, _, Kind),
    initial(Kind, Letter).

% A move is written e2-e4 or Ng1-f3, a capture e4xd5 or Bb5xc6; a pawn that becomes
% a queen e7-e8=Q, and castling O-O or O-O-O.
:- notation(move(From, To), [Letter, From, x, To], (figure(From, Letter), captures(From, To))).
:- notation(move(From, To), [Letter, From, '-', To], figure(From, Letter)).
:- notation(move(From, To), [From, x, To], captures(From, To)).
:- notation(move(From, To), [From, '-', To]).
:- notation(promote(From, To, Kind), [From, x, To, '=', Letter],
            (captures(From, To), initial(Kind, Letter))).
:- notation(promote(From, To, Kind), [From, '-', To, '=', Letter], initial(Kind, Letter)).
:- notation(castle(short), ['O-O']).
:- notation(castle(long), ['O-O-O']).

%   Positions that cannot be
%
%   Who sets up a position is told what is wrong with it. No game leads there.

% The position cannot be, for that Reason.
unsound(no_part) :-
    at(Piece, _, _),
    bug(Piece, _, Kind, _),
    \+ takes_part(Kind).
unsound(twice) :-
    at(Piece, Cell, _),
    at(Piece, Other, _),
    Cell \= Other.
unsound(twice) :-
    at(Piece, _, Level),
    at(Piece, _, Other),
    Level \= Other.
unsound(one_place) :-
    at(Piece, Cell, Level),
    at(Other, Cell, Level),
    Piece \= Other.
unsound(hole) :-
    at(_, Cell, Level),
    Level \= 1,
    Below is Level - 1,
    \+ at(_, Cell, Below).
unsound(no_climber) :-
    at(Piece, _, Level),
    Level > 1,
    bug(Piece, _, Kind, _),
    \+ stays_on_top(Kind).
unsound(several_hives) :-
    occupied(Cell),
    \+ holds_together(Cell).
unsound(moved_in_hand) :-
    moved(Piece),
    \+ at(Piece, _, _).
unsound(several_moved) :-
    moved(Piece),
    moved(Other),
    Piece \= Other.
unsound(too_many) :-
    turns_had(Player, Turns),
    aggregate_all(count, (at(Piece, _, _), bug(Piece, Player, _, _)), Pieces),
    Pieces > Turns.
unsound(queen_overdue) :-
    turns_had(Player, Turns),
    Turns >= 4,
    \+ queen_is_down(Player).
unsound(wrong_turn) :-
    turn(Player),
    option(starts, Player),
    turn_number(N),
    N mod 2 =:= 0.
unsound(wrong_turn) :-
    turn(Player),
    option(starts, Other),
    opponent(Player, Other),
    turn_number(N),
    N mod 2 =:= 1.

% Bugs of that Kind may end their move on top of the hive.
stays_on_top(beetle).
stays_on_top(mosquito).

% Cell holds together with the hive's first cell: the one in its uppermost row
% that is furthest west.
holds_together(Cell) :-
    occupied(Cell),
    row(Cell, Row),
    column(Cell, Column),
    \+ (occupied(Other), row(Other, Upper), Upper < Row),
    \+ (occupied(Other), row(Other, Row), column(Other, West), West < Column).
holds_together(Next) :-
    holds_together(Cell),
    step(Cell, _, Next),
    occupied(Next).

% Player has had so many turns before this one.
turns_had(Player, Turns) :-
    player(Player),
    option(starts, Player),
    turn_number(N),
    Turns is N // 2.
turns_had(Player, Turns) :-
    player(Player),
    option(starts, Other),
    opponent(Player, Other),
    turn_number(N),
    Turns is (N - 1) // 2.

reason(twice, 'a piece is in the hive twice').
reason(one_place, 'two pieces are on one cell at the same level').
reason(hole, 'a stack has a hole: its levels go from 1 up, one by one').
reason(no_climber, 'only beetles and mosquitoes lie on top of other pieces').
reason(several_hives, 'there must be one hive: some pieces do not touch the others').
reason(moved_in_hand, 'the piece that moved just before is not in the hive').
reason(several_moved, 'at most one piece can have moved just before').
reason(too_many, 'a player has more pieces in the hive than turns before this one').
reason(queen_overdue, 'a player has had four turns or more, and the queen is not in the hive').
reason(wrong_turn, 'with that number of the turn, the other player is to move').

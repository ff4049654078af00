%   Moving
%
%   Once the own queen is down, a piece may move instead: each kind of bug in its
%   own way.

legal(move(Piece, From, To)) :-
    movable(Piece, From, _),
    goes(Piece, From, To).
legal(move(Piece, From, To)) :-
    throws(_, Piece, From, To).

% The player to move may move Piece, at Level on From: the queen is down, no
% piece lies on Piece, it did not move just before, and the hive would not split.
movable(Piece, From, Level) :-
    turn(Player),
    queen_is_down(Player),
    bug(Piece, Player, _, _),
    visible(Piece, From, Level),
    \+ moved(Piece),
    \+ pinned(Piece).

% Piece may set out from From the way bugs of that Kind do. On the ground a
% mosquito moves like any piece it touches, on top of the hive like a beetle.
sets_out(Piece, Kind, From) :-
    movable(Piece, From, _),
    bug(Piece, _, Kind, _),
    Kind \= mosquito.
sets_out(Piece, Kind, From) :-
    movable(Piece, From, 1),
    bug(Piece, _, mosquito, _),
    adjacent(Piece, Other),
    bug(Other, _, Kind, _),
    Kind \= mosquito.
sets_out(Piece, beetle, From) :-
    movable(Piece, From, Level),
    bug(Piece, _, mosquito, _),
    Level > 1.

% A queen, a pillbug and a beetle slide one cell.
goes(Piece, From, To) :-
    sets_out(Piece, Kind, From),
    goes_one_cell(Kind),
    slide(Piece, From, To).

% A beetle also climbs onto a piece, walks on top of the hive, and gets down.
goes(Piece, From, To) :-
    sets_out(Piece, beetle, From),
    at(Piece, From, Level),
    step(From, _, To),
    visible(_, To, Height),
    Above is max(Level, Height + 1),
    \+ narrow(From, To, Above).
goes(Piece, From, To) :-
    sets_out(Piece, beetle, From),
    at(Piece, From, Level),
    Level > 1,
    step(From, _, To),
    \+ occupied(To),
    \+ narrow(From, To, Level).

% A spider slides three cells, and comes to no cell twice.
goes(Piece, From, To) :-
    sets_out(Piece, spider, From),
    slides_thrice(Piece, From, To).

% An ant slides as far as it likes.
goes(Piece, From, To) :-
    sets_out(Piece, ant, From),
    reachable(Piece, To),
    To \= From.

% A grasshopper leaps in a straight line over pieces to the first empty cell.
goes(Piece, From, To) :-
    sets_out(Piece, grasshopper, From),
    leaps_over(Piece, Dir, Over),
    step(Over, Dir, To),
    \+ occupied(To).

% A ladybug walks over two pieces and gets down behind them.
goes(Piece, From, To) :-
    sets_out(Piece, ladybug, From),
    climbs(From, First),
    crosses(First, Second),
    Second \= From,
    descends(Second, To).

% Bugs of that Kind go only one cell at a time.
goes_one_cell(queen).
goes_one_cell(pillbug).
goes_one_cell(beetle).

% Piece, which the player to move may move like an ant, gets to Cell by sliding.
reachable(Piece, Cell) :-
    sets_out(Piece, ant, From),
    slide(Piece, From, Cell).
reachable(Piece, Next) :-
    reachable(Piece, Cell),
    slide(Piece, Cell, Next).

% In direction Dir, Piece, which may move like a grasshopper, leaps over Cell.
leaps_over(Piece, Dir, Cell) :-
    sets_out(Piece, grasshopper, From),
    step(From, Dir, Cell),
    occupied(Cell).
leaps_over(Piece, Dir, Next) :-
    leaps_over(Piece, Dir, Cell),
    step(Cell, Dir, Next),
    occupied(Next).

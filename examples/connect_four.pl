%   Connect Four.
%
%   Two players take turns to drop discs into the columns of an upright board.
%   The first to have four discs in a line wins.

:- title('Connect Four').
:- board(square(7, 6)).
:- players([yellow, red]).

:- state(disc(cell, player)).       % what a position is made of
:- state(turn(player)).
:- action(drop(int)).               % what a player can do: choose a column

start(turn(yellow)).

legal(drop(Column)) :-
    landing(Column, _).

% A disc dropped into Column comes to rest on Cell.
landing(Column, Cell) :-
    column(Cell, Column),
    \+ taken(Cell),
    \+ hanging(Cell).

% Cell holds a disc.
taken(Cell) :-
    disc(Cell, _).

% A disc on Cell would fall further: the cell below is free.
hanging(Cell) :-
    step(Cell, s, Below),
    \+ taken(Below).

add(disc(Cell, Player)) :-
    does(drop(Column)),
    landing(Column, Cell),
    turn(Player).
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).

refuse(drop(Column), full) :-
    tried(drop(Column)),
    column(_, Column),
    \+ landing(Column, _).
refuse(drop(Column), no_column) :-
    tried(drop(Column)),
    \+ column(_, Column).
reason(full, 'that column is full').
reason(no_column, 'there is no such column: they are counted from 1, on the left').

% Four of Player's discs in a line.
wins(Player) :-
    disc(A, Player),
    step(A, Dir, B),
    disc(B, Player),
    step(B, Dir, C),
    disc(C, Player),
    step(C, Dir, D),
    disc(D, Player).

draw :-
    \+ landing(_, _),
    \+ wins(_).

% Player's discs touch one another in that many places, counted from each side.
contacts(Player, Number) :-
    player(Player),
    aggregate_all(count,
                  (disc(A, Player), step(A, _, B), disc(B, Player)),
                  Number).

value(Player, Value) :-
    opponent(Player, Other),
    contacts(Player, Own),
    contacts(Other, Theirs),
    Value is Own - Theirs.

% What has ended the game.
ending(four, Player) :-
    wins(Player).
ending(all_full) :-
    draw.
reason(four, '~w has four in a line').
reason(all_full, 'all columns are full').

% Player's discs are drawn as Letter.
letter(yellow, 'Y').
letter(red, 'R').

glyph(Cell, Letter, Player, disc) :-
    disc(Cell, Player),
    letter(Player, Letter).

% A disc is written by the number of its column: 4.
:- notation(drop(Column), [Column]).

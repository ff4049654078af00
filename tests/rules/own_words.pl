%   A game with words of its own for what the language came to give later, for the
%   tests: they mean what the game says.

:- title('Own words').
:- board(square(3, 2)).
:- players([red, blue]).
:- type(diagonal, [rising, falling]).

:- state(straight(cell)).
:- state(turn(player)).
:- action(mark(cell)).

start(turn(red)).

% The cell opposite Cell.
opposite(Cell, Other) :-
    column(Cell, Column),
    row(Cell, Row),
    Across is 4 - Column,
    Up is 3 - Row,
    column(Other, Across),
    row(Other, Up).

% Cells that are without a mark.
without(Cell) :-
    cell(Cell),
    \+ straight(Cell).

% For the tests to ask.
kinds(Kind) :-
    diagonal(Kind).

legal(mark(Cell)) :-
    without(Cell).
add(straight(Cell)) :-
    does(mark(Cell)).
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).
refuse(mark(Cell), marked) :-
    tried(mark(Cell)),
    straight(Cell).
reason(marked, 'it is marked already').

wins(Player) :-
    turn(Player),
    straight(Cell),
    opposite(Cell, Other),
    straight(Other).
draw :-
    turn_number(7).

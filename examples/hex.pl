%   Hex.
%
%   Two players place stones on a rhombus of hexagons. Red has to join bottom
%   and top by a chain of stones, blue left and right. A full board always
%   holds just one such chain, so there are no draws.
%
%   A position is made of
%       stone(Cell, Player)     a stone of Player's lies on Cell
%       turn(Player)            it is Player's move
%   and the things to do are
%       place(Cell)             place a stone on an empty cell
%       swap                    take over the first stone, as the second move
%
%   Only games with the option swap know swapping. It is there to keep red from
%   beginning too well.

:- title('Hex').
:- option(size, 11, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 19]).
:- option(swap, off, [off, on]).
:- board(rhombus(size, size)).
:- players([red, blue]).

:- state(stone(cell, player)).
:- state(turn(player)).
:- action(place(cell)).
:- action(swap).


%   The board

% A and B are neighbours.
adjacent(A, B) :-
    step(A, _, B).

% Cell is in the N-th line on Player's way across the board.
line(red, Cell, N) :-
    row(Cell, N).
line(blue, Cell, N) :-
    column(Cell, N).

% Cell is in Player's first line.
near_side(Player, Cell) :-
    line(Player, Cell, 1).

% Cell is in Player's last line.
far_side(Player, Cell) :-
    option(size, Size),
    line(Player, Cell, Size).

% Image is to one player what Cell is to the other.
mirrored(Cell, Image) :-
    line(red, Cell, M),
    line(blue, Cell, N),
    line(blue, Image, M),
    line(red, Image, N).


%   Placing and swapping

start(turn(red)).

legal(place(Cell)) :-
    cell(Cell),
    \+ occupied(Cell).
legal(swap) :-
    option(swap, on),
    second_move.

% A stone lies on Cell.
occupied(Cell) :-
    stone(Cell, _).

% It is the second move: blue's first.
second_move :-
    turn(blue),
    \+ stone(_, blue).


%   What an action does

add(stone(Cell, Player)) :-
    does(place(Cell)),
    turn(Player).

% The stone that blue takes over moves to where it is worth to blue what it was
% to red.
del(stone(Cell, Player)) :-
    does(swap),
    stone(Cell, Player).
add(stone(Image, Player)) :-
    does(swap),
    turn(Player),
    stone(Cell, _),
    mirrored(Cell, Image).

del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).


%   Why an action is refused

refuse(place(Cell), occupied) :-
    tried(place(Cell)),
    occupied(Cell).
refuse(swap, no_swapping) :-
    tried(swap),
    option(swap, off).
refuse(swap, not_second) :-
    tried(swap),
    \+ second_move.

reason(occupied, 'a stone lies there already').
reason(no_swapping, 'this game is played without swapping').
reason(not_second, 'only the second move of the game can be a swap').


%   The end

% Stones of Player's form a chain from the near side to Cell.
reached(Player, Cell) :-
    near_side(Player, Cell),
    stone(Cell, Player).
reached(Player, Cell) :-
    reached(Player, Before),
    adjacent(Before, Cell),
    stone(Cell, Player).

wins(Player) :-
    reached(Player, Cell),
    far_side(Player, Cell).


%   What a position is worth
%
%   What counts is, roughly, how many stones each player lacks. Over empty
%   cells, only ways that lead forward are looked at.

% From and To touch, and To is closer to Player's far side.
forward(Player, From, To) :-
    adjacent(From, To),
    line(Player, From, Line),
    line(Player, To, Next),
    Next > Line.

% N more stones of Player's would complete a chain from the near side to Cell.
missing(Player, Cell, 0) :-
    near_side(Player, Cell),
    stone(Cell, Player).
missing(Player, Cell, 1) :-
    near_side(Player, Cell),
    \+ occupied(Cell).
missing(Player, Cell, N) :-
    missing(Player, Before, N),
    adjacent(Before, Cell),
    stone(Cell, Player).
missing(Player, Cell, N) :-
    missing(Player, Before, Fewer),
    forward(Player, Before, Cell),
    \+ occupied(Cell),
    option(size, Size),
    Fewer < Size,
    N is Fewer + 1.

% Player might win with N more stones. Where no way leads forward, twice the
% length of a line stands in for a detour.
estimate(Player, N) :-
    far_side(Player, Cell),
    missing(Player, Cell, N).
estimate(Player, N) :-
    player(Player),
    option(size, Size),
    N is 2 * Size.

% The lowest estimate for Player is N more stones.
distance(Player, N) :-
    player(Player),
    aggregate_all(min(Stones), estimate(Player, Stones), N).

value(Player, Value) :-
    opponent(Player, Other),
    distance(Player, Own),
    distance(Other, Theirs),
    Value is Theirs - Own.


%   What has ended the game

ending(chain, Player) :-
    wins(Player).

reason(chain, 'a chain of ~w stones joins the two sides').


%   How it is drawn and written

% Player's stones are drawn as Letter.
letter(red, 'R').
letter(blue, 'B').

glyph(Cell, Letter, Player, disc) :-
    stone(Cell, Player),
    letter(Player, Letter).

% A stone is written by its cell, f6; to take over the first one is written swap.
:- notation(place(Cell), [Cell]).
:- notation(swap, [swap]).

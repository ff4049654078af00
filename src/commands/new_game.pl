%   Keep apart.
%
%   Two players take turns to place a stone on an empty cell that touches no
%   other stone. Who cannot place one loses.
%
%   A position is made of
%       stone(Cell, Player)     a stone of Player's lies on Cell
%       turn(Player)            it is Player's move
%   and the one thing to do is
%       place(Cell)             place a stone

:- title('Keep apart').
:- board(square(5, 5)).             % or hex(4), a hexagon of hexagons
:- players([red, blue]).

:- state(stone(cell, player)).      % what a position is made of
:- state(turn(player)).
:- action(place(cell)).             % what a player can do


%   Setting up

start(turn(red)).


%   What is legal

legal(place(Cell)) :-
    free(Cell).

% A stone may be placed on Cell.
free(Cell) :-
    cell(Cell),
    \+ stone(Cell, _),
    \+ touches(Cell).

% A stone lies next to Cell.
touches(Cell) :-
    step(Cell, _, Next),
    stone(Next, _).


%   What an action does

add(stone(Cell, Player)) :-
    does(place(Cell)),
    turn(Player).

del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).


%   Why an action is refused

refuse(place(Cell), occupied) :-
    tried(place(Cell)),
    stone(Cell, _).
refuse(place(Cell), touches) :-
    tried(place(Cell)),
    touches(Cell).

reason(occupied, 'a stone lies there already').
reason(touches, 'a stone lies next to that cell').


%   The end

% Who cannot place a stone loses.
wins(Player) :-
    \+ free(_),
    turn(Loser),
    opponent(Loser, Player).

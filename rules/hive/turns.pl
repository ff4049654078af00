%   Taking turns
%
%   Players take turns. Who can do nothing else passes.

legal(pass) :-
    \+ legal(place(_, _)),
    \+ legal(move(_, _, _)).


%   What an action does

add(at(Piece, Cell, 1)) :-
    does(place(Piece, Cell)).

del(at(Piece, From, Level)) :-
    does(move(Piece, From, _)),
    at(Piece, From, Level).
add(at(Piece, To, 1)) :-
    does(move(Piece, _, To)),
    \+ occupied(To).
add(at(Piece, To, Level)) :-
    does(move(Piece, _, To)),
    visible(_, To, Height),
    Level is Height + 1.

del(moved(Piece)) :-
    moved(Piece).
add(moved(Piece)) :-
    does(move(Piece, _, _)).

del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).

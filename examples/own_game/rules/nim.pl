%   Nim.
%
%   Three heaps of matches. A player takes any number of matches from one heap, and
%   whoever takes the last match of all wins.
%
%   A position is made of
%       heap(Pile, Size)            so many matches are left in a pile
%       turn(Player)                it is Player's move
%   and the one thing to do is
%       take(Pile, Number)          take so many matches from a pile

:- title('Nim').
:- option(largest, 5, [3, 5, 7]).   % the matches of the right pile
:- players([first, second]).
:- type(pile, [left, middle, right]).

:- state(heap(pile, int)).
:- state(turn(player)).
:- action(take(pile, int)).

start(turn(first)).
start(heap(left, 1)).
start(heap(middle, 3)).
start(heap(right, Size)) :-
    option(largest, Size).

legal(take(Pile, Number)) :-
    heap(Pile, Size),
    between(1, Size, Number).

del(heap(Pile, Size)) :-
    does(take(Pile, _)),
    heap(Pile, Size).
add(heap(Pile, Left)) :-
    does(take(Pile, Number)),
    heap(Pile, Size),
    Left is Size - Number.
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).

refuse(take(Pile, Number), too_many) :-
    tried(take(Pile, Number)),
    heap(Pile, Size),
    Number > Size.
reason(too_many, 'there are not as many matches in that pile').

% Matches are left.
going_on :-
    heap(_, Size),
    Size > 0.

wins(Player) :-
    \+ going_on,
    turn(Other),
    opponent(Other, Player).

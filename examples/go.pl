%   Go.
%
%   Two players place stones on the points of a board. Neighbours of one colour
%   form a group, and the empty points next to a group are its liberties. When
%   the enemy fills its last liberty, a group leaves the board. Two passes in a
%   row end the game. Then each stone counts as a point, and so does each empty
%   point that only stones of one player surround.
%
%   A position is made of
%       stone(Point, Player)    a stone of Player's stands on Point
%       ko(Point)               Point may not be retaken on this move
%       passed(Player)          Player passed, and no stone was placed since
%       turn(Player)            it is Player's move
%   and the things to do are
%       place(Point)            place a stone on an empty point
%       pass                    do nothing

:- title('Go').
:- option(size, 9, [2, 3, 4, 5, 7, 9, 13, 19]).
:- option(komi_halves, 15, [0, 1, 11, 13, 15]).     % 15 for a komi of 7.5
:- board(square(size, size)).
:- players([black, white]).

:- state(stone(cell, player)).
:- state(ko(cell)).
:- state(passed(player)).
:- state(turn(player)).
:- action(place(cell)).
:- action(pass).


%   Points

% A and B are next to each other on a line of the board.
adjacent(A, B) :-
    step(A, Dir, B),
    Dir \= ne,
    Dir \= se,
    Dir \= sw,
    Dir \= nw.

% No stone stands on Point.
empty(Point) :-
    cell(Point),
    \+ stone(Point, _).

% Point is empty, and so is a point next to it.
roomy(Point) :-
    empty(Point),
    adjacent(Point, Next),
    empty(Next).


%   Groups
%
%   Stones go by their points. A stone placed on a roomy point has a liberty at
%   once, so that only groups without roomy liberties need a closer look.

% A and B are stones of one colour, next to each other.
joined(A, B) :-
    stone(A, Player),
    adjacent(A, B),
    stone(B, Player).

% Stone's group has a roomy liberty.
unconfined(Stone) :-
    roomy(Point),
    adjacent(Point, Stone),
    stone(Stone, _).
unconfined(Stone) :-
    unconfined(Other),
    joined(Other, Stone).

% Stone's group has no roomy liberty, but Point is one of its liberties.
liberty(Stone, Point) :-
    stone(Stone, _),
    \+ unconfined(Stone),
    adjacent(Stone, Point),
    empty(Point).
liberty(Stone, Point) :-
    liberty(Other, Point),
    joined(Other, Stone).

% The last liberty of Stone's group is Point.
atari(Stone, Point) :-
    liberty(Stone, Point),
    \+ (liberty(Stone, Other), Other \= Point).


%   Placing and passing

start(turn(black)).

legal(place(Point)) :-
    breathing(Point),
    \+ ko(Point).
legal(pass).

% A stone placed on Point would have a liberty: next to it, or by joining a
% group that has another one, or by taking a group of the enemy's.
breathing(Point) :-
    roomy(Point).
breathing(Point) :-
    turn(Player),
    stone(Stone, Player),
    adjacent(Stone, Point),
    empty(Point),
    \+ atari(Stone, Point).
breathing(Point) :-
    atari(Stone, Point),
    adjacent(Stone, Point),
    enemy(Stone).

% Stone belongs to the player whose turn it is not.
enemy(Stone) :-
    turn(Player),
    opponent(Player, Enemy),
    stone(Stone, Enemy).


%   What an action does

% Stone is the enemy's, and its group has a liberty that the new stone leaves.
survivor(Stone) :-
    does(place(New)),
    enemy(Stone),
    adjacent(Stone, Point),
    empty(Point),
    Point \= New.
survivor(Stone) :-
    survivor(Other),
    joined(Other, Stone).

% Stone is the enemy's, and leaves the board.
taken(Stone) :-
    does(place(_)),
    enemy(Stone),
    \+ survivor(Stone).

add(stone(Point, Player)) :-
    does(place(Point)),
    turn(Player).
del(stone(Stone, Player)) :-
    taken(Stone),
    stone(Stone, Player).

% After a stone with only enemies around it has taken a single one, the enemy
% could take it in turn, and the position would be as before.
add(ko(Stone)) :-
    does(place(New)),
    \+ (adjacent(New, Next), \+ enemy(Next)),
    aggregate_all(count, taken(_), 1),
    taken(Stone).
del(ko(Point)) :-
    ko(Point).

add(passed(Player)) :-
    does(pass),
    turn(Player).
del(passed(Player)) :-
    does(place(_)),
    passed(Player).

del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).


%   Why a stone is refused

refuse(place(Point), occupied) :-
    tried(place(Point)),
    stone(Point, _).
refuse(place(Point), ko) :-
    tried(place(Point)),
    ko(Point).
refuse(place(Point), suicide) :-
    tried(place(Point)),
    empty(Point),
    \+ breathing(Point).

reason(occupied, 'a stone stands there already').
reason(ko, 'taking back at once would restore the position').
reason(suicide, 'a stone placed there would have no liberty').


%   The end

% Both players have passed.
finished :-
    passed(black),
    passed(white).

% At the end, Player's stones stand on Point, or reach it over empty points.
reached(Player, Point) :-
    finished,
    stone(Point, Player).
reached(Player, Point) :-
    reached(Player, Before),
    adjacent(Before, Point),
    empty(Point).

% At the end, Point counts for Player: only Player's stones reach it.
area(Player, Point) :-
    opponent(Player, Other),
    reached(Player, Point),
    \+ reached(Other, Point).

% At the end, black's lead over white comes to so many half points.
margin(Halves) :-
    finished,
    aggregate_all(count, area(black, _), Black),
    aggregate_all(count, area(white, _), White),
    option(komi_halves, Komi),
    Halves is 2 * (Black - White) - Komi.

wins(black) :-
    margin(Halves),
    Halves > 0.
wins(white) :-
    margin(Halves),
    Halves < 0.
draw :-
    margin(0).


%   What a position is worth

% Player's stones, and the empty points next to each, add up to Strength.
strength(Player, Strength) :-
    player(Player),
    aggregate_all(count, stone(_, Player), Stones),
    aggregate_all(count,
                  (stone(Stone, Player), adjacent(Stone, Point), empty(Point)),
                  Liberties),
    Strength is 2 * Stones + Liberties.

value(Player, Value) :-
    opponent(Player, Other),
    strength(Player, Own),
    strength(Other, Theirs),
    Value is Own - Theirs.

leads(Player) :-
    value(Player, Value),
    Value > 0.


%   What has ended the game

ending(area, Black, White) :-
    finished,
    aggregate_all(count, area(black, _), Black),
    aggregate_all(count, area(white, _), White).

reason(area, 'both have passed; black has ~w points, and white has ~w and the komi').


%   How it is drawn and written

% Player's stones are drawn as Letter.
letter(black, 'X').
letter(white, 'O').

glyph(Point, Letter, Player, disc) :-
    stone(Point, Player),
    letter(Player, Letter).

% A stone is written by its point, c4; who places none writes pass.
:- notation(place(Point), [Point]).
:- notation(pass, [pass]).

%   The Game of the Amazons.
%
%   Four amazons a side move like the queen of chess. After each move, the
%   amazon that moved shoots an arrow, which flies like a queen, too, and
%   closes the cell where it lands for good. Who cannot move loses.
%
%   A position is made of
%       amazon(Cell, Player)        an amazon of Player's stands on Cell
%       arrow(Cell)                 an arrow has closed Cell
%       turn(Player)                it is Player's move
%   and the one thing to do is
%       move(From, To, Target)      move an amazon, and shoot from there
%
%   Good to ask about, besides legal(Action):
%       goes(From, To)              the player to move can go from From to To
%       mobility(Player, N)         Player's amazons can go to N cells

:- title('The Game of the Amazons').
:- option(size, 10, [6, 8, 10]).    % cells a side
:- board(square(size, size)).
:- players([white, black]).

:- state(amazon(cell, player)).
:- state(arrow(cell)).
:- state(turn(player)).
:- action(move(cell, cell, cell)).


%   The board

% Cell is in the Rank-th row as Player counts them, the home row being 1.
rank(white, Cell, Rank) :-
    row(Cell, Rank).
rank(black, Cell, Rank) :-
    row(Cell, Row),
    option(size, Size),
    Rank is Size + 1 - Row.

% Cell's column is the Distance-th one, counted from the nearer edge.
edge_distance(Cell, Distance) :-
    column(Cell, Column),
    option(size, Size),
    Distance is min(Column, Size + 1 - Column).

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


%   Setting up

start(turn(white)).

% Two amazons stand in the home row, a third of the way from each corner; two
% stand at the edges, as far from the corners.
start(amazon(Cell, Player)) :-
    third(Third),
    rank(Player, Cell, 1),
    edge_distance(Cell, Third).
start(amazon(Cell, Player)) :-
    third(Third),
    rank(Player, Cell, Third),
    edge_distance(Cell, 1).

% About a third of a side is that many cells long.
third(Third) :-
    option(size, Size),
    Third is (Size + 2) // 3.


%   Moving and shooting

legal(move(From, To, Target)) :-
    goes(From, To),
    shoots(From, To, Target).

% An amazon or an arrow is on Cell.
occupied(Cell) :-
    amazon(Cell, _).
occupied(Cell) :-
    arrow(Cell).

% Something stands between From and To.
blocked(From, To) :-
    between(From, To, Cell),
    occupied(Cell).

% The player to move can go from From to To.
goes(From, To) :-
    turn(Player),
    amazon(From, Player),
    line(From, _, To),
    \+ occupied(To),
    \+ blocked(From, To).

% Once it has gone from From to To, the amazon can shoot at Target.
shoots(From, To, Target) :-
    goes(From, To),
    line(To, _, Target),
    \+ closed(From, Target),
    \+ shielded(From, To, Target).

% When the amazon on From has left it, something else is on Cell.
closed(From, Cell) :-
    amazon(From, _),
    occupied(Cell),
    Cell \= From.

% Something is in the way of an arrow from To to Target, and it is not the amazon
% that came from From.
shielded(From, To, Target) :-
    between(To, Target, Cell),
    closed(From, Cell).

del(amazon(From, Player)) :-
    does(move(From, _, _)),
    amazon(From, Player).
add(amazon(To, Player)) :-
    does(move(From, To, _)),
    amazon(From, Player).
add(arrow(Target)) :-
    does(move(_, _, Target)).

del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).


%   Why a move is refused

% The player to move tries to send an own amazon from From to To.
tries(From, To) :-
    tried(move(From, To, _)),
    turn(Player),
    amazon(From, Player).

% It can go there, and tries to shoot at Target.
tries_shot(From, To, Target) :-
    tried(move(From, To, Target)),
    goes(From, To).

refuse(move(From, To, Target), no_amazon) :-
    tried(move(From, To, Target)),
    \+ amazon(From, _).
refuse(move(From, To, Target), not_yours) :-
    tried(move(From, To, Target)),
    turn(Player),
    opponent(Player, Enemy),
    amazon(From, Enemy).
refuse(move(From, To, Target), no_line) :-
    tried(move(From, To, Target)),
    tries(From, To),
    \+ line(From, _, To).
refuse(move(From, To, Target), occupied) :-
    tried(move(From, To, Target)),
    tries(From, To),
    line(From, _, To),
    occupied(To).
refuse(move(From, To, Target), blocked) :-
    tried(move(From, To, Target)),
    tries(From, To),
    blocked(From, To).
refuse(move(From, To, Target), no_flight) :-
    tries_shot(From, To, Target),
    \+ line(To, _, Target).
refuse(move(From, To, Target), closed) :-
    tries_shot(From, To, Target),
    line(To, _, Target),
    closed(From, Target).
refuse(move(From, To, Target), shielded) :-
    tries_shot(From, To, Target),
    shielded(From, To, Target).

reason(no_amazon, 'no amazon stands there').
reason(not_yours, 'that amazon is not yours').
reason(no_line, 'an amazon moves along a row, a column or a diagonal').
reason(occupied, 'there is an amazon or an arrow on that cell').
reason(blocked, 'an amazon or an arrow is in the way of the amazon').
reason(no_flight, 'from there, the arrow flies along a row, a column or a diagonal').
reason(closed, 'the arrow would hit an amazon or an arrow').
reason(shielded, 'an amazon or an arrow is in the way of the arrow').


%   The end

% Who cannot move loses. Who can move can shoot back to where the amazon was.
wins(Player) :-
    \+ goes(_, _),
    turn(Loser),
    opponent(Loser, Player).

% What has ended the game.
ending(shut_in, Loser) :-
    turn(Loser),
    \+ goes(_, _).

reason(shut_in, '~w has no amazon that can move').


%   What a position is worth

% An amazon of Player's on From could go to To, if it were Player's turn.
ranges(Player, From, To) :-
    amazon(From, Player),
    line(From, _, To),
    \+ occupied(To),
    \+ blocked(From, To).

% Player's amazons can go to N cells, counted for each amazon.
mobility(Player, N) :-
    player(Player),
    aggregate_all(count, ranges(Player, _, _), N).

value(Player, Value) :-
    opponent(Player, Enemy),
    mobility(Player, Own),
    mobility(Enemy, Theirs),
    Value is Own - Theirs.

leads(Player) :-
    value(Player, Value),
    Value > 0.


%   How it is drawn and written

% Player's amazons are drawn as Letter.
letter(white, 'W').
letter(black, 'B').

glyph(Cell, Letter, Player, queen) :-
    amazon(Cell, Player),
    letter(Player, Letter).
glyph(Cell, '#') :-
    arrow(Cell).

shaded(Cell) :-
    arrow(Cell).

% A move is written d1-d7/g7: from, to, and where the arrow lands.
:- notation(move(From, To, Target), [From, '-', To, '/', Target]).

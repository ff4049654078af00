%   Breakthrough Tanks.
%
%   Two armies of tanks face each other on a square board. The first to bring
%   a tank to the far row wins, and so does the one who takes the last enemy.
%
%   A position is made of
%       tank(Cell, Player, Kind)    a tank of Player's stands on Cell
%       turn(Player)                it is Player's move
%   and the one thing to do is
%       move(From, To)              drive to an empty cell, or take a tank

:- title('Breakthrough Tanks').
:- option(size, 8, [6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26]). % cells a side
:- board(square(size, size)).
:- players([bot, top]).
:- type(kind, [medium, heavy, destroyer]).
:- type(manner, [straight, diagonal]).

:- state(tank(cell, player, kind)).
:- state(turn(player)).
:- action(move(cell, cell)).


%   The lie of the land

% Dir leads forward for Player: bot drives up the board, top drives down.
heading(bot, straight, n).
heading(bot, diagonal, nw).
heading(bot, diagonal, ne).
heading(top, straight, s).
heading(top, diagonal, sw).
heading(top, diagonal, se).

% Cell is in the Rank-th row as Player counts them, the home row being 1.
rank(bot, Cell, Rank) :-
    row(Cell, Rank).
rank(top, Cell, Rank) :-
    row(Cell, Row),
    option(size, Size),
    Rank is Size + 1 - Row.

% Cell is in the last row Player can drive to.
far_row(Player, Cell) :-
    option(size, Size),
    rank(Player, Cell, Size).

% To lies further ahead than From for Player.
ahead(Player, From, To) :-
    rank(Player, From, Before),
    rank(Player, To, After),
    After > Before.


%   Setting up

start(turn(bot)).
start(tank(Cell, Player, medium)) :-
    rank(Player, Cell, 2).
start(tank(Cell, Player, Kind)) :-
    rank(Player, Cell, 1),
    home_kind(Cell, Kind).

% Kind starts in Cell's column of the home row: heavies in the middle,
% mediums at the ends, destroyers in between.
home_kind(Cell, medium) :-
    edge_distance(Cell, 1).
home_kind(Cell, heavy) :-
    option(size, Size),
    Middle is Size // 2,
    edge_distance(Cell, Middle).
home_kind(Cell, destroyer) :-
    option(size, Size),
    edge_distance(Cell, Distance),
    Distance > 1,
    Distance < Size // 2.

% Cell's column is the Distance-th one, counted from the nearer edge.
edge_distance(Cell, Distance) :-
    column(Cell, Column),
    option(size, Size),
    Distance is min(Column, Size + 1 - Column).


%   Moving and taking

legal(move(From, To)) :-
    turn(Player),
    tank(From, Player, _),
    drives(Player, From, To),
    \+ occupied(To).
legal(move(From, To)) :-
    turn(Player),
    opponent(Player, Enemy),
    tank(From, Player, Kind),
    in_range(Player, Kind, From, To),
    tank(To, Enemy, _).

% Some tank stands on Cell.
occupied(Cell) :-
    tank(Cell, _, _).

% Any tank of Player's drives from From to To, if To is empty.
drives(Player, From, To) :-
    heading(Player, _, Dir),
    step(From, Dir, To).

% A tank of Player's of that Kind on From takes an enemy on To.
in_range(Player, Kind, From, To) :-
    heading(Player, Manner, Dir),
    takes(Kind, Manner, 1),
    step(From, Dir, To).
in_range(Player, Kind, From, To) :-
    heading(Player, Manner, Dir),
    takes(Kind, Manner, 2),
    step(From, Dir, Between),
    step(Between, Dir, To).

% Kind takes at that Distance in that Manner. Nothing in between matters.
takes(Kind, straight, 1) :-
    kind(Kind).
takes(medium, diagonal, 1).
takes(heavy, diagonal, 1).
takes(heavy, straight, 2).
takes(heavy, diagonal, 2).
takes(destroyer, straight, 2).


%   What a move does

del(tank(From, Player, Kind)) :-
    does(move(From, _)),
    tank(From, Player, Kind).
del(tank(To, Player, Kind)) :-
    does(move(_, To)),
    tank(To, Player, Kind).
add(tank(To, Player, Kind)) :-
    does(move(From, To)),
    tank(From, Player, Kind).

del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).


%   Why a move is refused

refuse(move(From, To), no_tank) :-
    tried(move(From, To)),
    \+ occupied(From).
refuse(move(From, To), not_yours) :-
    tried(move(From, To)),
    turn(Player),
    opponent(Player, Enemy),
    tank(From, Enemy, _).
refuse(move(From, To), own_tank) :-
    tries(Player, _, From, To),
    tank(To, Player, _).
refuse(move(From, To), not_forward) :-
    tries(Player, _, From, To),
    \+ ahead(Player, From, To).
refuse(move(From, To), too_far) :-
    tries(Player, _, From, To),
    ahead(Player, From, To),
    \+ occupied(To),
    \+ drives(Player, From, To).
refuse(move(From, To), out_of_range) :-
    tries(Player, Kind, From, To),
    ahead(Player, From, To),
    opponent(Player, Enemy),
    tank(To, Enemy, _),
    \+ in_range(Player, Kind, From, To).

% Player, whose turn it is, tries to send an own tank of that Kind to To.
tries(Player, Kind, From, To) :-
    tried(move(From, To)),
    turn(Player),
    tank(From, Player, Kind).

reason(no_tank, 'no tank stands there').
reason(not_yours, 'that tank is not yours').
reason(own_tank, 'one of your own tanks is in the way').
reason(not_forward, 'tanks only drive forward').
reason(too_far, 'a tank drives one cell, straight or diagonally forward').
reason(out_of_range, 'that tank cannot take at this distance and direction').


%   The end

% A tank on the far row wins.
wins(Player) :-
    tank(Cell, Player, _),
    far_row(Player, Cell).

% So does having taken the last enemy tank.
wins(Player) :-
    opponent(Player, Enemy),
    \+ tank(_, Enemy, _).

% What has ended the game.
ending(far_row, Player) :-
    tank(Cell, Player, _),
    far_row(Player, Cell).
ending(last_tank, Player) :-
    player(Player),
    \+ tank(_, Player, _).

reason(far_row, '~w has reached the far row').
reason(last_tank, 'the last tank of ~w is taken').


%   What a position is worth

% A tank of Player's adds Weight: its worth, and more for every row from home.
weight(Player, Cell, Weight) :-
    tank(Cell, Player, Kind),
    worth(Kind, Worth),
    advance(Player, Cell, Percent),
    Weight is Worth * Percent // 100.

worth(medium, Worth) :- weight(medium, Worth).
worth(destroyer, Worth) :- weight(destroyer, Worth).
worth(heavy, Worth) :- weight(heavy, Worth).

% All of Player's tanks together.
strength(Player, Strength) :-
    player(Player),
    aggregate_all(sum(Weight), weight(Player, _, Weight), Strength).

value(Player, Value) :-
    opponent(Player, Enemy),
    strength(Player, Own),
    strength(Enemy, Theirs),
    Value is Own - Theirs.

:- weight(medium, 100, 0, 400).         % what a medium tank counts in its home row
:- weight(destroyer, 125, 0, 400).      % what a destroyer counts there
:- weight(heavy, 150, 0, 400).          % what a heavy tank counts there
:- weight(growth, 200, 100, 300).       % one row further ahead, so many percent of that

% A tank of Player's on Cell counts Percent of what it counts at home.
advance(Player, Cell, Percent) :-
    rank(Player, Cell, Rank),
    grown(Rank, Percent).

% A tank in the Rank-th row counts Percent of what it counts in the first.
grown(1, 100).
grown(Rank, Percent) :-
    grown(Before, Less),
    option(size, Size),
    Before < Size,
    weight(growth, Growth),
    Rank is Before + 1,
    Percent is Less * Growth // 100.


%   Positions that cannot be
%
%   Who sets up a position is told what is wrong with it. No game leads there.

% The position cannot be, for that Reason.
unsound(one_cell) :-
    tank(Cell, Player, _),
    tank(Cell, Other, _),
    Player \= Other.
unsound(one_cell) :-
    tank(Cell, _, Kind),
    tank(Cell, _, Other),
    Kind \= Other.
unsound(both_won) :-
    wins(Player),
    opponent(Player, Other),
    wins(Other).
unsound(wrong_turn) :-
    turn(bot),
    turn_number(N),
    N mod 2 =:= 0.
unsound(wrong_turn) :-
    turn(top),
    turn_number(N),
    N mod 2 =:= 1.

reason(one_cell, 'two tanks are on one cell').
reason(both_won, 'both would have won: each has reached the far row, or has no enemy left').
reason(wrong_turn, 'with that number of the turn, the other player is to move').


%   How it is drawn and written

% M is bot's medium tank, T its heavy one and D its destroyer; m, t and d are top's.
glyph(Cell, Letter, Player, Kind) :-
    tank(Cell, Player, Kind),
    letter(Player, Kind, Letter).

% Letter stands for Player's tanks of that Kind.
letter(bot, medium, 'M').
letter(bot, heavy, 'T').
letter(bot, destroyer, 'D').
letter(top, medium, m).
letter(top, heavy, t).
letter(top, destroyer, d).

% A move is written b2-b3, a capture b2xb4.
:- notation(move(From, To), [From, x, To], occupied(To)).
:- notation(move(From, To), [From, '-', To]).

%   Nine Men's Morris.
%
%   Two players place nine men each, then move them, and take a man of the
%   enemy's for every mill they close. Men stand on the points of the board, and
%   move along its lines; three of them on a line are a mill. Who has only two men
%   left loses, and so does who cannot move.
%
%   A position is made of
%       man(Point, Player)      a man of Player's stands on Point
%       hand(Player, N)         Player has N men to place yet
%       closed(Player)          Player has just closed a mill, and must take a man
%       quiet(N)                in the last N actions no man was placed or taken
%       turn(Player)            it is Player's move
%   and the things to do are
%       place(Point)            place a man
%       move(From, To)          move a man along a line to the next point
%       take(Point)             take a man of the enemy's off the board
%
%   Who closes a mill acts twice before the turn passes: the mill, then the man
%   that is taken. With three men left a player may fly, that is, move to any
%   empty point, unless the option flying is off.
%
%   Good to ask about, besides legal(Action):
%       line(A, B, C)           the points A, B and C are on one line
%       mill(A, B, C)           and the men on them form a mill
%       safe(Point)             the man on Point may not be taken

:- title('Nine Men''s Morris').
:- option(flying, on, [on, off]).   % with three men left, they fly
:- board(graph([a1(0, 0), d1(3, 0), g1(6, 0), b2(1, 1), d2(3, 1), f2(5, 1),
               c3(2, 2), d3(3, 2), e3(4, 2), a4(0, 3), b4(1, 3), c4(2, 3),
               e4(4, 3), f4(5, 3), g4(6, 3), c5(2, 4), d5(3, 4), e5(4, 4),
               b6(1, 5), d6(3, 5), f6(5, 5), a7(0, 6), d7(3, 6), g7(6, 6)],
              [a1-d1-g1, b2-d2-f2, c3-d3-e3, a4-b4-c4,
               e4-f4-g4, c5-d5-e5, b6-d6-f6, a7-d7-g7,
               a1-a4-a7, b2-b4-b6, c3-c4-c5, d1-d2-d3,
               d5-d6-d7, e3-e4-e5, f2-f4-f6, g1-g4-g7])).
:- players([white, black]).

:- state(man(cell, player)).
:- state(hand(player, int)).
:- state(closed(player)).
:- state(turn(player)).
:- memory(quiet(int)).
:- action(place(cell)).
:- action(move(cell, cell)).
:- action(take(cell)).


%   The board: three squares, one inside the other, joined in the middle of their
%   sides

% A, B and C are the points of a line, in order.
line(A, B, C) :-
    step(A, Dir, B),
    step(B, Dir, C).

% Point is on a line with A and B, wherever on it.
on_line(Point, A, B) :-
    line(Point, A, B).
on_line(Point, A, B) :-
    line(A, Point, B).

% A line leads from the point A to the next point B.
next_to(A, B) :-
    step(A, _, B).


%   Setting up

start(turn(white)).
start(hand(Player, 9)) :-
    player(Player).
start(quiet(0)).


%   Placing and moving

% Some man stands on Point.
occupied(Point) :-
    man(Point, _).

% No man stands on Point.
empty(Point) :-
    cell(Point),
    \+ occupied(Point).

% Player has men to place yet.
placing(Player) :-
    hand(Player, N),
    N > 0.

% Player has N men, on the board and in the hand.
men(Player, N) :-
    hand(Player, InHand),
    aggregate_all(count, man(_, Player), OnBoard),
    N is InHand + OnBoard.

% Player's men may move to any empty point.
flies(Player) :-
    option(flying, on),
    men(Player, 3).

% The player to move has closed a mill, and must take a man before anything else.
taking :-
    closed(_).

legal(place(Point)) :-
    can_place(Point).
legal(move(From, To)) :-
    can_move(From, To).
legal(take(Point)) :-
    can_take(Point).

% The player to move can place a man on Point.
can_place(Point) :-
    turn(Player),
    \+ taking,
    placing(Player),
    empty(Point).

% The player to move can move the man on From to To.
can_move(From, To) :-
    turn(Player),
    \+ taking,
    \+ placing(Player),
    man(From, Player),
    reaches(Player, From, To),
    \+ occupied(To).

% Player's men go from From to To, if To is empty.
reaches(Player, From, To) :-
    player(Player),
    next_to(From, To).
reaches(Player, From, To) :-
    flies(Player),
    man(From, Player),
    cell(To),
    From \= To.


%   Mills

% The men on A, B and C form a mill.
mill(A, B, C) :-
    line(A, B, C),
    man(A, Player),
    man(B, Player),
    man(C, Player).

% The man on Point is part of a mill.
in_mill(Point) :-
    man(Point, Player),
    on_line(Point, A, B),
    man(A, Player),
    man(B, Player).

% Some man of Player's is not part of a mill.
has_loose(Player) :-
    man(Point, Player),
    \+ in_mill(Point).

% The man on Point may not be taken: it is part of a mill, and others are not.
safe(Point) :-
    in_mill(Point),
    man(Point, Player),
    has_loose(Player).

% The player to move can take the man on Point.
can_take(Point) :-
    closed(Player),
    opponent(Player, Enemy),
    man(Point, Enemy),
    \+ safe(Point).

% The player to move has just gone from From to To, or placed a man there.
arrives(To) :-
    does(place(To)).
arrives(To) :-
    does(move(_, To)).

% With this action the player to move closes a mill.
closes :-
    arrives(To),
    turn(Player),
    on_line(To, A, B),
    man(A, Player),
    man(B, Player),
    \+ does(move(A, To)),
    \+ does(move(B, To)).


%   What an action does

add(man(To, Player)) :-
    arrives(To),
    turn(Player).
del(man(From, Player)) :-
    does(move(From, _)),
    man(From, Player).
del(man(Point, Enemy)) :-
    does(take(Point)),
    man(Point, Enemy).

del(hand(Player, N)) :-
    does(place(_)),
    turn(Player),
    hand(Player, N).
add(hand(Player, Fewer)) :-
    does(place(_)),
    turn(Player),
    hand(Player, N),
    Fewer is N - 1.

add(closed(Player)) :-
    closes,
    turn(Player).
del(closed(Player)) :-
    closed(Player).

del(quiet(N)) :-
    quiet(N).
add(quiet(More)) :-
    does(move(_, _)),
    quiet(N),
    More is N + 1.
add(quiet(0)) :-
    does(place(_)).
add(quiet(0)) :-
    does(take(_)).

% Who has closed a mill goes on.
del(turn(Player)) :-
    turn(Player),
    \+ closes.
add(turn(Other)) :-
    \+ closes,
    turn(Player),
    opponent(Player, Other).


%   Why an action is refused

% The player to move tries to come to To.
aims(To) :-
    tried(place(To)).
aims(To) :-
    tried(move(_, To)).

% The player to move tries to move an own man from From to To, and may move.
tries(Player, From, To) :-
    tried(move(From, To)),
    turn(Player),
    man(From, Player),
    \+ taking,
    \+ placing(Player).

refuse(Action, must_take) :-
    tried(Action),
    aims(_),
    taking.
refuse(Action, occupied) :-
    tried(Action),
    aims(To),
    occupied(To).
refuse(place(Point), all_placed) :-
    tried(place(Point)),
    turn(Player),
    \+ placing(Player).
refuse(move(From, To), still_placing) :-
    tried(move(From, To)),
    turn(Player),
    placing(Player).
refuse(move(From, To), no_man) :-
    tried(move(From, To)),
    \+ occupied(From).
refuse(move(From, To), not_yours) :-
    tried(move(From, To)),
    turn(Player),
    opponent(Player, Enemy),
    man(From, Enemy).
refuse(move(From, To), no_line) :-
    tries(Player, From, To),
    \+ occupied(To),
    \+ reaches(Player, From, To).
refuse(take(Point), no_mill) :-
    tried(take(Point)),
    \+ taking.
refuse(take(Point), nobody) :-
    tried(take(Point)),
    taking,
    \+ occupied(Point).
refuse(take(Point), own_man) :-
    tried(take(Point)),
    closed(Player),
    man(Point, Player).
refuse(take(Point), in_mill) :-
    tried(take(Point)),
    closed(Player),
    opponent(Player, Enemy),
    man(Point, Enemy),
    safe(Point).

reason(must_take, 'you have closed a mill: take a man of the enemy''s first').
reason(occupied, 'a man stands there already').
reason(all_placed, 'all your men are placed: move one of them').
reason(still_placing, 'you have men to place yet: men move when all are placed').
reason(no_man, 'no man stands there').
reason(not_yours, 'that man is not yours').
reason(no_line, 'a man moves along a line to the next point').
reason(no_mill, 'you take a man only when you close a mill').
reason(nobody, 'there is no man to take').
reason(own_man, 'that man is your own').
reason(in_mill, 'that man is in a mill, and there are others to take').


%   The end

% Player cannot form a mill any more.
too_few(Player) :-
    men(Player, N),
    N < 3.

% Player, whose turn it is, can do nothing.
shut_in(Player) :-
    turn(Player),
    \+ taking,
    \+ can_place(_),
    \+ can_move(_, _).

wins(Player) :-
    opponent(Player, Enemy),
    too_few(Enemy).
wins(Player) :-
    opponent(Player, Enemy),
    shut_in(Enemy),
    \+ too_few(Player).

% It is a draw if the same position comes for the third time.
draw :-
    repeated.

% So it is if each player has moved fifty times, and no mill was closed.
draw :-
    idle.

% The same position has come for the third time.
repeated :-
    repetitions(N),
    N >= 3.

% Each player has moved fifty times since a man was placed or taken.
idle :-
    quiet(N),
    N >= 100.

% What has ended the game.
ending(too_few, Player) :-
    too_few(Player).
ending(shut_in, Player) :-
    shut_in(Player),
    \+ too_few(_).
ending(repeated) :-
    repeated.
ending(idle) :-
    idle.

reason(too_few, '~w has only two men left').
reason(shut_in, '~w cannot move').
reason(repeated, 'the same position has come for the third time').
reason(idle, 'no mill was closed in fifty moves of each player').


%   What a position is worth
%
%   A man is worth most; a line that could still become a mill, and a point to
%   move to, are worth a little.

% Player has two men on a line whose third point is empty.
half_mill(Player, Point) :-
    empty(Point),
    on_line(Point, A, B),
    man(A, Player),
    man(B, Player).

% A man of Player's on From could move to the next point, To.
free_way(Player, From, To) :-
    man(From, Player),
    next_to(From, To),
    \+ occupied(To).

% Player's men, half mills and free ways add up to Strength.
strength(Player, Strength) :-
    men(Player, Men),
    aggregate_all(count, half_mill(Player, _), Half),
    aggregate_all(count, free_way(Player, _, _), Free),
    Strength is 100 * Men + 10 * Half + 2 * Free.

% A man that is about to be taken is as good as gone.
threat(Player, 100) :-
    closed(Player).
threat(Player, 0) :-
    player(Player),
    \+ closed(Player).

value(Player, Value) :-
    opponent(Player, Enemy),
    strength(Player, Own),
    strength(Enemy, Theirs),
    threat(Player, More),
    threat(Enemy, Less),
    Value is Own - Theirs + More - Less.

leads(Player) :-
    opponent(Player, Enemy),
    men(Player, More),
    men(Enemy, Fewer),
    More > Fewer.


%   How it is drawn and written

% Player's men are drawn as Letter.
letter(white, 'O').
letter(black, 'X').

glyph(Point, Letter, Player, man) :-
    man(Point, Player),
    letter(Player, Letter).

in_hand(Player, men, N) :-
    hand(Player, N).

% A man is placed by its point, d6, moved by two, d6-f6, and taken with an x: xb2.
:- notation(take(Point), [x, Point]).
:- notation(place(Point), [Point]).
:- notation(move(From, To), [From, '-', To]).

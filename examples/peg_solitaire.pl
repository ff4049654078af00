%   Peg solitaire, on the English board.
%
%   A puzzle for one, in which pegs jump over one another until a single one is
%   left. At first a peg stands in every hole but the one in the middle. A peg
%   jumps over a neighbour, straight, into an empty hole, and the neighbour is
%   taken off the board. The last peg has to end in the middle.
%
%   A position is made of
%       peg(Hole)               a peg stands in Hole
%       turn(Player)            it is the solver's move, always
%   and the one thing to do is
%       jump(From, To)          jump from hole to hole, over a neighbour
%
%   Good to ask about, besides legal(Action):
%       leap(From, Over, To)    From, Over and To are three holes in a line
%       lone(Hole)              the peg in Hole has no neighbour

:- title('Peg solitaire').
:- board(square(7, 7)).
:- without([a1, a2, b1, b2, a6, a7, b6, b7, f1, f2, g1, g2, f6, f7, g6, g7]).
:- players([solver]).

:- state(peg(cell)).
:- state(turn(player)).
:- action(jump(cell, cell)).


%   The board

% Hole is the one in the middle.
middle(d4).

% A and B are holes next to each other, B in direction Dir.
beside(A, Dir, B) :-
    step(A, Dir, B),
    straight(Dir).

% From, Over and To are three holes in a line.
leap(From, Over, To) :-
    beside(From, Dir, Over),
    beside(Over, Dir, To).


%   Setting up

start(turn(solver)).
start(peg(Hole)) :-
    cell(Hole),
    \+ middle(Hole).


%   Jumping

legal(jump(From, To)) :-
    can_jump(From, _, To).

% The peg in From can jump over the one in Over to To.
can_jump(From, Over, To) :-
    peg(From),
    leap(From, Over, To),
    peg(Over),
    \+ peg(To).

del(peg(From)) :-
    does(jump(From, _)).
del(peg(Over)) :-
    does(jump(From, To)),
    leap(From, Over, To).
add(peg(To)) :-
    does(jump(_, To)).


%   Why a jump is refused

% The solver tries to jump with a peg that is there.
tries(From, To) :-
    tried(jump(From, To)),
    peg(From).

refuse(jump(From, To), no_peg) :-
    tried(jump(From, To)),
    \+ peg(From).
refuse(jump(From, To), no_leap) :-
    tries(From, To),
    \+ leap(From, _, To).
refuse(jump(From, To), full) :-
    tries(From, To),
    leap(From, _, To),
    peg(To).
refuse(jump(From, To), nothing_between) :-
    tries(From, To),
    leap(From, Over, To),
    \+ peg(Over).

reason(no_peg, 'no peg stands in that hole').
reason(no_leap, 'a peg jumps two holes straight ahead, over its neighbour').
reason(full, 'a peg stands in the hole where that one would land').
reason(nothing_between, 'there is no peg to jump over').


%   The end

% N pegs are left.
left(N) :-
    aggregate_all(count, peg(_), N).

% A single peg is left, in the middle.
solved :-
    left(1),
    middle(Hole),
    peg(Hole).

wins(solver) :-
    solved.

% The puzzle is not solved, and no peg can jump.
draw :-
    \+ can_jump(_, _, _),
    \+ solved.

% What has ended the game.
ending(solved) :-
    solved.
ending(elsewhere) :-
    left(1),
    \+ solved.
ending(no_jump, N) :-
    left(N),
    N > 1.

reason(solved, 'the last peg stands in the middle').
reason(elsewhere, 'a single peg is left, but not in the middle').
reason(no_jump, '~w pegs are left, and none can jump').


%   What a position is worth
%
%   There is no enemy to be ahead of. What counts is that pegs stay together, for
%   one without neighbours has nothing to jump over, and near the middle, where
%   the last one is wanted.

% The peg in Hole has no neighbour.
lone(Hole) :-
    peg(Hole),
    \+ (beside(Hole, _, Next), peg(Next)).

% Hole is Steps away from the middle, along the lines of the board.
away(Hole, Steps) :-
    column(Hole, Column),
    row(Hole, Row),
    Steps is abs(Column - 4) + abs(Row - 4).

value(solver, Value) :-
    turn(solver),
    aggregate_all(count, lone(_), Lone),
    aggregate_all(sum(Steps), (peg(Hole), away(Hole, Steps)), Away),
    Value is -4 * Lone - Away.


%   How it is drawn and written

glyph(Hole, 'o', Player, peg) :-
    peg(Hole),
    turn(Player).
glyph(Hole, '.') :-
    cell(Hole),
    \+ peg(Hole).

tally(Player, pegs, N) :-
    turn(Player),
    left(N).

% A jump is written by two holes: d2-d4.
:- notation(jump(From, To), [From, '-', To]).

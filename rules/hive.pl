%   Hive.
%
%   Two swarms of bugs on a plane of hexagons without end. There is no board
%   but the pieces themselves: the hive. A player whose queen is surrounded on
%   all six sides has lost.
%
%   A position is made of
%       at(Piece, Cell, Level)      Piece is on Cell, at Level 1 on the ground,
%                                   at 2 on top of one other piece, and so on
%       turn(Player)                it is Player's move
%       moved(Piece)                Piece moved, or was thrown, in the turn
%                                   just before
%   and a player can
%       place(Piece, Cell)          bring in a piece from the hand
%       move(Piece, From, To)       move a piece, or throw one by a pillbug
%       pass                        if there is nothing else to do
%
%   Cells are (Q,R): a step east adds 1 to Q, a step south-east adds 1 to R.
%
%   Good to ask about, besides legal(Action):
%       occupied(Cell)              some piece is on Cell
%       adjacent(Piece, Other)      Piece and Other touch
%       covered(Piece)              another piece lies on Piece
%       pinned(Piece)               without Piece the hive would split
%       slide(Piece, From, To)      Piece could slide from From to To
%       reachable(Piece, Cell)      Piece gets to Cell as an ant does
%       throws(Thrower, Piece, From, To)    Thrower can throw Piece
%       surrounded(Player)          Player's queen is surrounded
%       stuck(Piece, Reason)        Piece can do nothing now, for that Reason
%       good(Piece, Reason, Points) what is good about the place of Piece

:- title('Hive').
:- option(mosquito, off, [off, on]).        % each player has a mosquito
:- option(ladybug, off, [off, on]).         % each player has a ladybug
:- option(pillbug, off, [off, on]).         % each player has a pillbug
:- option(starts, white, [white, black]).   % who has the first turn
:- option(tournament, on, [on, off]).       % the queen is not the first piece
:- option(repetition, on, [on, off]).       % a position's third time is a draw
:- option(style, all_round, [mobility, density, insects, all_round]).  % how value/2 judges
:- board(hex).
:- players([white, black]).
:- type(kind, [queen, spider, beetle, grasshopper, ant, mosquito, ladybug,
               pillbug]).
:- type(piece, [wQ, wS1, wS2, wB1, wB2, wG1, wG2, wG3, wA1, wA2, wA3, wM, wL, wP,
                bQ, bS1, bS2, bB1, bB2, bG1, bG2, bG3, bA1, bA2, bA3, bM, bL, bP]).

:- state(at(piece, cell, int)).
:- state(turn(player)).
:- memory(moved(piece)).
:- action(place(piece, cell)).
:- action(move(piece, cell, cell)).
:- action(pass).
:- opaque(joint/3).


%   The game

:- include('hive/pieces.pl').
:- include('hive/position.pl').
:- include('hive/placing.pl').
:- include('hive/one_hive.pl').
:- include('hive/sliding.pl').
:- include('hive/moving.pl').
:- include('hive/throwing.pl').
:- include('hive/turns.pl').
:- include('hive/ending.pl').


%   Why not: what a player is told whose action is refused, or whose piece is stuck

:- include('hive/refused_placements.pl').
:- include('hive/refused_moves.pl').
:- include('hive/refused_throws.pl').
:- include('hive/stuck.pl').
:- include('hive/reasons.pl').


%   What a position is worth
%
%   There are four styles of judging, as the option style says. Whether the
%   game is won is not for them to say. Who looks ahead by these values takes
%   the enemy's value from the own one.

:- include('hive/judging/queens.pl').
:- include('hive/judging/density.pl').
:- include('hive/judging/mobility.pl').
:- include('hive/judging/insects.pl').
:- include('hive/judging/all_round.pl').


%   Setting up a position

:- include('hive/setup.pl').

%   What every game shares.
%
%   Hornet reads this along with the rules of each game. It also adds the goal
%   \+ over to every rule for legal/1: once there is an outcome, nothing is
%   legal.

% The game has an outcome.
over :-
    wins(_).
over :-
    draw.

refuse(Action, over) :-
    tried(Action),
    over.

reason(over, 'the game is over').

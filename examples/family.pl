%   A family: a knowledge base for a first lesson.
%
%   There is no game here, only what is known (facts) and what follows from it
%   (rules). Open it with
%
%       hornet examples/family.pl
%
%   and ask: parent(ann, Child). ancestor(A, eve). Then ask why.

:- title('A family').


%   Facts

% parent(P, C): P is a parent of C.
parent(ann, carl).
parent(bob, carl).
parent(ann, dora).
parent(bob, dora).
parent(carl, eve).
parent(dora, finn).
parent(dora, gwen).
parent(hugo, finn).
parent(hugo, gwen).

% woman(P): P is a woman.
woman(ann).
woman(dora).
woman(eve).
woman(gwen).

% born(P, Year): P was born in Year.
born(ann, 1941).
born(bob, 1938).
born(carl, 1965).
born(dora, 1969).
born(eve, 1992).
born(finn, 1998).
born(gwen, 2001).
born(hugo, 1967).


%   Rules

% mother(M, C): M is the mother of C.
mother(M, C) :-
    parent(M, C),
    woman(M).

% father(F, C): F is a parent of C, and not a woman.
father(F, C) :-
    parent(F, C),
    \+ woman(F).

% sibling(A, B): A and B have the same mother.
sibling(A, B) :-
    mother(M, A),
    mother(M, B),
    A \= B.

% ancestor(A, P): A is a parent of P, or a parent of an ancestor of P. There are
% two clauses, one for each way.
ancestor(A, P) :-
    parent(A, P).
ancestor(A, P) :-
    parent(A, C),
    ancestor(C, P).

% cousin(A, B): a parent of A and a parent of B are siblings.
cousin(A, B) :-
    parent(P, A),
    parent(Q, B),
    sibling(P, Q).

% children(P, N): P has N children.
children(P, N) :-
    born(P, _),
    aggregate_all(count, parent(P, _), N).

% youngest(P): nobody was born after P.
youngest(P) :-
    born(P, Year),
    \+ (born(_, Later), Later > Year).

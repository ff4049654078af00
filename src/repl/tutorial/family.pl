%   A family, as a first program: facts, and nothing else yet.
%
%       parent(Parent, Child)       Parent is a parent of Child
%       female(Person), male(Person)
%       born(Person, Year)          Person was born in Year

:- title('A family').

% Parent is a parent of Child.
parent(anna, bert).
parent(anna, clara).
parent(otto, bert).
parent(otto, clara).
parent(clara, emil).
parent(clara, fay).
parent(david, emil).
parent(david, fay).
parent(bert, gus).
parent(fay, hugo).

% Person is a woman or a girl.
female(anna).
female(clara).
female(fay).

% Person is a man or a boy.
male(otto).
male(bert).
male(david).
male(emil).
male(gus).
male(hugo).

% Person was born in Year.
born(anna, 1930).
born(otto, 1928).
born(bert, 1955).
born(clara, 1958).
born(david, 1956).
born(emil, 1983).
born(fay, 1986).
born(gus, 1980).
born(hugo, 2012).

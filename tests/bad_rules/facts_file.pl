% A data file is a table with commas or tabs.

:- facts(parent/2, 'parents.xlsx').

child(Child, Parent) :- parent(Parent, Child).

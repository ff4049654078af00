% A table with a row that has too many fields.

:- facts(parent/2, 'facts_row.csv').

child(Child, Parent) :- parent(Parent, Child).

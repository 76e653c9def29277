"""The benchmark suite: what this package is worth in hands a second, every answer checked before its speed is told.

Run by ``python -m benchmarks``; README.md beside this file explains the figures. It is part of the checkout, not of the installed
package, and may import anything of `solver` and of the `bench` extra. How it fits together::

    __main__    the command line          suite      the list of benchmarks and one run of it
    sizes       how much each mode does   rows       checked first, then timed: what one line of the table is made of
    timing      repeated, interleaved     answers    hands and their right answers, by CP-SAT
    machine     what it ran on            children   benchmarks in processes of their own
    report      the table and the JSON    picture    the bars and the growth curves

and a file for each family of benchmarks: `kernel` (with the limits in `copies`), `growth`, `solving`, `files`, `peers`.
"""

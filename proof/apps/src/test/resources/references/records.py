"""Records as the programs write them: a number, a tab, and the numbers that are under it."""

import sys

import numpy as np


def read(path):
    """The vectors of a file, by their number."""
    vectors = {}
    with open(path) as lines:
        for line in lines:
            key, numbers = line.split("\t")
            vectors[int(key)] = np.array(numbers.split(), dtype=float)
    return vectors


def write(vectors):
    """Prints each number with all its digits."""
    for key, numbers in vectors.items():
        sys.stdout.write("%d\t%s\n" % (key, " ".join(float(n).hex() for n in numbers)))

"""Counts words in two steps, the second of which has the most frequent of each letter."""

import re

from mrjob.job import MRJob
from mrjob.step import MRStep


class Words(MRJob):
    def steps(self):
        return [
            MRStep(mapper=self.split, combiner=self.add, reducer=self.add),
            MRStep(mapper=self.by_letter, combiner=self.best, reducer=self.best),
        ]

    def split(self, _, line):
        for word in re.findall(r"\w+", line.lower()):
            yield word, 1

    def add(self, word, counts):
        yield word, sum(counts)

    def by_letter(self, word, count):
        yield word[0], (count, word)

    def best(self, letter, words):
        yield letter, max(words)


if __name__ == "__main__":
    Words.run()

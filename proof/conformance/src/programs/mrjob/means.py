"""The mean length of the words of each letter, whose combiner emits when it ends."""

import re

from mrjob.job import MRJob


class Means(MRJob):
    def mapper(self, _, line):
        for word in re.findall(r"\w+", line.lower()):
            yield word[0], (len(word), 1)

    def combiner_init(self):
        self.sums = {}

    def combiner(self, letter, pairs):
        for length, count in pairs:
            lengths, counts = self.sums.get(letter, (0, 0))
            self.sums[letter] = (lengths + length, counts + count)

    def combiner_final(self):
        for letter, pair in self.sums.items():
            yield letter, pair

    def reducer(self, letter, pairs):
        lengths, counts = 0, 0
        for length, count in pairs:
            lengths, counts = lengths + length, counts + count
        yield letter, lengths / counts


if __name__ == "__main__":
    Means.run()

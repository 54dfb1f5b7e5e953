"""The ranks that do not change any more, by solving for them with NumPy: INPUT DAMPING."""

import sys

import numpy as np

import records

with open(sys.argv[1]) as lines:
    pages = [line.split() for line in lines]
damping = float(sys.argv[2])
given = np.zeros((len(pages), len(pages)))
for page, _, *links in pages:
    for link in links or [page]:
        given[int(link), int(page)] += 1 / max(1, len(links))
ranks = np.linalg.solve(
    np.eye(len(pages)) - damping * given, np.full(len(pages), 1 - damping)
)
records.write({0: ranks})

"""SMACOF by scikit-learn, and its stress by NumPy: INPUT START ITERATIONS."""

import sys

import numpy as np
from sklearn.manifold import smacof

import records

rows = np.loadtxt(sys.argv[1])
distances = rows[np.argsort(rows[:, 0]), 1:]
start = records.read(sys.argv[2])
layout, _ = smacof(
    distances,
    n_components=2,
    init=np.stack([start[i] for i in range(len(distances))]),
    n_init=1,
    max_iter=int(sys.argv[3]),
    eps=0,
    normalized_stress=False,
)
found = np.linalg.norm(layout[:, None] - layout[None], axis=2)
stress = np.sum((found - distances) ** 2) / 2
records.write({-1: [stress], **dict(enumerate(layout))})

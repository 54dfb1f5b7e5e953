"""k-means by scikit-learn: INPUT START ITERATIONS."""

import sys

import numpy as np
from sklearn.cluster import KMeans

import records

points = np.loadtxt(sys.argv[1])
start = records.read(sys.argv[2])
centres = np.stack([start[i] for i in range(len(start))])
model = KMeans(
    n_clusters=len(centres),
    init=centres,
    n_init=1,
    max_iter=int(sys.argv[3]),
    tol=0,
    algorithm="lloyd",
)
records.write(dict(enumerate(model.fit(points).cluster_centers_)))

"""Logistic regression by scikit-learn, until it converges: INPUT PENALTY.

The penalty is on the weight that stands alone, too, so that one belongs to a column of ones.
"""

import sys

import numpy as np
from sklearn.linear_model import LogisticRegression

import records

lines = np.loadtxt(sys.argv[1])
penalty = float(sys.argv[2])
classes, numbers = lines[:, 0], np.c_[lines[:, 1:], np.ones(len(lines))]
model = LogisticRegression(
    C=1 / (len(lines) * penalty),
    fit_intercept=False,
    solver="newton-cholesky",
    tol=1e-12,
    max_iter=1000,
)
weights = model.fit(numbers, classes).coef_[0]
against = np.where(classes == 1, -1, 1) * (numbers @ weights)
loss = np.logaddexp(0, against).mean() + penalty / 2 * weights @ weights
records.write({0: weights, 1: [loss]})

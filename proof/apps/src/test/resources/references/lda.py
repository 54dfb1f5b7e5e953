"""Variational inference of topics: INPUT START ITERATIONS ALPHA INFERENCE.

What each document is about comes from scikit-learn, under topics that are set from outside, or from
NumPy, which ends where Millrace's program does: when a document's numbers change by less than 0.0001,
or after 1000 iterations.
The expected counts, the next topics and the bound come from it by NumPy and SciPy. Topics have no
prior, which scikit-learn's own maximization needs.
"""

import sys

import numpy as np
from scipy.special import gammaln, psi
from sklearn.decomposition import LatentDirichletAllocation

import records

NOTHING = np.finfo(float).tiny  # where no topic knows a term
MOST = 1000  # iterations for a document


def read_counts(path, terms):
    """How often each term is in each document."""
    with open(path) as lines:
        documents = [line.split("\t")[1].split() for line in lines]
    counts = np.zeros((len(documents), terms))
    for number, pairs in enumerate(documents):
        for pair in pairs:
            term, count = pair.split(":")
            counts[number, int(term)] += int(count)
    return counts


def by_numpy(counts, alpha, topics):
    """The Dirichlet parameters of each document."""
    return np.stack([infer(document, alpha, topics) for document in counts])


def infer(document, alpha, topics):
    gamma = np.full(len(topics), alpha + document.sum() / len(topics))
    for _ in range(MOST):
        weights = np.exp(psi(gamma) - psi(gamma.sum()))
        total = weights @ topics + NOTHING
        following = alpha + weights * (topics @ (document / total))
        change = np.abs(following - gamma).mean()
        gamma = following
        if change < 1e-4:
            break
    return gamma


def by_scikit_learn(counts, alpha, topics):
    """The same, until nothing changes any more."""
    model = LatentDirichletAllocation(
        n_components=len(topics),
        doc_topic_prior=alpha,
        max_doc_update_iter=MOST,
        mean_change_tol=1e-6,
    ).partial_fit(counts)
    model.exp_dirichlet_component_ = topics
    sums = len(topics) * alpha + counts.sum(axis=1, keepdims=True)
    return model.transform(counts) * sums


start = records.read(sys.argv[2])
topics = np.stack([start[k] for k in range(len(start))])
iterations, alpha = int(sys.argv[3]), float(sys.argv[4])
inference = {"numpy": by_numpy, "scikit-learn": by_scikit_learn}[sys.argv[5]]
counts = read_counts(sys.argv[1], topics.shape[1])

for _ in range(iterations):
    gamma = inference(counts, alpha, topics)
    sums = gamma.sum(axis=1)
    logarithms = psi(gamma) - psi(sums)[:, None]
    weights = np.exp(logarithms)
    totals = weights @ topics + NOTHING
    bound = np.sum(counts * np.log(totals))
    bound += len(counts) * (gammaln(len(topics) * alpha) - len(topics) * gammaln(alpha))
    bound += np.sum(gammaln(gamma) + (alpha - gamma) * logarithms) - np.sum(gammaln(sums))
    expected = topics * (weights.T @ (counts / totals))
    topics = expected / expected.sum(axis=1, keepdims=True)

records.write({-1: [bound], **dict(enumerate(topics))})

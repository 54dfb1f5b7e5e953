package io.millrace.apps.lda;

import java.util.Arrays;

/**
 * Variational inference for one document after another: which topics it is about, given the
 * probabilities of terms in topics. Used by one thread.
 */
final class Inference {

    private static final double CONVERGED = 1e-4;

    private final double[][] probabilities;
    private final int topics;
    private final double alpha;
    private final int maxIterations;

    private double[] gamma;
    private double[] nextGamma;
    private final double[] weights;

    /** Inference with a model of {@code probabilities} by term and topic. */
    Inference(double[][] probabilities, double alpha, int maxIterations) {
        this.probabilities = probabilities;
        this.alpha = alpha;
        this.maxIterations = maxIterations;
        topics = probabilities[0].length;
        gamma = new double[topics];
        nextGamma = new double[topics];
        weights = new double[topics];
    }

    /**
     * Infers a document's topics, and adds the expected counts of its terms by topic to {@code
     * expected}.
     *
     * @return the lower bound of the logarithm of the document's probability
     */
    double infer(Document document, ExpectedCounts expected) {
        Arrays.fill(gamma, alpha + (double) document.words() / topics);
        boolean converged = false;
        for (int i = 0; i < maxIterations && !converged; i++) {
            weigh();
            Arrays.fill(nextGamma, alpha);
            for (int t = 0; t < document.size(); t++) {
                double[] inTopics = probabilities[document.term(t)];
                double share = document.count(t) / total(inTopics);
                for (int k = 0; k < topics; k++) {
                    nextGamma[k] += share * inTopics[k] * weights[k];
                }
            }
            converged = meanChange() < CONVERGED;
            double[] last = gamma;
            gamma = nextGamma;
            nextGamma = last;
        }
        return addTo(expected, document);
    }

    private double addTo(ExpectedCounts expected, Document document) {
        double bound = weigh();
        for (int t = 0; t < document.size(); t++) {
            double[] inTopics = probabilities[document.term(t)];
            double total = total(inTopics);
            double share = document.count(t) / total;
            double[] counts = expected.ofTerm(document.term(t));
            for (int k = 0; k < topics; k++) {
                counts[k] += share * inTopics[k] * weights[k];
            }
            bound += document.count(t) * Math.log(total);
        }
        return bound;
    }

    /**
     * Sets each topic's weight, the exponential of its expected logarithm under gamma, and returns
     * the part of the bound that depends on gamma only.
     */
    private double weigh() {
        double sum = 0;
        for (double g : gamma) {
            sum += g;
        }
        double digammaOfSum = GammaFunctions.digamma(sum);
        double bound =
                GammaFunctions.logGamma(topics * alpha)
                        - topics * GammaFunctions.logGamma(alpha)
                        - GammaFunctions.logGamma(sum);
        for (int k = 0; k < topics; k++) {
            double logarithm = GammaFunctions.digamma(gamma[k]) - digammaOfSum;
            weights[k] = Math.exp(logarithm);
            bound += GammaFunctions.logGamma(gamma[k]) + (alpha - gamma[k]) * logarithm;
        }
        return bound;
    }

    /** The sum, but never 0, even if no topic has the term. */
    private double total(double[] inTopics) {
        double total = Double.MIN_NORMAL;
        for (int k = 0; k < topics; k++) {
            total += inTopics[k] * weights[k];
        }
        return total;
    }

    private double meanChange() {
        double change = 0;
        for (int k = 0; k < topics; k++) {
            change += Math.abs(nextGamma[k] - gamma[k]);
        }
        return change / topics;
    }
}

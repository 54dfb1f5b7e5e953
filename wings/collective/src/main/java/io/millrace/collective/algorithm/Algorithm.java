package io.millrace.collective.algorithm;

/** The message pattern of a collective; the result does not depend on it. */
public enum Algorithm {
    /**
     * The fastest of the others by a measured model, see {@link ChosenCollective}; EXCHANGE, which
     * has the fewest steps, if nothing is measured.
     */
    AUTO,
    /** Messages go up a tree and down again. */
    TREE,
    /** Pairs of workers exchange their data, at doubling distances. */
    EXCHANGE,
    /** Pieces travel around a ring. */
    RING,
    /**
     * Pairs of workers exchange halves of their data, at halving distances, and then the pieces.
     */
    RABENSEIFNER;

    /** The collective with this message pattern. */
    public Collective collective() {
        return switch (this) {
            case TREE -> new Tree();
            case AUTO, EXCHANGE -> new BidirectionalExchange();
            case RING -> new Ring();
            case RABENSEIFNER -> new Rabenseifner();
        };
    }
}

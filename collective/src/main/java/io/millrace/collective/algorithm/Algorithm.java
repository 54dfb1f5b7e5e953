package io.millrace.collective.algorithm;

/** The message pattern of a collective; the result does not depend on it. */
public enum Algorithm {
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
            case EXCHANGE -> new BidirectionalExchange();
            case RING -> new Ring();
            case RABENSEIFNER -> new Rabenseifner();
        };
    }
}

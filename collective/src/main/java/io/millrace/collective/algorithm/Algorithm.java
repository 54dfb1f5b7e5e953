package io.millrace.collective.algorithm;

/** How a collective's messages go; the result is the same. */
public enum Algorithm {
    /** Up a tree and down again. */
    TREE,
    /** Pairs of workers swap what they have, at doubling distances. */
    EXCHANGE,
    /** Pieces go round a ring. */
    RING;

    /** The collective that goes this way. */
    public Collective collective() {
        return switch (this) {
            case TREE -> new Tree();
            case EXCHANGE -> new BidirectionalExchange();
            case RING -> new Ring();
        };
    }
}

package io.millrace.exchange.config;

/** The order in which a worker sends the parts of its map outputs. */
public enum ExchangeAlgorithm {
    AUTO,
    /** To all workers at the same time. */
    FULLY_CONNECTED,
    /** To one worker at a time, in steps. */
    PAIRWISE,
    /** To one worker of each other machine, who hands on what is for the others there. */
    HIERARCHICAL
}

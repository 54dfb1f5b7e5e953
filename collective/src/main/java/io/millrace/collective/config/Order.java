package io.millrace.collective.config;

/** In which order values of a key are combined. */
public enum Order {
    /** Along a tree over the map tasks: the same bits, whoever finishes first. */
    FIXED,
    /** As they come. */
    ANY
}

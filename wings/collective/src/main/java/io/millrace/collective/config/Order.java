package io.millrace.collective.config;

/** The order in which values of a key are combined. */
public enum Order {
    /**
     * Along a tree over the map tasks: the result is the same to the last bit, whichever task
     * finishes first.
     */
    FIXED,
    /** In order of arrival. */
    ANY
}

package io.millrace.collective.config;

/** How workers keep the records of their splits from iteration to iteration. */
public enum Keep {
    /** Serialized; mappers get newly deserialized objects. */
    BYTES,

    /** As objects, the same in each iteration. */
    OBJECTS
}

package io.millrace.engine.trace;

/**
 * The records of one key, or of keys that a job groups, in a partition.
 *
 * @param key for people, shortened
 * @param bytes bytes of their keys and values
 */
public record KeyGroup(String key, long records, long bytes) {}

package io.millrace.formats.record;

/**
 * How a job's records are written and read, decided once by {@link RecordSerialization#ways}.
 * Immutable.
 *
 * @param quickStream whether streams for reading take no locks
 */
public record RecordWays(FieldWays keys, FieldWays values, boolean quickStream) {}

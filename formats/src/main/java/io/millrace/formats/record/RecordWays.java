package io.millrace.formats.record;

/**
 * How a job's records are written and read; decided once by {@link RecordSerialization#ways}.
 * Immutable.
 *
 * @param quickStream whether what is read through a stream is read through one without locks
 */
public record RecordWays(FieldWays keys, FieldWays values, boolean quickStream) {}

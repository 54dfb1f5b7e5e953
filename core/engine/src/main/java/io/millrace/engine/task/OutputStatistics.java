package io.millrace.engine.task;

/**
 * The amount of map output, of one map attempt or for one partition, after combining.
 *
 * @param records number of records
 * @param bytes bytes of their keys and values
 * @param framedBytes the same plus a variable-length number for each length, as in a file
 */
public record OutputStatistics(long records, long bytes, long framedBytes) {

    public static final OutputStatistics NONE = new OutputStatistics(0, 0, 0);

    public OutputStatistics plus(OutputStatistics other) {
        return new OutputStatistics(
                records + other.records, bytes + other.bytes, framedBytes + other.framedBytes);
    }
}

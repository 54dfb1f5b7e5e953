package io.millrace.engine.task;

/**
 * How much map output there is, of one map attempt or for one partition, after combining.
 *
 * @param records number of records
 * @param bytes their key and value bytes
 * @param framedBytes the same with each length as a variable-length number before it, as if written
 *     to a file one after the other
 */
public record OutputStatistics(long records, long bytes, long framedBytes) {

    public static final OutputStatistics NONE = new OutputStatistics(0, 0, 0);

    public OutputStatistics plus(OutputStatistics other) {
        return new OutputStatistics(
                records + other.records, bytes + other.bytes, framedBytes + other.framedBytes);
    }
}

package io.millrace.hadoop.task;

import io.millrace.hadoop.plan.SplitKind;

/**
 * One input split as the client wrote it to {@code job.split}: class name, then the split's own
 * bytes. Each attempt deserializes its own split object from these bytes (contract IN-1).
 *
 * @param file the whole of {@code job.split}, shared by all splits of the job; must not be written
 *     to
 * @param offset start of this split in {@code file}
 * @param inputBytes the split's length as the client saw it
 * @param locations the hosts that the client saw
 */
@SuppressWarnings("ArrayRecordComponent") // shared, never written and never compared
public record SerializedSplit(byte[] file, long offset, long inputBytes, String[] locations) {

    /** The kind of the split, which decides how it is read. */
    public SplitKind kind() {
        return SplitKind.of(file, offset);
    }
}

package io.millrace.hadoop.task;

import io.millrace.hadoop.plan.SplitKind;

/**
 * One input split as the client wrote it to {@code job.split}: class name, then the split's own
 * bytes. Each attempt makes the split anew from these bytes (contract IN-1).
 *
 * @param file the whole of {@code job.split}, shared by all splits of the job; must not be written
 *     to
 * @param offset where this split starts in it
 * @param inputBytes the split's length as the client saw it
 * @param locations hosts the client saw
 */
@SuppressWarnings("ArrayRecordComponent") // shared and not written to; never compared
public record SerializedSplit(byte[] file, long offset, long inputBytes, String[] locations) {

    /** What decides how it is read. */
    SplitKind kind() {
        return SplitKind.of(file, offset);
    }
}

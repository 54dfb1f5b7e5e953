package io.millrace.engine.ties;

import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.OutputStatistics;
import java.io.IOException;

/**
 * Sorted records that Hadoop would have in one piece, in a file or in memory: a unit of its merges.
 * Here they may be elsewhere; a segment merged from others is read from those.
 *
 * @param framedBytes bytes of the records in the form of Hadoop's files
 * @param length the length by which Hadoop would sort segments
 * @param source reads the records, possibly several times
 */
public record Segment(long records, long framedBytes, long length, Source source) {

    /** Opens a cursor over a segment's records; the caller closes it. */
    @FunctionalInterface
    public interface Source {
        RecordCursor open() throws IOException;
    }

    /** Bytes of the mark at the end of a segment. */
    static final int END_BYTES = 2;

    private static final int CHECKSUM_BYTES = 4;

    /** A segment that Hadoop has in a file. */
    static Segment inFile(long records, long framedBytes, Source source) {
        long length = framedBytes + END_BYTES + CHECKSUM_BYTES;
        return new Segment(records, framedBytes, length, source);
    }

    /** The same for counted records. */
    static Segment inFile(OutputStatistics statistics, Source source) {
        return inFile(statistics.records(), statistics.framedBytes(), source);
    }

    boolean isEmpty() {
        return records == 0;
    }
}

package io.millrace.engine.ties;

import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.OutputStatistics;
import java.io.IOException;

/**
 * Sorted records that Hadoop would have in one piece, in a file or in memory: what its merges take
 * together. They need not lie so here; a segment that is a merge of others is read from them.
 *
 * @param framedBytes bytes of the records in the form of Hadoop's files
 * @param length bytes that Hadoop would go by when it sorts segments
 * @param source reads the records, perhaps more than once
 */
public record Segment(long records, long framedBytes, long length, Source source) {

    /** Opens a cursor over a segment's records; the caller closes it. */
    @FunctionalInterface
    public interface Source {
        RecordCursor open() throws IOException;
    }

    /** What ends the records of a segment. */
    static final int END_BYTES = 2;

    private static final int CHECKSUM_BYTES = 4;

    /** A segment that Hadoop has in a file. */
    static Segment inFile(long records, long framedBytes, Source source) {
        long length = framedBytes + END_BYTES + CHECKSUM_BYTES;
        return new Segment(records, framedBytes, length, source);
    }

    /** The same for records that are counted. */
    static Segment inFile(OutputStatistics statistics, Source source) {
        return inFile(statistics.records(), statistics.framedBytes(), source);
    }

    boolean isEmpty() {
        return records == 0;
    }
}

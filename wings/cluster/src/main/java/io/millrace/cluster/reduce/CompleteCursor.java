package io.millrace.cluster.reduce;

import io.millrace.engine.record.ForwardingCursor;
import io.millrace.engine.record.RecordCursor;
import java.io.IOException;

/** Fails at the end unless as many records came as were fetched. Used by one thread. */
final class CompleteCursor extends ForwardingCursor {

    private final String who;
    private final long expected;
    private long read;

    /**
     * @param who the attempt, for messages
     */
    CompleteCursor(RecordCursor records, long expected, String who) {
        super(records);
        this.expected = expected;
        this.who = who;
    }

    @Override
    public boolean next() throws IOException {
        if (super.next()) {
            read++;
            return true;
        }
        if (read != expected) {
            throw new IOException(
                    "the merge of "
                            + who
                            + " has "
                            + read
                            + " records instead of "
                            + expected
                            + "; this is a bug in Millrace: run the job without millrace.cluster's shuffle plug-in");
        }
        return false;
    }
}

package io.millrace.hadoop.combine;

import io.millrace.engine.record.RecordCursor;
import java.io.IOException;

/** A combiner instance of either API that is given one key at a time. Used by one thread. */
interface KeyCombiner {

    /** Combines the values of one key; {@code values} is before the first of them. */
    void combine(RecordCursor values) throws IOException, InterruptedException;

    /** Ends the instance: cleanup or close. */
    void end() throws IOException, InterruptedException;

    /** Values handed out since the last call. */
    long takeInput();
}

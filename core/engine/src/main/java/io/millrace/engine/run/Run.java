package io.millrace.engine.run;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Records of one partition in key order. */
public interface Run {

    /** Whether reading the run requires a buffer for decoding blocks. */
    boolean isCoded();

    /**
     * Reads the run from its start.
     *
     * @param order the key order of the reading thread, lent
     * @param buffer a disk buffer, lent until the cursor is closed; null if the run is not coded
     */
    RecordCursor open(KeyOrder order, byte @Nullable [] buffer) throws IOException;
}

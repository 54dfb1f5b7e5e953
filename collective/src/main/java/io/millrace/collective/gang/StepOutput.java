package io.millrace.collective.gang;

import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** Where one try at a map task writes to; nobody else sees it until the try has succeeded. */
interface StepOutput {

    /** Takes a record, whose objects the mapper may use again. */
    void write(Writable key, Writable value) throws IOException;
}

package io.millrace.workers.fork.wire;

import java.io.DataOutput;
import java.io.IOException;

/** A message from one end to the other. */
public interface Message {

    /** Writes the message in a form whose end the reader recognizes. */
    void writeTo(DataOutput out) throws IOException;
}

package io.millrace.hadoop.fork.wire;

import java.io.DataOutput;
import java.io.IOException;

/** Something that one end says to the other. */
public interface Message {

    /** Writes the message; whoever reads it knows where it ends. */
    void writeTo(DataOutput out) throws IOException;
}

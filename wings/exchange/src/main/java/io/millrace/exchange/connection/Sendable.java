package io.millrace.exchange.connection;

import java.io.DataOutput;
import java.io.IOException;

/** What one process sends to the other. */
public interface Sendable {

    /** Writes it in a form whose end the reader recognizes. */
    void writeTo(DataOutput out) throws IOException;
}

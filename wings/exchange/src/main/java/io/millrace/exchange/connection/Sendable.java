package io.millrace.exchange.connection;

import java.io.DataOutput;
import java.io.IOException;

/** A message from one process to another, or a part of one. */
public interface Sendable {

    /** Writes it in a form whose end the reader recognizes. */
    void writeTo(DataOutput out) throws IOException;
}

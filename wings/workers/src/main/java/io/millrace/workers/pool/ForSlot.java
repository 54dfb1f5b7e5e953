package io.millrace.workers.pool;

import io.millrace.exchange.connection.Sendable;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A message about one slot of a worker.
 *
 * @param slot its number, from 0, or {@link #NONE}
 */
public record ForSlot(int slot, Sendable message) implements Sendable {

    /** For orders that concern the worker as a whole. */
    public static final int NONE = -1;

    @Override
    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(slot);
        message.writeTo(out);
    }
}

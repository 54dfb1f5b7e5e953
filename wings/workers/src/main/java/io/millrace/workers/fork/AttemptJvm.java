package io.millrace.workers.fork;

import io.millrace.engine.spill.RunIntake;
import io.millrace.workers.fork.wire.Order;
import io.millrace.workers.fork.wire.Report;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A JVM, or a slot of one, that runs an attempt. Used by the attempt's thread. */
public interface AttemptJvm {

    /** The name of its slot, in traces; null if it is that of the thread that waits for it. */
    @Nullable String slotName();

    /**
     * Sends it an attempt to run.
     *
     * @param runs receives the attempt's output that is not in files
     */
    void begin(Order.Run attempt, RunIntake runs) throws IOException;

    /** Sends the next order for that attempt. */
    void send(Order order) throws IOException;

    /**
     * Waits for the next report.
     *
     * @throws IOException if the JVM has ended, or the thread was interrupted, which its status
     *     then says
     */
    Report receive() throws IOException;

    /**
     * Has it undo the attempt, and waits for that.
     *
     * @param listens whether it waits for an order; otherwise it runs the attempt, or has ended
     * @return false if it did not
     */
    boolean undo(boolean listens);

    /**
     * Describes the end of the JVM after its connection has ended, with its last output.
     *
     * @param attemptLogs the logs of the attempt that ran
     */
    String describeEnd(Path attemptLogs);
}

package io.millrace.workers.fork;

import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.task.TaskKind;
import io.millrace.workers.fork.wire.Order;
import io.millrace.workers.fork.wire.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A forked JVM that runs one attempt at a time. Used by one thread at a time, except for {@link
 * #destroy}, which any thread may call.
 */
final class ForkedJvm implements AttemptJvm {

    private final TaskKind kind;
    private final JvmProcess process;
    private final JvmDirectory directory;
    private int attempts;

    /** The intake of the latest attempt. */
    private @Nullable RunIntake intake;

    ForkedJvm(TaskKind kind, JvmProcess process, JvmDirectory directory) {
        this.kind = kind;
        this.process = process;
        this.directory = directory;
    }

    TaskKind kind() {
        return kind;
    }

    JvmDirectory directory() {
        return directory;
    }

    boolean alive() {
        return process.alive();
    }

    /** Number of attempts it was given. */
    int attempts() {
        return attempts;
    }

    @Override
    public @Nullable String slotName() {
        return null;
    }

    @Override
    public void begin(Order.Run attempt, RunIntake runs) throws IOException {
        attempts++;
        intake = runs;
        process.link().send(attempt);
    }

    @Override
    public void send(Order order) throws IOException {
        process.link().send(order);
    }

    /** {@inheritDoc} An interrupt closes the connection, and so ends the JVM. */
    @Override
    public Report receive() throws IOException {
        return Report.readFrom(
                process.link().receive(), Objects.requireNonNull(intake, "no attempt yet"));
    }

    /** An attempt that runs cannot be undone: its JVM ends. */
    @Override
    public boolean undo(boolean listens) {
        if (!listens) {
            return false;
        }
        try {
            send(new Order.Abort());
            Report report = receive();
            while (report instanceof Report.State) {
                report = receive();
            }
            return report instanceof Report.Aborted;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String describeEnd(Path attemptLogs) {
        return process.describeEnd(attemptLogs);
    }

    /** Requests the end of the JVM; {@link #awaitEnd} follows. */
    void askToEnd() {
        try {
            send(new Order.End());
        } catch (IOException e) {
            process.destroy(); // it no longer listens
        }
    }

    /** Waits for the end of a JVM after {@link #askToEnd}, up to a time limit. */
    void awaitEnd() {
        process.awaitEnd();
    }

    /** Ends the JVM and all processes it started, at once. Idempotent; any thread may call it. */
    void destroy() {
        process.destroy();
    }
}

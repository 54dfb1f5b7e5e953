package io.millrace.hadoop.fork;

import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.task.TaskKind;
import io.millrace.files.listen.Heard;
import io.millrace.files.listen.Reception;
import io.millrace.hadoop.fork.wire.Address;
import io.millrace.hadoop.fork.wire.Introduction;
import io.millrace.hadoop.fork.wire.Link;
import io.millrace.hadoop.fork.wire.Message;
import io.millrace.hadoop.fork.wire.Order;
import io.millrace.hadoop.fork.wire.Report;
import io.millrace.hadoop.fork.wire.Secret;
import io.millrace.hadoop.logs.TaskLogs;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A forked JVM and the connection to it. Used by one thread at a time, but for {@link #destroy},
 * which any may call.
 */
final class ForkedJvm {

    /** How long a JVM that was told to end may take, for the shutdown hooks of user code. */
    private static final long END_SECONDS = 10;

    /** Who may be trying to connect at a time, and how long each may take to prove itself. */
    private static final int MOST_CALLERS = 32;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final TaskKind kind;
    private final String name;
    private final Process process;
    private final Link link;
    private final JvmDirectory directory;
    private final Path logs;
    private int attempts;

    /** Of the attempt that it was given last. */
    private @Nullable RunIntake intake;

    private ForkedJvm(
            TaskKind kind,
            String name,
            Process process,
            Link link,
            JvmDirectory directory,
            Path logs) {
        this.kind = kind;
        this.name = name;
        this.process = process;
        this.link = link;
        this.directory = directory;
        this.logs = logs;
    }

    /**
     * Starts a JVM and gives it its job.
     *
     * @param socket where to listen for it; a path that nobody else can reach
     * @param logs where the JVM prints while it runs no attempt
     * @throws IOException if it cannot be started, or ends before it has said who it is
     */
    static ForkedJvm start(
            TaskKind kind,
            String name,
            ProcessBuilder command,
            Path socket,
            JvmDirectory directory,
            Path logs,
            Message job)
            throws IOException {
        try (ServerSocketChannel server = Address.listen(socket)) {
            Process process = command.start();
            try {
                Link link = new Link(connect(server, process));
                ForkedJvm started = new ForkedJvm(kind, name, process, link, directory, logs);
                link.send(job);
                return started;
            } catch (IOException e) {
                destroy(process);
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                throw new IOException(
                        "the JVM for "
                                + kind.name().toLowerCase(java.util.Locale.ROOT)
                                + " tasks did not start: "
                                + JvmEnd.describe(exitCode(process))
                                + printed(logs)
                                + "; its options are those of mapreduce."
                                + kind.name().toLowerCase(java.util.Locale.ROOT)
                                + ".java.opts or mapred.child.java.opts",
                        e);
            }
        } finally {
            Files.deleteIfExists(socket);
        }
    }

    /**
     * Waits for the JVM, however long its start takes, among all who connect. The reception ends
     * with the JVM.
     */
    private static SocketChannel connect(ServerSocketChannel server, Process process)
            throws IOException {
        Secret secret = Secret.draw();
        try (Reception<Introduction> reception =
                new Reception<>(server, MOST_CALLERS, PATIENCE, () -> new Introduction(secret))) {
            CompletableFuture<Void> closing =
                    process.onExit().thenAccept(ended -> closeQuietly(reception));
            tellStandardInput(process, Address.of(server), secret);
            Heard<Introduction> heard = reception.next();
            closing.cancel(false);
            if (heard == null) {
                throw Thread.currentThread().isInterrupted()
                        ? new ClosedByInterruptException()
                        : new IOException("it ended before it connected to this process");
            }
            return heard.channel();
        }
    }

    /** The JVM may be gone already, which shows when nobody connects. */
    private static void tellStandardInput(Process process, Address address, Secret secret) {
        try (DataOutputStream out = new DataOutputStream(process.getOutputStream())) {
            address.writeTo(out);
            secret.writeTo(out);
        } catch (IOException e) {
            process.destroyForcibly();
        }
    }

    private static void closeQuietly(Reception<?> reception) {
        try {
            reception.close();
        } catch (IOException e) {
            // It is not used any more; its end is all that is wanted.
        }
    }

    TaskKind kind() {
        return kind;
    }

    /** Process number, for messages. */
    long pid() {
        return process.pid();
    }

    JvmDirectory directory() {
        return directory;
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Attempts that it was given. */
    int attempts() {
        return attempts;
    }

    /**
     * Gives it an attempt to run.
     *
     * @param runs takes in what the attempt puts out, as far as that is not in files
     */
    void begin(Order.Run attempt, RunIntake runs) throws IOException {
        attempts++;
        intake = runs;
        link.send(attempt);
    }

    /** Says how it goes on with that attempt. */
    void send(Order order) throws IOException {
        link.send(order);
    }

    /** Waits for the next report. An interrupt closes the connection, and so ends the JVM. */
    Report receive() throws IOException {
        return Report.readFrom(link.receive(), Objects.requireNonNull(intake, "no attempt yet"));
    }

    /**
     * After its connection has ended: how the JVM did, with what it printed last.
     *
     * @param attemptLogs of the attempt that ran
     */
    String describeEnd(Path attemptLogs) {
        String how =
                exited(process, END_SECONDS)
                        ? "ended with " + JvmEnd.describe(process.exitValue())
                        : "closed its connection";
        return "JVM "
                + name
                + " (process "
                + pid()
                + ") "
                + how
                + " while it ran the attempt"
                + (printed(attemptLogs).isEmpty() ? printed(logs) : printed(attemptLogs))
                + "; logs are in "
                + attemptLogs
                + ", those of the JVM in "
                + logs;
    }

    private static String printed(Path folder) {
        String err = TaskLogs.tail(folder.resolve("stderr"));
        String text = err.isEmpty() ? TaskLogs.tail(folder.resolve("stdout")) : err;
        return text.isEmpty() ? "" : "; the last it printed:\n" + text + "\n";
    }

    /** Asks the JVM to end; {@link #awaitEnd} follows. */
    void askToEnd() {
        try {
            link.send(new Order.End());
        } catch (IOException e) {
            process.destroyForcibly(); // it does not listen any more
        }
    }

    /** Waits for the end of a JVM that was asked for it; not for ever. */
    void awaitEnd() {
        if (!exited(process, END_SECONDS)) {
            destroy();
        }
        close();
    }

    /** Ends the JVM and all that it started, at once. May be called twice, and by any thread. */
    void destroy() {
        destroy(process);
        close();
    }

    private static void destroy(Process process) {
        List<ProcessHandle> below = process.descendants().toList();
        process.destroyForcibly();
        below.forEach(ProcessHandle::destroyForcibly);
        exited(process, END_SECONDS);
    }

    private void close() {
        try {
            link.close();
        } catch (IOException e) {
            // The other end is gone; there is nothing to lose.
        }
    }

    private static int exitCode(Process process) {
        return process.isAlive() ? -1 : process.exitValue();
    }

    /** Whether the process ends in time. An interrupt does not end the wait: it is short. */
    private static boolean exited(Process process, long seconds) {
        boolean interrupted = Thread.interrupted();
        try {
            process.onExit().get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            interrupted = true;
            return !process.isAlive();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a process cannot be waited for", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return true;
    }
}

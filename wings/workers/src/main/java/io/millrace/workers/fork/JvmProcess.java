package io.millrace.workers.fork;

import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.connection.Address;
import io.millrace.exchange.connection.Introduction;
import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.connection.Sendable;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.files.listen.AcceptedRequest;
import io.millrace.files.listen.PendingConnection;
import io.millrace.files.listen.RequestListener;
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
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The process of a forked JVM and the connection to it. Used by one thread at a time, except for
 * {@link #destroy}, which any thread may call.
 */
public final class JvmProcess implements RemoteJvm {

    /** How long a JVM may take to end, for the shutdown hooks of user code. */
    private static final long END_SECONDS = 10;

    /**
     * Maximum number of callers that are connecting at a time, and the time each has to prove
     * itself.
     */
    private static final int MOST_CALLERS = 32;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final Process process;
    private final MessageChannel link;
    private final Path logs;

    private JvmProcess(String name, Process process, MessageChannel link, Path logs) {
        this.name = name;
        this.process = process;
        this.link = link;
        this.logs = logs;
    }

    /**
     * Starts a JVM and sends it its job.
     *
     * @param name for messages
     * @param socket where to listen for it; a path that only this user can reach
     * @param logs directory for the JVM's output between attempts
     * @param stillSeconds how long it may stand still while it starts
     * @param job its first message
     * @throws IOException if it cannot be started, ends before it has identified itself, or is late
     */
    public static JvmProcess start(
            TaskKind kind,
            String name,
            ProcessBuilder command,
            Path socket,
            Path logs,
            int stillSeconds,
            Sendable job)
            throws IOException {
        try (ServerSocketChannel server = Address.listen(socket)) {
            Process process = command.start();
            StartWatch watch = new StartWatch(name, process, stillSeconds);
            try (watch) {
                MessageChannel link = new MessageChannel(connect(server, process));
                link.send(job);
                return new JvmProcess(name, process, link, logs);
            } catch (IOException e) {
                destroy(process);
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                throw new IOException(whyNotStarted(kind, process, watch.verdict(), logs), e);
            }
        } finally {
            Files.deleteIfExists(socket);
        }
    }

    private static String whyNotStarted(TaskKind kind, Process process, String verdict, Path logs) {
        String kindName = kind.name().toLowerCase(Locale.ROOT);
        return "the JVM for "
                + kindName
                + " tasks did not start: "
                + (verdict.isEmpty() ? JvmEnd.describe(exitCode(process)) : verdict)
                + printed(logs)
                + "; check its options in mapreduce."
                + kindName
                + ".java.opts or mapred.child.java.opts";
    }

    /** Waits for the JVM among all callers that connect. The wait ends if the JVM ends. */
    private static SocketChannel connect(ServerSocketChannel server, Process process)
            throws IOException {
        SharedSecret secret = SharedSecret.random();
        try (RequestListener<PendingConnection> listener =
                new RequestListener<>(
                        server, MOST_CALLERS, PATIENCE, () -> new Introduction(secret)::hear)) {
            CompletableFuture<Void> closing =
                    process.onExit().thenAccept(ended -> closeQuietly(listener));
            tellStandardInput(process, Address.of(server), secret);
            AcceptedRequest<PendingConnection> accepted = listener.next();
            closing.cancel(false);
            if (accepted == null) {
                throw Thread.currentThread().isInterrupted()
                        ? new ClosedByInterruptException()
                        : new IOException("it ended before it connected to this process");
            }
            return accepted.channel();
        }
    }

    /** The JVM may have ended already, which {@link #connect} notices. */
    private static void tellStandardInput(Process process, Address address, SharedSecret secret) {
        try (DataOutputStream out = new DataOutputStream(process.getOutputStream())) {
            address.writeTo(out);
            secret.writeTo(out);
        } catch (IOException e) {
            process.destroyForcibly();
        }
    }

    private static void closeQuietly(RequestListener<?> listener) {
        try {
            listener.close();
        } catch (IOException e) {
            // The process is no longer used; only its end matters.
        }
    }

    @Override
    public MessageChannel link() {
        return link;
    }

    /** Process number, for messages. */
    long pid() {
        return process.pid();
    }

    public boolean alive() {
        return process.isAlive();
    }

    @Override
    public String describeEnd(Path attemptLogs) {
        return howItEnded()
                + " while it ran the attempt"
                + (printed(attemptLogs).isEmpty() ? printed(logs) : printed(attemptLogs))
                + "; logs are in "
                + attemptLogs
                + ", those of the JVM in "
                + logs;
    }

    @Override
    public String describeEnd() {
        return howItEnded() + printed(logs) + "; its logs are in " + logs;
    }

    private String howItEnded() {
        String how =
                exited(process, END_SECONDS)
                        ? "ended with " + JvmEnd.describe(process.exitValue())
                        : "closed its connection";
        return name + " (process " + pid() + ") " + how;
    }

    private static String printed(Path folder) {
        String err = TaskLogs.tail(folder.resolve("stderr"));
        String text = err.isEmpty() ? TaskLogs.tail(folder.resolve("stdout")) : err;
        if (text.isEmpty()) {
            return "";
        }
        String cause = TaskLogs.lastFailure(folder.resolve("stderr"));
        return (cause.isEmpty() ? "" : ": " + cause) + "; its last output: " + text + "\n";
    }

    @Override
    public void awaitEnd() {
        if (!exited(process, END_SECONDS)) {
            destroy();
        }
        close();
    }

    /** Also ends all processes that it started. */
    @Override
    public void destroy() {
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
            // The other end has closed; no data can be lost.
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
            throw new IllegalStateException("waiting for the end of a process failed", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return true;
    }
}

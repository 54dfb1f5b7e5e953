package io.millrace.workers.fork;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.logs.TaskLogs;
import io.millrace.workers.fork.wire.JobSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The forked JVMs of one job: at most one per slot, kept for the next attempt. Thread-safe. */
final class JvmPool implements AttemptJvms<ForkedJvm> {

    private final JvmCommand command;
    private final JobSpec job;
    private final TaskLogs logs;
    private final Path sockets;
    private final JvmDirectory.Links links;
    private final int attemptsOfOne;
    private final int stillSeconds;

    @GuardedBy("this")
    private final Deque<ForkedJvm> idle = new ArrayDeque<>();

    @GuardedBy("this")
    private final Set<ForkedJvm> all = new HashSet<>();

    @GuardedBy("this")
    private int started;

    @GuardedBy("this")
    private boolean closed;

    /**
     * A pool without JVMs.
     *
     * @param sockets a private directory
     * @param attemptsOfOne how many attempts a JVM runs before it ends; 0 for any number
     * @param stillSeconds how long a JVM may stand still while it starts
     */
    JvmPool(
            JvmCommand command,
            JobSpec job,
            TaskLogs logs,
            Path sockets,
            JvmDirectory.Links links,
            int attemptsOfOne,
            int stillSeconds) {
        this.command = command;
        this.job = job;
        this.logs = logs;
        this.sockets = sockets;
        this.links = links;
        this.attemptsOfOne = attemptsOfOne;
        this.stillSeconds = stillSeconds;
    }

    /** A JVM for one attempt: an idle one, or a new one. */
    @Override
    public ForkedJvm take(AttemptId attempt) throws IOException, InterruptedException {
        TaskKind kind = attempt.kind();
        List<ForkedJvm> others = new ArrayList<>();
        try {
            ForkedJvm rested = poll(kind, others);
            return rested == null ? start(kind) : rested;
        } finally {
            end(others);
        }
    }

    /**
     * Map tasks have ended once a reduce task asks for a JVM, so JVMs of map tasks are no longer
     * needed.
     */
    private synchronized @org.jspecify.annotations.Nullable ForkedJvm poll(
            TaskKind kind, List<ForkedJvm> others) {
        ForkedJvm found = null;
        while (found == null && !idle.isEmpty()) {
            ForkedJvm next = idle.pop();
            if (next.kind() == kind && next.alive()) {
                found = next;
            } else {
                all.remove(next);
                others.add(next);
            }
        }
        return found;
    }

    private ForkedJvm start(TaskKind kind) throws IOException, InterruptedException {
        String name = kind.name().toLowerCase(Locale.ROOT) + "-" + nextNumber();
        Path folder = logs.folder("jvm-" + name);
        JvmDirectory directory =
                JvmDirectory.make(job.environment().workDirectory().resolve("jvm-" + name), links);
        JvmProcess process =
                JvmProcess.start(
                        kind,
                        "JVM " + name,
                        command.of(kind, name, directory.path(), folder),
                        sockets.resolve(job.environment().id() + "-" + name),
                        folder,
                        stillSeconds,
                        job);
        ForkedJvm jvm = new ForkedJvm(kind, process, directory);
        if (!add(jvm)) {
            jvm.destroy();
            throw new IOException("the job has ended; JVM " + name + " is no longer needed");
        }
        return jvm;
    }

    private synchronized int nextNumber() {
        return ++started;
    }

    private synchronized boolean add(ForkedJvm jvm) {
        if (!closed) {
            all.add(jvm);
        }
        return !closed;
    }

    /** None: this process has all map output, in files. */
    @Override
    public BitSet receivers(AttemptId attempt, ForkedJvm jvm) {
        return new BitSet();
    }

    @Override
    public void giveBack(AttemptId attempt, ForkedJvm jvm) throws IOException {
        if (attemptsOfOne > 0 && jvm.attempts() >= attemptsOfOne) {
            end(jvm);
            return;
        }
        jvm.directory().sweep();
        synchronized (this) {
            if (!closed) {
                idle.push(jvm);
            }
        }
    }

    /** Ends it: it must not be reused. */
    @Override
    public void end(AttemptId attempt, ForkedJvm jvm) {
        end(jvm);
    }

    private void end(ForkedJvm jvm) {
        forget(jvm);
        end(List.of(jvm));
    }

    @Override
    public void destroy(AttemptId attempt, ForkedJvm jvm) {
        forget(jvm);
        jvm.destroy();
    }

    private synchronized void forget(ForkedJvm jvm) {
        all.remove(jvm);
        idle.remove(jvm);
    }

    private static void end(List<ForkedJvm> jvms) {
        jvms.forEach(ForkedJvm::askToEnd);
        jvms.forEach(ForkedJvm::awaitEnd);
    }

    /** Ends all JVMs: idle ones in an orderly way, busy ones at once. */
    @Override
    public void close() {
        List<ForkedJvm> resting;
        List<ForkedJvm> busy;
        synchronized (this) {
            closed = true;
            resting = List.copyOf(idle);
            all.removeAll(resting);
            busy = List.copyOf(all);
            idle.clear();
            all.clear();
        }
        busy.forEach(ForkedJvm::destroy);
        end(resting);
        command.endProcesses();
    }
}

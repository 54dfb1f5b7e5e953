package io.millrace.cli.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.cli.process.StreamCharset;
import io.millrace.hadoop.watch.JobObserver;
import io.millrace.hadoop.watch.WatchedJob;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.counters.LimitExceededException;
import org.apache.hadoop.util.ShutdownHookManager;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/**
 * Shows the jobs of this process on its terminal: how far the first that runs is, from its second
 * second on, and how each went. Thread-safe.
 */
public final class LiveJobs {

    private static final long INTERVAL_MILLIS = 200;
    private static final long PATIENCE_NANOS = 1_000_000_000;

    /** When the process ends: after running jobs were killed and files were written to disk. */
    private static final int HOOK_PRIORITY = 21;

    private static volatile @Nullable LiveJobs active;

    private final Screen screen;
    private final boolean progress;
    private final boolean summary;

    @GuardedBy("this")
    private final List<WatchedJob> jobs = new ArrayList<>();

    /** Summaries of ended jobs: the client still prints their counters. */
    @GuardedBy("this")
    private final List<AttributedString> unprinted = new ArrayList<>();

    @GuardedBy("this")
    private @Nullable Thread thread;

    private volatile @Nullable Look look;

    private LiveJobs(Screen screen, boolean progress, boolean summary) {
        this.screen = screen;
        this.progress = progress;
        this.summary = summary;
    }

    /**
     * From now on shows jobs, if standard error is a terminal that can. To be called once, before
     * anything is logged.
     *
     * @param progress whether to show their progress
     * @param summary whether to print a summary of each
     * @return whether it does
     */
    public static boolean install(boolean progress, boolean summary) {
        String type = System.getenv("TERM");
        if (!Boolean.getBoolean("millrace-terminal") || type == null || type.equals("dumb")) {
            return false;
        }
        Screen screen = new Screen(System.err);
        if (progress) {
            // What Hadoop logs of progress would be there twice; logging has not started yet.
            System.setProperty("millrace-log-hidden", "% reduce ");
            System.setErr(screen.above(System.err, StreamCharset.ofError()));
            System.setOut(screen.above(System.out, StreamCharset.ofOutput()));
        }
        LiveJobs shown = new LiveJobs(screen, progress, summary);
        ShutdownHookManager.get().addShutdownHook(shown::printSummaries, HOOK_PRIORITY);
        active = shown;
        return true;
    }

    private synchronized void started(WatchedJob job) {
        printSummaries();
        jobs.add(job);
        if (progress && thread == null) {
            thread = new Thread(this::run, "millrace-progress");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void ended(WatchedJob job) {
        synchronized (this) {
            jobs.remove(job);
            if (summary) {
                unprinted.addAll(Summary.lines(job));
            }
            notifyAll();
        }
        screen.erase();
    }

    /**
     * The client prints a job's counters after it has ended; the next job or the end comes later.
     */
    private synchronized void printSummaries() {
        if (!unprinted.isEmpty()) {
            Look shown = look();
            screen.print(unprinted.stream().map(shown::print).toList());
            unprinted.clear();
        }
    }

    /** Not before there is something to show: to know it takes its time. */
    private Look look() {
        Look known = look;
        if (known == null) {
            known = Look.ofTerminal();
            look = known;
        }
        return known;
    }

    private void run() {
        Window window = new Window();
        for (List<WatchedJob> running = next(); !running.isEmpty(); running = next()) {
            WatchedJob first = running.get(0);
            if (System.nanoTime() - first.trace().startNanos() < PATIENCE_NANOS) {
                continue;
            }
            try {
                draw(first, running.size() - 1, window.columns());
            } catch (LimitExceededException e) {
                screen.erase(); // the job has too many counters, and will fail of it
            }
        }
    }

    /** Not once the job has ended: its summary is the last that is said of it. */
    private void draw(WatchedJob job, int others, int columns) {
        Look shown = look();
        // Some terminals begin the next line once the last column has its character.
        int width = columns - 1;
        List<String> lines =
                Progress.lines(job, others, shown, width).stream()
                        .map(line -> shown.print(line.columnSubSequence(0, width)))
                        .toList();
        synchronized (this) {
            if (jobs.contains(job)) {
                screen.draw(lines, shown.type());
            }
        }
    }

    /** The jobs that run a little later; once there are none, none at once, and the thread ends. */
    private synchronized List<WatchedJob> next() {
        long deadline = System.nanoTime() + INTERVAL_MILLIS * 1_000_000;
        try {
            for (long left = INTERVAL_MILLIS;
                    left > 0 && !jobs.isEmpty();
                    left = (deadline - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException e) {
            jobs.clear(); // nobody has a reason to interrupt it but to end it
        }
        if (jobs.isEmpty()) {
            thread = null;
            screen.erase();
        }
        return List.copyOf(jobs);
    }

    /** The observer that the service loader finds; passes the jobs on if they are shown. */
    public static final class Observer implements JobObserver {

        @Override
        public void started(WatchedJob job) {
            LiveJobs shown = active;
            if (shown != null) {
                shown.started(job);
            }
        }

        @Override
        public void ended(WatchedJob job) {
            LiveJobs shown = active;
            if (shown != null) {
                shown.ended(job);
            }
        }
    }
}

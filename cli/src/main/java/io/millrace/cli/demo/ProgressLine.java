package io.millrace.cli.demo;

import io.millrace.cli.process.Amounts;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.mapreduce.JobStatus;
import org.jspecify.annotations.Nullable;

/** One line on a terminal that says how far the job is, from its second second on. */
final class ProgressLine implements Runnable {

    private static final long INTERVAL_MILLIS = 200;
    private static final String CLEAR = "\r\033[K";

    private final JobWatch watch;
    private final long inputBytes;

    private ProgressLine(JobWatch watch, long inputBytes) {
        this.watch = watch;
        this.inputBytes = inputBytes;
    }

    /** Draws on a thread of its own until the job ends or the process does. */
    static void start(JobWatch watch, long inputBytes) {
        Thread thread = new Thread(new ProgressLine(watch, inputBytes), "millrace-progress");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            JobStatus status = watch.status();
            while (status == null || !status.isJobComplete()) {
                Thread.sleep(INTERVAL_MILLIS);
                status = watch.status();
                if (watch.secondsSinceStart() > 1) {
                    System.err.print(CLEAR + text(status, watch.secondsSinceStart(), inputBytes));
                }
            }
        } catch (IOException e) {
            System.err.println(CLEAR + "no progress to show: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.err.print(CLEAR);
    }

    static String text(@Nullable JobStatus status, double seconds, long inputBytes) {
        if (status == null) {
            return "starting";
        }
        double read = status.getMapProgress() * (double) inputBytes;
        return String.format(
                Locale.ROOT,
                "map %3.0f%%  reduce %3.0f%%  %s of %s  %s/s",
                status.getMapProgress() * 100,
                status.getReduceProgress() * 100,
                Amounts.bytes(read),
                Amounts.bytes(inputBytes),
                Amounts.bytes(read / seconds));
    }
}

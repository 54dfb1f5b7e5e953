package io.millrace.cli.demo;

import io.millrace.cli.process.Amounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.util.ShutdownHookManager;
import org.jspecify.annotations.Nullable;

/** The demo's summary of the job: words, time, tasks, memory, and where the output is. */
final class DemoSummary implements Runnable {

    private static final int TOP = 10;

    /** Before Hadoop's own hooks, of which the highest has 50: file systems are still open. */
    private static final int HOOK_PRIORITY = 100;

    /** The value in Hadoop's status that stands for "not set". */
    private static final String NOTHING = new JobStatus().getSchedulingInfo();

    private final JobWatch watch;
    private final long inputBytes;
    private final Path output;

    DemoSummary(JobWatch watch, long inputBytes, Path output) {
        this.watch = watch;
        this.inputBytes = inputBytes;
        this.output = output;
    }

    void printAtExit() {
        ShutdownHookManager.get().addShutdownHook(this, HOOK_PRIORITY);
    }

    @Override
    public void run() {
        double seconds = watch.secondsSinceStart();
        try {
            JobStatus status = watch.status();
            if (status != null && status.getState() == JobStatus.State.SUCCEEDED) {
                print(status, seconds);
            } else {
                System.err.println(
                        "millrace: the demo did not finish"
                                + (status == null ? "" : ": " + status.getFailureInfo()));
            }
        } catch (IOException e) {
            System.err.println(
                    "millrace: the job ended, and its result cannot be read: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void print(JobStatus status, double seconds) throws IOException, InterruptedException {
        Counters counters = watch.counters(status);
        printWords(TopWords.in(output, TOP), counters);
        System.out.printf(
                "%nTime    %s, %s/s%n",
                Amounts.seconds(seconds), Amounts.bytes(inputBytes / seconds));
        System.out.printf(
                "Tasks   %d map, %d reduce%n",
                watch.tasks(status, TaskType.MAP), watch.tasks(status, TaskType.REDUCE));
        System.out.printf(
                "Memory  %d MB of records at most, %s%n", status.getUsedMem(), spilled(counters));
        if (!NOTHING.equals(status.getSchedulingInfo())) {
            System.out.printf("Note    %s%n", status.getSchedulingInfo());
        }
        System.out.printf("Output  %s%n", output);
    }

    private static String spilled(@Nullable Counters counters) {
        long records =
                counters == null ? 0 : counters.findCounter(TaskCounter.SPILLED_RECORDS).getValue();
        return records == 0 ? "nothing spilled" : Amounts.count(records) + " records spilled";
    }

    private static void printWords(List<TopWords.WordCount> words, @Nullable Counters counters) {
        System.out.println();
        if (counters != null) {
            System.out.printf(
                    "%s words, %s of them distinct; the most frequent:%n",
                    Amounts.count(counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue()),
                    Amounts.count(
                            counters.findCounter(TaskCounter.REDUCE_OUTPUT_RECORDS).getValue()));
        }
        for (TopWords.WordCount word : words) {
            System.out.printf("  %-12s %14s%n", word.word(), Amounts.count(word.count()));
        }
    }
}

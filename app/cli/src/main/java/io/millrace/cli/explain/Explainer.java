package io.millrace.cli.explain;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.cli.jar.JobJar;
import io.millrace.cli.process.ExitCode;
import io.millrace.cli.report.JobReport;
import io.millrace.cli.report.PlanText;
import io.millrace.cli.report.RunText;
import io.millrace.hadoop.watch.JobObserver;
import io.millrace.hadoop.watch.PlannedJob;
import io.millrace.hadoop.watch.WatchedJob;
import io.millrace.ui.report.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program whose jobs are to be explained: of the first its plan, in its place, or of each
 * what it took. Jobs tell on whatever thread they are submitted or end on.
 */
public final class Explainer {

    private static volatile @Nullable Explainer active;

    private final ExplainOptions options;
    private final PrintStream out;

    @GuardedBy("this")
    private boolean explained;

    private Explainer(ExplainOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Whether this process only plans jobs. */
    static boolean plans() {
        Explainer explainer = active;
        return explainer != null && !explainer.options.analyze();
    }

    /**
     * Runs the program. Returns if it was analyzed and has ended by returning; else the process
     * ends. The program's own output goes to standard error, so that standard output has nothing
     * but the explanation.
     *
     * @throws Throwable what its main throws
     */
    public static void run(ExplainOptions options, JobJar jar) throws Throwable {
        Explainer explainer = new Explainer(options, System.out);
        active = explainer;
        System.setOut(System.err);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(explainer::tellIfNothing, "millrace-explained"));
        jar.run();
        awaitOthers();
        if (!explainer.hasExplained()) {
            System.exit(ExitCode.JOB_FAILED);
        }
    }

    /** A main that returns may have left the submission to another thread. */
    private static void awaitOthers() throws InterruptedException {
        for (Thread other = other(); other != null; other = other()) {
            other.join();
        }
    }

    private static @Nullable Thread other() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon() && thread.isAlive())
                .filter(thread -> !thread.equals(Thread.currentThread()))
                .findFirst()
                .orElse(null);
    }

    private synchronized boolean hasExplained() {
        return explained;
    }

    private void tellIfNothing() {
        if (!hasExplained()) {
            System.err.println(
                    "millrace: the program ended without a job for Millrace: there is nothing to explain");
        }
    }

    /** Ends a process that only plans, since the program wants what cannot be planned. */
    static void refuse(String why) {
        Explainer explainer = Objects.requireNonNull(active);
        synchronized (explainer) {
            explainer.explained = true;
        }
        System.err.println("millrace: " + why);
        System.exit(ExitCode.WRONG_USE);
    }

    /** Prints the plan, or what the job would fail of, and ends the process. */
    private void planned(PlannedJob job) {
        int code;
        synchronized (this) {
            if (explained) {
                return; // submitted by another thread while the process ends
            }
            explained = true;
            code = explain(job);
        }
        System.exit(code);
    }

    private int explain(PlannedJob job) {
        try {
            String report = Report.json(job, job.plan());
            if (options.json()) {
                out.println(report);
            } else {
                out.print(PlanText.of(JobReport.of(report)));
                notes(job.conf()).forEach(note -> out.println("\n  " + note));
            }
            out.flush();
            return ExitCode.SUCCESS;
        } catch (IOException e) {
            System.err.println(
                    "millrace: the job would fail before its first task: " + e.getMessage());
            return ExitCode.JOB_FAILED;
        }
    }

    private static List<String> notes(Configuration conf) throws IOException {
        String rest = "No task was run. The rest of the program is not explained.";
        String output = conf.get(FileOutputFormat.OUTDIR);
        if (output == null) {
            return List.of(rest);
        }
        Path path = new Path(output);
        return path.getFileSystem(conf).exists(path)
                ? List.of(
                        "The output directory exists already; the program, or an earlier one, created it: "
                                + output,
                        rest)
                : List.of(rest);
    }

    private void ended(WatchedJob job) {
        String report;
        try {
            report = Report.json(job);
        } catch (IOException e) {
            throw new IllegalStateException("a report in memory cannot fail", e);
        }
        synchronized (this) {
            explained = true;
            out.println(options.json() ? report : text(report));
            out.flush();
        }
    }

    private static String text(String report) {
        try {
            return RunText.of(JobReport.of(report));
        } catch (IOException e) {
            throw new IllegalStateException("a report of ours is not JSON", e);
        }
    }

    /**
     * Found by the service loader; passes jobs to the explainer of this process, if there is one.
     */
    public static final class Observer implements JobObserver {

        @Override
        public boolean plansOnly() {
            return plans();
        }

        @Override
        public void planned(PlannedJob job) {
            Objects.requireNonNull(active).planned(job);
        }

        @Override
        public void ended(WatchedJob job) {
            Explainer explainer = active;
            if (explainer != null) {
                explainer.ended(job);
            }
        }
    }
}

package io.millrace.bench.contender;

import io.millrace.bench.job.JobReports;
import io.millrace.bench.job.Settings;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A framework that runs a job in the client's process, where the launcher starts it.
 *
 * @param options of the job
 * @param starter the words of another command that starts the launcher; empty for none
 */
public record Launched(
        Path home, String word, String title, List<String> options, List<String> starter) {

    /** Hadoop's own local file systems, in place of those that the launcher sets. */
    public static final List<String> STOCK_LOCAL_FILES =
            Settings.options(
                    "fs.file.impl=org.apache.hadoop.fs.LocalFileSystem",
                    "fs.AbstractFileSystem.file.impl=org.apache.hadoop.fs.local.LocalFs");

    /** Reads the reports that the jobs of a run have left in a directory, and deletes them. */
    public interface Reports {
        Map<String, Double> take(Path directory, Figures run)
                throws IOException, MeasurementException;
    }

    public Launched {
        options = List.copyOf(options);
        starter = List.copyOf(starter);
    }

    public static Launched millrace(Path home, List<String> common) {
        return new Launched(home, "millrace", "Millrace", common, List.of())
                .with("mapreduce.framework.name=millrace");
    }

    /** Hadoop's local runner without any setting: one map and one reduce task at a time. */
    public static Launched hadoop(Path home, List<String> common) {
        List<String> options = new ArrayList<>(common);
        options.addAll(STOCK_LOCAL_FILES);
        return new Launched(home, "hadoop", "Hadoop's local runner", options, List.of())
                .with("mapreduce.framework.name=local");
    }

    /** With so many map and as many reduce tasks at a time. */
    public static Launched hadoopWithSlots(Path home, List<String> common, int slots) {
        return hadoop(home, common)
                .named("hadoop-slots", "Hadoop's local runner, %d+%d slots".formatted(slots, slots))
                .with(
                        "mapreduce.local.map.tasks.maximum=" + slots,
                        "mapreduce.local.reduce.tasks.maximum=" + slots);
    }

    /** The same with further settings of the job. */
    public Launched with(String... settings) {
        List<String> more = new ArrayList<>(options);
        more.addAll(Settings.options(settings));
        return new Launched(home, word, title, more, starter);
    }

    public Launched named(String otherWord, String otherTitle) {
        return new Launched(home, otherWord, otherTitle, options, starter);
    }

    /** The same, with its processes started by another command, whose words these are. */
    public Launched startedBy(List<String> command) {
        return new Launched(home, word, title, options, command);
    }

    public Contender contender() {
        return Contender.of(
                        word,
                        title,
                        (workload, input, work) ->
                                Runner.ofHadoop(output -> run(workload, input, output, work)))
                .with(options);
    }

    /** Its jobs leave reports, which give further figures of each run. */
    public Contender reporting(Reports reports) {
        return Contender.of(
                        word,
                        title,
                        (workload, input, work) -> {
                            Path directory = work.resolve("reports");
                            List<String> more = new ArrayList<>(options);
                            more.addAll(JobReports.options(directory));
                            Launched reporter = new Launched(home, word, title, more, starter);
                            return Runner.ofHadoop(output -> {
                                Figures taken = reporter.run(workload, input, output, work);
                                return taken.and(reports.take(directory, taken));
                            });
                        })
                .with(options);
    }

    private Figures run(Workload workload, Path input, Path output, Path work)
            throws IOException, InterruptedException, MeasurementException {
        List<String> command =
                workload.command(options, input.toUri().toString(), output.toUri().toString());
        return TimedProcess.job(home, title, workload.jar(), command, Map.of())
                .startedBy(starter)
                .run(work, List.of());
    }
}

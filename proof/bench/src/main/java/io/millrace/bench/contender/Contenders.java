package io.millrace.bench.contender;

import io.millrace.bench.frame.Options;
import io.millrace.bench.job.JobParts;
import io.millrace.bench.job.Settings;
import io.millrace.measure.MeasurementException;
import io.millrace.workloads.Workload;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;

/** The contenders of a measurement. Closing ends what they have started. */
public final class Contenders implements Closeable {

    /** The words to choose from. */
    public static final String WORDS =
            "hadoop-slots, millrace, millrace-workers, millrace-ties, millrace-hadoop, hadoop, hadoop-cluster, spark, spark-executors, duckdb, phoenix, floor";

    private final List<Contender> list;

    private Contenders(List<Contender> list) {
        this.list = list;
    }

    /**
     * Those of the Millrace in {@code home} that have one of these words; all, if there are none.
     * The output of the first one is what those of the others have to equal.
     *
     * @param reduces how many reduce tasks each of Hadoop's jobs has
     * @param phoenix where Phoenix++ is, if that is known
     * @param breakdown whether Millrace divides the time of its runs into parts
     * @throws MeasurementException if there is no such contender
     */
    public static Contenders of(
            Path home, List<String> words, int reduces, @Nullable Path phoenix, boolean breakdown)
            throws MeasurementException {
        List<String> jobOptions = Settings.options(MRJobConfig.NUM_REDUCES + "=" + reduces);
        List<Contender> all = all(home, jobOptions, phoenix, breakdown);
        List<Contender> wanted =
                Options.chosen(words, all, Contender::word, "there is no contender");
        return new Contenders(all.stream().filter(wanted::contains).toList());
    }

    private static List<Contender> all(
            Path home, List<String> jobOptions, @Nullable Path phoenix, boolean breakdown) {
        int cores = Runtime.getRuntime().availableProcessors();
        Launched millrace = Launched.millrace(home, jobOptions);
        Launched workers =
                millrace.named("millrace-workers", "Millrace, %d workers".formatted(cores))
                        .with("millrace.workers=" + cores);
        Launched ties =
                millrace.named("millrace-ties", "Millrace, Hadoop's order of equal keys")
                        .with("millrace.sort.ties=hadoop");
        Launched hadoopsTasks =
                millrace.named("millrace-hadoop", "Millrace, Hadoop's tasks and files")
                        .with("millrace.task.runner=hadoop");
        return List.of(
                Launched.hadoopWithSlots(home, jobOptions, cores).contender(),
                breakdown ? divided(millrace) : millrace.contender(),
                breakdown ? divided(workers) : workers.contender(),
                sorting(ties),
                sorting(hadoopsTasks),
                Launched.hadoop(home, jobOptions).contender(),
                new LocalCluster(home, jobOptions).contender(),
                SparkPrograms.jobs(home, cores),
                SparkPrograms.jobsOnExecutors(home, cores),
                DuckDb.contender("", DuckDb.STATEMENTS),
                Phoenix.contender(
                        phoenix != null
                                ? phoenix
                                : Programs.folderIn(Phoenix.VARIABLE).orElse(null)),
                FloorProcess.contender(home));
    }

    private static Contender divided(Launched launched) {
        return launched.reporting((directory, run) -> JobParts.take(directory, run.seconds()));
    }

    /**
     * With equal keys in the order of Hadoop's local runner: for the job that sorts each record.
     */
    private static Contender sorting(Launched launched) {
        return launched.contender()
                .unless(workload ->
                        workload == Workload.PLAIN_WORD_COUNT
                                ? Optional.empty()
                                : Optional.of(
                                        "it is measured with "
                                                + Workload.PLAIN_WORD_COUNT.word()
                                                + " only"));
    }

    public List<Contender> list() {
        return list;
    }

    @Override
    public void close() throws IOException {
        for (Contender contender : list) {
            contender.close();
        }
    }
}

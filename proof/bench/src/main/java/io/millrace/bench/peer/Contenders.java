package io.millrace.bench.peer;

import io.millrace.bench.frame.BenchException;
import io.millrace.bench.frame.WrongUseException;
import io.millrace.bench.job.Contender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;

/**
 * The contenders of a measurement, the one first whose output that of the others has to equal.
 * Closing ends what they have started.
 */
public final class Contenders implements AutoCloseable {

    /** The words to choose from. */
    public static final String WORDS =
            "hadoop-slots, millrace, millrace-workers, millrace-ties, millrace-hadoop, hadoop, hadoop-cluster, spark, spark-executors, duckdb, phoenix, floor";

    private final List<Contender> list;

    private Contenders(List<Contender> list) {
        this.list = list;
    }

    /**
     * Those of the Millrace in {@code home} that have one of these words; all, if there are none.
     *
     * @param reduces how many reduce tasks each of Hadoop's jobs has
     * @param phoenix where Phoenix++ is, if that is known
     * @param breakdown whether Millrace divides the time of its runs into parts
     * @throws BenchException if there is no such contender
     */
    public static Contenders of(
            Path home, List<String> words, int reduces, @Nullable Path phoenix, boolean breakdown)
            throws BenchException {
        List<String> jobOptions = List.of("-D", MRJobConfig.NUM_REDUCES + "=" + reduces);
        List<Contender> all = all(home, jobOptions, phoenix, breakdown);
        for (String word : words) {
            if (all.stream().noneMatch(contender -> contender.word().equals(word))) {
                throw new WrongUseException(
                        "there is no contender " + word + "; there are " + WORDS);
            }
        }
        return new Contenders(
                all.stream()
                        .filter(contender -> words.isEmpty() || words.contains(contender.word()))
                        .toList());
    }

    private static List<Contender> all(
            Path home, List<String> jobOptions, @Nullable Path phoenix, boolean breakdown) {
        int cores = Runtime.getRuntime().availableProcessors();
        LauncherContender millrace = LauncherContender.millrace(home, jobOptions);
        LauncherContender workers = LauncherContender.workers(home, jobOptions, cores);
        return List.of(
                LauncherContender.hadoopWithSlots(home, jobOptions, cores),
                breakdown ? new ReportingContender(millrace) : millrace,
                breakdown ? new ReportingContender(workers) : workers,
                OrderContender.sorted(home, jobOptions),
                OrderContender.byHadoop(home, jobOptions),
                LauncherContender.hadoop(home, jobOptions),
                new ClusterContender(home, jobOptions),
                new SparkContender(home, cores, false),
                new SparkContender(home, cores, true),
                new DuckDbContender(),
                new PhoenixContender(
                        phoenix != null
                                ? phoenix
                                : Programs.folderIn(PhoenixContender.VARIABLE).orElse(null)),
                new FloorContender(home));
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

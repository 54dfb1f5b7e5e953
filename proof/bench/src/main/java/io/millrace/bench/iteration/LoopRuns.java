package io.millrace.bench.iteration;

import io.millrace.apps.job.LoopTool;
import io.millrace.bench.contender.Spark;
import io.millrace.bench.frame.Scratch;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.gang.LoopCounter;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.jspecify.annotations.Nullable;

/**
 * Runs a loop in this process, with a gang and as plain jobs. The cost of an iteration of plain
 * jobs comes from two runs of different length, so that work done once does not count.
 */
final class LoopRuns {

    private static final int FEW = 1;
    private static final int MORE = 4;
    private static final double MICROS_PER_MILLI = 1e3;

    private final Loop loop;
    private final int iterations;
    private final Path home;
    private final Optional<Spark> spark;

    /** Milliseconds of one iteration in mappers, of the slowest worker. */
    static final String MAP = "mapMillis";

    /** Milliseconds beyond that. */
    static final String OVERHEAD = "overheadMillis";

    /** Milliseconds of one iteration as plain jobs on Millrace. */
    static final String PLAIN = "plainMillis";

    /** The same with what jobs write kept in memory. */
    static final String IN_MEMORY = "inMemoryMillis";

    /** The same with input that stays in memory. */
    static final String CACHED_INPUT = "cachedInputMillis";

    /** Milliseconds of one iteration as plain jobs on Hadoop's local runner. */
    static final String LOCAL = "localMillis";

    /** Milliseconds of one iteration over Spark's cached RDDs. */
    static final String SPARK = "sparkMillis";

    /**
     * A loop of so many iterations.
     *
     * @param home where Millrace is
     * @param spark to be compared with, if there is one
     */
    LoopRuns(Loop loop, int iterations, Path home, Optional<Spark> spark) {
        this.loop = loop;
        this.iterations = iterations;
        this.home = home;
        this.spark = spark;
    }

    /** Figures of one iteration; none of Spark without a Spark, or a program for it. */
    Figures run() throws Exception {
        try (Scratch folder = Scratch.of("iteration")) {
            Configuration conf = PreparedLoop.configuration(folder.path());
            PreparedLoop ready = PreparedLoop.of(loop, conf, folder.path(), 4);
            ready.tool().loop(ready.from(), iterations); // to warm up
            DynamicData end = ready.tool().loop(ready.from(), iterations).data();
            Figures figures = perIteration(ready.tool());
            conf.set("millrace.collective.pattern", "none");
            figures = figures.and(PLAIN, plain(ready));
            conf.set("millrace.namespace.redirect", "auto");
            figures = figures.and(IN_MEMORY, plain(ready));
            conf.unset("millrace.namespace.redirect");
            conf.set("millrace.input.cache", "true");
            figures = figures.and(CACHED_INPUT, plain(ready));
            conf.unset("millrace.input.cache");
            conf.set("mapreduce.framework.name", "local");
            figures = figures.and(LOCAL, plain(ready));
            return figures.and(SPARK, spark(ready, end, folder.path()));
        }
    }

    /** The times that the workers of a loop have counted, divided by its iterations. */
    static Figures perIteration(LoopTool tool) {
        Counters counted = tool.counters();
        double count = counted.findCounter(LoopCounter.ITERATIONS).getValue();
        double map = counted.findCounter(LoopCounter.MAP_MICROS).getValue();
        double overhead = counted.findCounter(LoopCounter.OVERHEAD_MICROS).getValue();
        return Figures.of(MAP, map / count / MICROS_PER_MILLI)
                .and(OVERHEAD, overhead / count / MICROS_PER_MILLI);
    }

    private @Nullable Double spark(PreparedLoop ready, DynamicData end, Path folder)
            throws IOException, InterruptedException, MeasurementException {
        if (spark.isEmpty() || loop.spark().isEmpty()) {
            return null;
        }
        Map.Entry<String, String> program = loop.spark().get();
        Path work = Files.createDirectories(folder.resolve("spark"));
        return new SparkLoop(spark.get(), home, work, iterations)
                .millis(
                        program.getKey(),
                        ready.conf().getInt(program.getValue(), 0),
                        ready.input(),
                        end);
    }

    private static double plain(PreparedLoop ready) throws Exception {
        // To warm up, and to have the input kept where it is.
        ready.tool().loop(ready.from(), FEW);
        return ready.millis(ready.from(), FEW, MORE);
    }
}

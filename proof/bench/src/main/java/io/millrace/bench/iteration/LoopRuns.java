package io.millrace.bench.iteration;

import io.millrace.apps.job.LoopTool;
import io.millrace.bench.contender.Spark;
import io.millrace.bench.job.OutputDirectory;
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
public final class LoopRuns {

    private static final int FEW = 1;
    private static final int MORE = 4;
    private static final double MICROS_PER_MILLI = 1e3;

    private final Loop loop;
    private final int iterations;
    private final Path home;
    private final Optional<Spark> spark;

    /** Milliseconds of one iteration in mappers, of the slowest worker. */
    public static final String MAP = "mapMillis";

    /** Milliseconds beyond that. */
    public static final String OVERHEAD = "overheadMillis";

    /** Milliseconds of one iteration as plain jobs on Millrace. */
    public static final String PLAIN = "plainMillis";

    /** The same with what jobs write kept in memory. */
    public static final String IN_MEMORY = "inMemoryMillis";

    /** The same with input that stays in memory. */
    public static final String CACHED_INPUT = "cachedInputMillis";

    /** Milliseconds of one iteration as plain jobs on Hadoop's local runner. */
    public static final String LOCAL = "localMillis";

    /** Milliseconds of one iteration over Spark's cached RDDs. */
    public static final String SPARK = "sparkMillis";

    /**
     * A loop of so many iterations.
     *
     * @param home where Millrace is
     * @param spark to be compared with, if there is one
     */
    public LoopRuns(Loop loop, int iterations, Path home, Optional<Spark> spark) {
        this.loop = loop;
        this.iterations = iterations;
        this.home = home;
        this.spark = spark;
    }

    /** Figures of one iteration; none of Spark without a Spark, or a program for it. */
    public Figures run() throws Exception {
        Path folder = Files.createTempDirectory("millrace-iteration");
        try {
            Configuration conf = configuration(folder);
            Path input = folder.resolve("input");
            LoopTool tool = loop.prepare(input, conf);
            conf.setLong(
                    "mapreduce.input.fileinputformat.split.maxsize", Files.size(input) / 4 + 1);
            org.apache.hadoop.fs.Path from = new org.apache.hadoop.fs.Path(input.toUri());
            tool.setConf(conf);
            tool.loop(from, iterations); // to warm up
            DynamicData end = tool.loop(from, iterations).data();
            Figures figures = perIteration(tool);
            conf.set("millrace.collective.pattern", "none");
            figures = figures.and(PLAIN, perIteration(tool, from));
            conf.set("millrace.namespace.redirect", "auto");
            figures = figures.and(IN_MEMORY, perIteration(tool, from));
            conf.unset("millrace.namespace.redirect");
            conf.set("millrace.input.cache", "true");
            figures = figures.and(CACHED_INPUT, perIteration(tool, from));
            conf.unset("millrace.input.cache");
            conf.set("mapreduce.framework.name", "local");
            figures = figures.and(LOCAL, perIteration(tool, from));
            return figures.and(SPARK, spark(conf, input, end, folder));
        } finally {
            OutputDirectory.delete(folder);
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

    private @Nullable Double spark(Configuration conf, Path input, DynamicData end, Path folder)
            throws IOException, InterruptedException, MeasurementException {
        if (spark.isEmpty() || loop.spark().isEmpty()) {
            return null;
        }
        Map.Entry<String, String> program = loop.spark().get();
        Path work = Files.createDirectories(folder.resolve("spark"));
        return new SparkLoop(spark.get(), home, work, iterations)
                .millis(program.getKey(), conf.getInt(program.getValue(), 0), input, end);
    }

    private static double perIteration(LoopTool tool, org.apache.hadoop.fs.Path input)
            throws Exception {
        tool.loop(input, FEW); // to warm up, and to have the input kept where it is
        double few = millis(tool, input, FEW);
        return (millis(tool, input, MORE) - few) / (MORE - FEW);
    }

    /** Runs so many iterations of a loop; returns how long that took, in milliseconds. */
    static double millis(LoopTool tool, org.apache.hadoop.fs.Path input, int count)
            throws Exception {
        long start = System.nanoTime();
        tool.loop(input, count);
        return (System.nanoTime() - start) / 1e6;
    }

    /** Loops on Millrace in this process, with scratch files in {@code folder}. */
    static Configuration configuration(Path folder) {
        Configuration conf = new Configuration();
        conf.set("fs.defaultFS", "file:///");
        conf.set("mapreduce.framework.name", "millrace");
        conf.set("fs.file.impl", "io.millrace.files.direct.DirectLocalFileSystem");
        conf.setBoolean("mapreduce.client.genericoptionsparser.used", true); // spares a warning
        conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
        conf.setInt(
                "mapreduce.local.map.tasks.maximum", Runtime.getRuntime().availableProcessors());
        return conf;
    }
}

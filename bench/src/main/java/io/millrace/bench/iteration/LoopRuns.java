package io.millrace.bench.iteration;

import io.millrace.apps.job.LoopTool;
import io.millrace.bench.job.OutputFolder;
import io.millrace.collective.gang.LoopCounter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;

/**
 * Runs a loop in this process, with a gang and as plain jobs. What an iteration of plain jobs costs
 * is taken from two runs of different length, so that what is done once does not count.
 */
public final class LoopRuns {

    private static final int FEW = 1;
    private static final int MORE = 4;
    private static final double MICROS_PER_MILLI = 1e3;

    private final Loop loop;
    private final int iterations;

    /**
     * What an iteration takes, in milliseconds.
     *
     * @param map in mappers, of the slowest worker
     * @param overhead beyond that
     * @param plain as plain jobs on Millrace
     * @param local as plain jobs on Hadoop's local runner
     */
    public record Times(double map, double overhead, double plain, double local) {}

    /** A loop of so many iterations. */
    public LoopRuns(Loop loop, int iterations) {
        this.loop = loop;
        this.iterations = iterations;
    }

    public Times run() throws Exception {
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
            tool.loop(from, iterations);
            Counters counted = tool.counters();
            double count = counted.findCounter(LoopCounter.ITERATIONS).getValue();
            double map = counted.findCounter(LoopCounter.MAP_MICROS).getValue();
            double overhead = counted.findCounter(LoopCounter.OVERHEAD_MICROS).getValue();
            conf.set("millrace.collective.pattern", "none");
            double plain = perIteration(tool, from);
            conf.set("mapreduce.framework.name", "local");
            return new Times(
                    map / count / MICROS_PER_MILLI,
                    overhead / count / MICROS_PER_MILLI,
                    plain,
                    perIteration(tool, from));
        } finally {
            OutputFolder.delete(folder);
        }
    }

    private static double perIteration(LoopTool tool, org.apache.hadoop.fs.Path input)
            throws Exception {
        double few = millis(tool, input, FEW);
        return (millis(tool, input, MORE) - few) / (MORE - FEW);
    }

    private static double millis(LoopTool tool, org.apache.hadoop.fs.Path input, int count)
            throws Exception {
        long start = System.nanoTime();
        tool.loop(input, count);
        return (System.nanoTime() - start) / 1e6;
    }

    private static Configuration configuration(Path folder) {
        Configuration conf = new Configuration();
        conf.set("fs.defaultFS", "file:///");
        conf.set("mapreduce.framework.name", "millrace");
        conf.set("fs.file.impl", "io.millrace.hadoop.fs.DirectLocalFileSystem");
        conf.setBoolean("mapreduce.client.genericoptionsparser.used", true); // spares a warning
        conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
        conf.setInt(
                "mapreduce.local.map.tasks.maximum", Runtime.getRuntime().availableProcessors());
        return conf;
    }
}

package io.millrace.bench.iteration;

import io.millrace.apps.job.LoopTool;
import io.millrace.bench.job.LocalJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/**
 * A loop that is ready to run.
 *
 * @param conf its settings, which may change between runs
 * @param input a local file
 */
record PreparedLoop(LoopTool tool, Configuration conf, Path input) {

    /** Writes the input into a directory; it has as many splits. */
    static PreparedLoop of(Loop loop, Configuration conf, Path folder, int splits)
            throws IOException, InterruptedException {
        Path input = folder.resolve("input");
        LoopTool tool = loop.prepare(input, conf);
        conf.setLong(
                "mapreduce.input.fileinputformat.split.maxsize", Files.size(input) / splits + 1);
        tool.setConf(conf);
        return new PreparedLoop(tool, conf, input);
    }

    /** Loops on Millrace in this process, with scratch files in {@code folder}. */
    static Configuration configuration(Path folder) {
        Configuration conf = LocalJob.configuration();
        conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
        conf.setInt(
                "mapreduce.local.map.tasks.maximum", Runtime.getRuntime().availableProcessors());
        return conf;
    }

    /** The input, as Hadoop names it. */
    org.apache.hadoop.fs.Path from() {
        return LocalJob.path(input);
    }

    /**
     * Milliseconds of one iteration, from two runs of different length, so that work done once does
     * not count.
     */
    double millis(org.apache.hadoop.fs.Path where, int few, int more) throws Exception {
        double once = millis(where, few);
        return (millis(where, more) - once) / (more - few);
    }

    private double millis(org.apache.hadoop.fs.Path where, int count) throws Exception {
        long start = System.nanoTime();
        tool.loop(where, count);
        return (System.nanoTime() - start) / 1e6;
    }
}

package io.millrace.bench.shuffles;

import io.millrace.apps.synthetic.Synthetic;
import io.millrace.bench.frame.ThisProcess;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.measure.Case;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Rounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;

/** Runs the synthetic job with a load in several ways, alternating, all in this process. */
public final class Study {

    private final Path input;
    private final int rounds;

    public Study(Path input, int rounds) {
        this.input = input;
        this.rounds = rounds;
    }

    /**
     * All ways with one load. A first round warms up and does not count.
     *
     * @throws MeasurementException if a job fails, or ways with the same splits do not come to the
     *     same records
     */
    public Experiment run(Load load, List<Way> ways) throws Exception {
        Map<String, String> expected = new HashMap<>();
        List<Case> cases = new ArrayList<>();
        for (Way way : ways) {
            cases.add(
                    new Case(
                            way.name(),
                            way.name(),
                            way.settings(),
                            () -> run(load, way, expected)));
        }
        Experiment measured = new Rounds(load.name(), 1, rounds).experiment(cases);
        return measured.with("settings", load.settings());
    }

    /** The random choices of the job depend on its splits. */
    private static void check(Load load, Way way, String records, Map<String, String> expected)
            throws MeasurementException {
        String before = expected.putIfAbsent(way.split(), records);
        if (before != null && !before.equals(records)) {
            throw new MeasurementException(
                    "%s comes to %s by %s, and to %s before"
                            .formatted(load.name(), records, way.name(), before));
        }
    }

    private Figures run(Load load, Way way, Map<String, String> expected) throws Exception {
        Path folder = Files.createTempDirectory("millrace-shuffles");
        try {
            Job job = job(load, way, folder.resolve("out"));
            Figures figures = ThisProcess.timed(() -> job.waitForCompletion(false));
            if (!job.isSuccessful()) {
                throw new MeasurementException(
                        "%s failed by %s: %s"
                                .formatted(
                                        load.name(), way.name(), job.getStatus().getFailureInfo()));
            }
            check(load, way, records(job.getCounters()), expected);
            return figures;
        } finally {
            OutputDirectory.delete(folder);
        }
    }

    private Job job(Load load, Way way, Path output) throws IOException {
        Configuration conf = new Configuration();
        conf.set("fs.defaultFS", "file:///");
        conf.set("fs.file.impl", "io.millrace.files.direct.DirectLocalFileSystem");
        conf.set("mapreduce.framework.name", "millrace");
        conf.set(TaskKeys.ISOLATION.name(), "none"); // the job's statics are constants
        conf.setBoolean("mapreduce.client.genericoptionsparser.used", true); // spares a warning
        load.settings().forEach(conf::set);
        way.settings().forEach(conf::set);
        return new Synthetic().firstJob(conf, hadoopPath(input), hadoopPath(output));
    }

    private static org.apache.hadoop.fs.Path hadoopPath(Path path) {
        return new org.apache.hadoop.fs.Path(path.toUri());
    }

    private static String records(Counters counters) {
        return "%,d map output records and %,d groups"
                .formatted(
                        counters.findCounter(TaskCounter.REDUCE_INPUT_RECORDS).getValue(),
                        counters.findCounter(TaskCounter.REDUCE_INPUT_GROUPS).getValue());
    }
}

package io.millrace.bench.overlap;

import io.millrace.bench.job.WorkloadInput;
import io.millrace.measure.Experiment;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Row;
import io.millrace.workloads.MarcoBenchmark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * The jobs of the MaRCO paper's benchmarks, with what all runs share.
 *
 * @param bytes of each input
 * @param maps map tasks of each job; partial reduce needs more than its start thresholds
 * @param runs of each kind
 */
record MarcoJobs(Path home, long bytes, long seed, int maps, int reduces, int runs) {

    Path input(MarcoBenchmark benchmark)
            throws IOException, InterruptedException, MeasurementException {
        return WorkloadInput.of(home, benchmark.workload(), bytes, seed);
    }

    /** Settings of every job. */
    List<String> settings() {
        return List.of(
                MRJobConfig.NUM_REDUCES + "=" + reduces,
                FileInputFormat.SPLIT_MAXSIZE + "=" + (bytes / maps + 1));
    }

    /** The rows of a benchmark. */
    static Experiment experiment(MarcoBenchmark benchmark, List<Row> rows) {
        return Experiment.of(benchmark.paperName(), rows)
                .with("job", benchmark.workload().word())
                .with("shuffle", benchmark.shuffleHeavy() ? "heavy" : "light");
    }
}

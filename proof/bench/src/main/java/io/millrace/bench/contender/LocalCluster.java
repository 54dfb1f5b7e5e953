package io.millrace.bench.contender;

import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.MeasurementException;
import io.millrace.workloads.Workload;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop as a cluster of one machine. Its servers are started for the first workload and stay; what
 * they and the tasks take counts. The input is put on HDFS, and the output fetched, untimed.
 */
public final class LocalCluster implements Closeable {

    private static final String TITLE = "Hadoop, pseudo-distributed";

    private final Path home;
    private final List<String> jobOptions;
    private @Nullable HadoopCluster cluster;

    /** A cluster for jobs with these options; it starts when it is first needed. */
    public LocalCluster(Path home, List<String> jobOptions) {
        this.home = home;
        this.jobOptions = jobOptions;
    }

    /** A contender that closes the cluster. */
    Contender contender() {
        return with(List.of()).ending(this);
    }

    /** A contender with further options for its jobs, which does not close the cluster. */
    public Contender with(List<String> more) {
        List<String> options = new ArrayList<>(jobOptions);
        options.addAll(more);
        return Contender.of(
                        "hadoop-cluster",
                        TITLE,
                        (workload, input, work) ->
                                job(workload, input, options).runner(workload, work))
                .with(options)
                .unless(workload -> Servers.hindrance(home));
    }

    private ClusterJob job(Workload workload, Path input, List<String> options)
            throws IOException, InterruptedException, MeasurementException {
        HadoopCluster running = cluster;
        if (running == null) {
            running = Servers.start(Servers.shape(home));
            cluster = running;
        }
        return new ClusterJob(
                home,
                TITLE,
                running,
                ClusterJob.copied(running, workload, input),
                List.of(),
                options);
    }

    @Override
    public void close() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }
}

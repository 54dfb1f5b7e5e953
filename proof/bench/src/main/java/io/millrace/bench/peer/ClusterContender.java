package io.millrace.bench.peer;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.BenchException;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.Runner;
import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.DaemonException;
import io.millrace.daemons.HadoopCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop as a cluster of one machine. Its servers are started for the first workload and stay; what
 * they and the tasks take counts. The input is put on HDFS, and the output fetched, untimed.
 */
public final class ClusterContender implements Contender {

    private final Path home;
    private final ServerJars jars;
    private final List<String> jobOptions;
    private @Nullable HadoopCluster cluster;

    /** A cluster for jobs with these options; it starts when it is first needed. */
    public ClusterContender(Path home, List<String> jobOptions) {
        this.home = home;
        this.jobOptions = jobOptions;
        jars = ServerJars.of(home);
    }

    @Override
    public String word() {
        return "hadoop-cluster";
    }

    @Override
    public String name() {
        return "Hadoop, pseudo-distributed";
    }

    @Override
    public Optional<String> hindrance(Workload workload) {
        return jars.hindrance();
    }

    @Override
    public Runner prepare(Workload workload, Path input, Path work)
            throws IOException, InterruptedException, BenchException {
        return prepare(workload, input, work, List.of());
    }

    private Runner prepare(Workload workload, Path input, Path work, List<String> more)
            throws IOException, InterruptedException, BenchException {
        HadoopCluster running = cluster;
        if (running == null) {
            running = started();
            cluster = running;
        }
        List<String> options = new ArrayList<>(jobOptions);
        options.addAll(more);
        return new ClusterJob(
                home,
                name(),
                running,
                workload,
                ClusterJob.copied(running, workload, input),
                List.of(),
                options,
                work);
    }

    /** The same cluster, with further options for its jobs; this contender closes it. */
    public Contender with(List<String> options) {
        return new Optioned(this, options);
    }

    private record Optioned(ClusterContender cluster, List<String> options) implements Contender {

        @Override
        public String word() {
            return cluster.word();
        }

        @Override
        public String name() {
            return cluster.name();
        }

        @Override
        public Optional<String> hindrance(Workload workload) {
            return cluster.hindrance(workload);
        }

        @Override
        public Runner prepare(Workload workload, Path input, Path work)
                throws IOException, InterruptedException, BenchException {
            return cluster.prepare(workload, input, work, options);
        }
    }

    private HadoopCluster started() throws IOException, InterruptedException, BenchException {
        try {
            return HadoopCluster.start(ClusterShape.of(jars.directory()));
        } catch (DaemonException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }
}

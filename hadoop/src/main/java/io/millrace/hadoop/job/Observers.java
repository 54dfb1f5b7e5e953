package io.millrace.hadoop.job;

import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.watch.JobObserver;
import io.millrace.hadoop.watch.PlannedJob;
import io.millrace.hadoop.watch.WatchedJob;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.apache.hadoop.mapreduce.JobID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Those who are told of the process' jobs. Thread-safe. */
final class Observers {

    private static final Logger LOG = LoggerFactory.getLogger(Observers.class);

    private final List<JobObserver> all = load();

    private static List<JobObserver> load() {
        try {
            return ServiceLoader.load(JobObserver.class, JobObserver.class.getClassLoader())
                    .stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
        } catch (ServiceConfigurationError e) {
            LOG.warn("Nobody is told of jobs: an observer on the class path cannot be made", e);
            return List.of();
        }
    }

    boolean planOnly() {
        return all.stream().anyMatch(JobObserver::plansOnly);
    }

    void planned(PlannedJob job) {
        tell(job.id(), observer -> observer.planned(job));
    }

    void started(WatchedJob job) {
        String directory = HadoopKeys.REPORT_DIRECTORY.in(HadoopKeys.settings(job.conf()));
        if (all.isEmpty() && !directory.isEmpty()) {
            LOG.warn(
                    "{}: there will be no report in {}, as nobody on the class path writes any: put millrace-ui.jar beside millrace-hadoop.jar",
                    job.id(),
                    directory);
        }
        tell(job.id(), observer -> observer.started(job));
    }

    void ended(WatchedJob job) {
        tell(job.id(), observer -> observer.ended(job));
    }

    private void tell(JobID job, Consumer<JobObserver> what) {
        for (JobObserver observer : all) {
            try {
                what.accept(observer);
            } catch (RuntimeException | LinkageError e) {
                LOG.warn("{}: {} failed", job, observer.getClass().getName(), e);
            }
        }
    }
}

package io.millrace.hadoop.job;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.task.Thrown;
import io.millrace.hadoop.watch.JobObserver;
import io.millrace.hadoop.watch.PlannedJob;
import io.millrace.hadoop.watch.WatchedJob;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The observers of the process's jobs. Thread-safe. */
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
            LOG.warn(
                    "No observer will see jobs: an observer on the class path could not be"
                            + " created",
                    e);
            return List.of();
        }
    }

    boolean planOnly() {
        return all.stream().anyMatch(JobObserver::plansOnly);
    }

    boolean printFailures() {
        return all.stream().anyMatch(JobObserver::printsFailures);
    }

    void planned(PlannedJob job) {
        tell(job.id(), observer -> observer.planned(job));
    }

    /**
     * @throws BadSettingException if an observer cannot do what the job requests
     */
    void submitted(JobID id, Configuration conf) {
        for (JobObserver observer : all) {
            try {
                observer.submitted(conf);
            } catch (BadSettingException e) {
                throw e;
            } catch (RuntimeException | LinkageError e) {
                failed(id, observer, e);
            }
        }
    }

    void started(WatchedJob job) {
        tell(job.id(), observer -> observer.started(job));
    }

    void ended(WatchedJob job) {
        tell(job.id(), observer -> observer.ended(job));
    }

    private void tell(JobID job, Consumer<JobObserver> what) {
        for (JobObserver observer : all) {
            try {
                what.accept(observer);
            } catch (Throwable e) { // an observer must not change the result of a job
                failed(job, observer, Thrown.sound(e));
            }
        }
    }

    private static void failed(JobID id, JobObserver observer, Throwable e) {
        LOG.warn("{}: {} failed", id, observer.getClass().getName(), e);
    }
}

package io.millrace.ui.history;

import io.millrace.engine.config.Settings;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.watch.JobObserver;
import io.millrace.hadoop.watch.WatchedJob;
import io.millrace.ui.config.UiKeys;
import io.millrace.ui.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps each job that has {@code millrace.history.dir}. Thread-safe. */
public final class HistoryObserver implements JobObserver {

    private static final Logger LOG = LoggerFactory.getLogger(HistoryObserver.class);

    private final AtomicBoolean warned = new AtomicBoolean();

    @Override
    public void ended(WatchedJob job) {
        Settings settings = HadoopKeys.settings(job.conf());
        String named = UiKeys.HISTORY_DIRECTORY.in(settings);
        if (named.isEmpty()) {
            return;
        }
        Path path = Path.of(named).toAbsolutePath().normalize();
        try {
            String id =
                    new HistoryDirectory(path)
                            .add(
                                    Report.json(job),
                                    Instant.now(),
                                    UiKeys.HISTORY_JOBS.in(settings),
                                    UiKeys.HISTORY_SIZE.in(settings));
            LOG.debug("{} is {} in the history", job.id(), id);
        } catch (IOException e) {
            if (!warned.getAndSet(true)) {
                LOG.warn(
                        "{}: the job is not kept in the history in {} ({} names it): {}",
                        job.id(),
                        path,
                        UiKeys.HISTORY_DIRECTORY,
                        e.toString());
            }
        }
    }
}

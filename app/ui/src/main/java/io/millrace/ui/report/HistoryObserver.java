package io.millrace.ui.report;

import io.millrace.engine.config.Settings;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.watch.JobObserver;
import io.millrace.hadoop.watch.WatchedJob;
import io.millrace.ui.config.UiKeys;
import io.millrace.ui.history.HistoryDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the report of each job that sets {@code millrace.history.dir} to that history. Thread-safe.
 */
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
                        "{}: cannot add the job to the history in {} ({}): {}",
                        job.id(),
                        path,
                        UiKeys.HISTORY_DIRECTORY,
                        e.toString());
            }
        }
    }
}

package io.millrace.ui.report;

import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.watch.JobObserver;
import io.millrace.hadoop.watch.WatchedJob;
import io.millrace.ui.config.UiKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the report of each job that sets {@code millrace.report.dir}. Thread-safe. */
public final class ReportObserver implements JobObserver {

    private static final Logger LOG = LoggerFactory.getLogger(ReportObserver.class);

    private final Map<Path, ReportDirectory> directories = new ConcurrentHashMap<>();

    @Override
    public void ended(WatchedJob job) {
        String named = UiKeys.REPORT_DIRECTORY.in(HadoopKeys.settings(job.conf()));
        if (named.isEmpty()) {
            return;
        }
        Path path = Path.of(named).toAbsolutePath().normalize();
        try {
            Path page = directories.computeIfAbsent(path, ReportDirectory::new).write(job);
            LOG.info("{}: report in {}", job.id(), page);
        } catch (IOException e) {
            LOG.warn(
                    "{}: cannot write the report to {} ({}): {}",
                    job.id(),
                    path,
                    UiKeys.REPORT_DIRECTORY,
                    e.toString());
        }
    }
}

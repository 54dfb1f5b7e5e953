package io.millrace.ui.live;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.config.Settings;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.watch.JobObserver;
import io.millrace.hadoop.watch.WatchedJob;
import io.millrace.ui.config.UiKeys;
import io.millrace.ui.metrics.Metrics;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the jobs that set {@code millrace.ui.port} on the live page of the process. The first of
 * them opens the page, and the end of the process closes it. Thread-safe.
 */
public final class LiveObserver implements JobObserver {

    private static final Logger LOG = LoggerFactory.getLogger(LiveObserver.class);

    private final ShownJobs jobs = new ShownJobs();
    private final Metrics metrics = new Metrics();
    private volatile @Nullable LivePage page;

    @Override
    public synchronized void submitted(Configuration conf) {
        Settings settings = HadoopKeys.settings(conf);
        int port = UiKeys.PORT.in(settings);
        if (port < 0) {
            return;
        }
        LivePage open = page;
        if (open == null) {
            open = open(port);
            writeToken(open, UiKeys.TOKEN_FILE.in(settings));
            page = open;
            LOG.info("Live page: {}", open.address());
        } else if (port != 0 && port != open.port()) {
            LOG.warn(
                    "The live page of this process stays on port {}; a job asked for {}={}",
                    open.port(),
                    UiKeys.PORT,
                    port);
        }
    }

    private LivePage open(int port) {
        try {
            return new LivePage(port, jobs, metrics);
        } catch (IOException e) {
            throw new BadSettingException(
                    "%s is %d, and that port is not available (%s); another process may use it: set another port, or 0 for a free one"
                            .formatted(UiKeys.PORT, port, e.getMessage()),
                    e);
        }
    }

    private static void writeToken(LivePage page, String file) {
        if (file.isEmpty()) {
            return;
        }
        try {
            TokenFile.write(Path.of(file), page.token());
        } catch (IOException e) {
            page.close();
            throw new BadSettingException(
                    "%s is %s, which cannot be written: %s; set a file in a directory of your own"
                            .formatted(UiKeys.TOKEN_FILE, file, e),
                    e);
        }
    }

    private boolean shows(WatchedJob job) {
        return UiKeys.PORT.in(HadoopKeys.settings(job.conf())) >= 0;
    }

    @Override
    public void started(WatchedJob job) {
        if (shows(job)) {
            metrics.started(job);
            jobs.put(job.id().toString(), new RunningJob(job));
        }
    }

    @Override
    public void ended(WatchedJob job) {
        LivePage open = page;
        if (open == null || !shows(job)) {
            return;
        }
        metrics.ended(job);
        String id = job.id().toString();
        try {
            jobs.put(id, new EndedJob(job));
            open.tell();
        } catch (IOException e) {
            jobs.remove(id);
            LOG.warn("{}: the live page has no report of the job", id, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

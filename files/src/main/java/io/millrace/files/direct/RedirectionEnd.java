package io.millrace.files.direct;

import io.millrace.files.process.EndStep;
import io.millrace.files.process.MillraceProcess;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes redirected files to disk when the process ends: after its jobs were ended, before Hadoop
 * deletes what was to be deleted on exit. If that fails the process ends with another exit code
 * than 0, once all others have done what they do at its end.
 */
final class RedirectionEnd {

    private static final Logger LOG = LoggerFactory.getLogger(RedirectionEnd.class);

    private final Saving saving;
    private final ReadWriteLock changes;
    private volatile boolean begun;
    private volatile boolean saved;

    private RedirectionEnd(Saving saving, ReadWriteLock changes) {
        this.saving = saving;
        this.changes = changes;
    }

    /**
     * @throws IOException if the process is ending already
     */
    static void arm(MillraceProcess process, Saving saving, ReadWriteLock changes)
            throws IOException {
        RedirectionEnd end = new RedirectionEnd(saving, changes);
        process.atEnd(EndStep.REDIRECTED_FILES, end::save);
        process.atEnd(EndStep.EXIT_CODE, end::tell);
    }

    private void save() {
        begun = true;
        changes.writeLock().lock();
        try {
            List<String> failures = saving.everything(new Path("file:///"));
            failures.forEach(RedirectionEnd::complain);
            saved = failures.isEmpty();
        } finally {
            changes.writeLock().unlock();
        }
    }

    private static void complain(String failure) {
        LOG.error(
                "Lost with this process, as what was in memory cannot be written to disk: {}",
                failure);
    }

    /** An exit code that was asked for cannot be changed any more, but by not waiting for it. */
    private void tell() {
        if (begun && !saved) {
            Runtime.getRuntime().halt(1);
        }
    }
}

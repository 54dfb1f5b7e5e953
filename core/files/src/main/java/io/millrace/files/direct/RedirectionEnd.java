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
 * Writes redirected files to disk when the process ends: after its jobs have ended, and before
 * Hadoop deletes files marked for deletion on exit. If that fails, the process ends with a nonzero
 * exit code after all other steps of the end. Its steps run on one thread, the last of the process.
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
     * @throws IOException if the process is already ending
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
                "Files in memory are lost with this process, because they could not be"
                        + " written to disk: {}",
                failure);
    }

    /** A requested exit code can no longer be changed, except by halting first. */
    private void tell() {
        if (begun && !saved) {
            Runtime.getRuntime().halt(1);
        }
    }
}

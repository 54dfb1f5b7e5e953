package io.millrace.cli.jar;

import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.staging.Claims;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.util.RunJar;

/**
 * Hadoop's RunJar, which unpacks the jar into a directory below the temporary directory and deletes
 * that when the process ends. The next process deletes the directories of processes that were
 * killed.
 */
final class ClaimedRunJar extends RunJar {

    /** The prefix of the directories that Hadoop makes. */
    static final String PREFIX = "hadoop-unjar";

    @Override
    public void unJar(File jar, File folder) throws IOException {
        Path own = folder.toPath().toAbsolutePath();
        Claims.of(MillraceProcess.current()).add(own);
        super.unJar(jar, folder);
        Path parent = own.getParent();
        if (parent != null) {
            Claims.sweep(parent, PREFIX, own);
        }
    }
}

package io.millrace.hadoop.job;

import io.millrace.engine.namespace.ContentsStore;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.files.local.TrustedPath;
import io.millrace.hadoop.staging.JobDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * Spill area of files in memory, beside the runs of jobs, in directories that are deleted with the
 * process. Thread-safe.
 */
final class FileSpills implements ContentsStore.SpillFiles {

    private static final String NAME = "namespace";

    private final JobDirectories directories;
    private @Nullable SpillArea area;

    /** The directories of the area. */
    private List<Path> places = List.of();

    FileSpills(JobDirectories directories) {
        this.directories = directories;
    }

    /**
     * Creates the directories that this configuration names. The first configuration decides, as
     * long as its directories exist: a clean-up of temporary files may have deleted one, and
     * another user of the machine may have created it again.
     */
    synchronized void place(Configuration conf) throws IOException {
        if (places.stream().noneMatch(TrustedPath::isPrivate)) {
            String user = UserGroupInformation.getCurrentUser().getShortUserName();
            List<Path> local = directories.makeLocal(conf, user, NAME);
            places = JobSite.spillDirectories(conf, directories, user, local);
            area = new SpillArea(places, SpillCoding.PLAIN);
        }
    }

    @Override
    public synchronized Path newFile() throws IOException {
        if (area == null) {
            throw new IllegalStateException("the first file was created before the spill area");
        }
        return area.newFile(NAME, area.nextNumber());
    }
}

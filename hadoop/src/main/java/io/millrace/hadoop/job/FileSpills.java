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
 * Where the bytes of files in memory go that memory has no room for: beside the runs of jobs, in
 * directories that end with the process. Thread-safe.
 */
final class FileSpills implements ContentsStore.SpillFiles {

    private static final String NAME = "namespace";

    private final JobDirectories directories;
    private @Nullable SpillArea area;

    /** What the area is over. */
    private List<Path> places = List.of();

    FileSpills(JobDirectories directories) {
        this.directories = directories;
    }

    /**
     * Makes the directories that this configuration asks for. The first one decides, as long as
     * what it asked for is there: who cleans up temporary files may have deleted it, and another
     * user of the machine may have made it anew.
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
            throw new IllegalStateException("no file was made before this one");
        }
        return area.newFile(NAME, area.nextNumber());
    }
}

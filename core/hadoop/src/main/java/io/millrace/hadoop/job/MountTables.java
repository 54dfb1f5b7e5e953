package io.millrace.hadoop.job;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.mapred.JobConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes a mount table on to a job. A client may have given it to its own file system object only.
 * Hadoop's local runner shares that object by accident, but Millrace's jobs have separate file
 * system objects.
 */
final class MountTables {

    private static final Logger LOG = LoggerFactory.getLogger(MountTables.class);
    private static final String PREFIX = "fs.viewfs.mounttable.";

    private MountTables() {}

    /** Called as the submitter. Does nothing if the job has a mount table or needs none. */
    static void adopt(JobConf conf) {
        if (!names(conf) || !conf.getPropsWithPrefix(PREFIX).isEmpty()) {
            return;
        }
        try {
            FileSystem clients = FileSystem.get(FsConstants.VIEWFS_URI, conf);
            clients.getConf()
                    .getPropsWithPrefix(PREFIX)
                    .forEach((key, value) -> conf.set(PREFIX + key, value));
        } catch (IOException e) {
            LOG.debug("The client has no mount table either; the job fails if it needs one", e);
        }
    }

    private static boolean names(JobConf conf) {
        String start = FsConstants.VIEWFS_SCHEME + ":";
        for (Map.Entry<String, String> entry : conf) {
            if (entry.getValue().startsWith(start)) {
                return true;
            }
        }
        return false;
    }
}

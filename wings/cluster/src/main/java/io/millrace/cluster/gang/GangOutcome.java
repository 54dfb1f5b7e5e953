package io.millrace.cluster.gang;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Counters;
import org.jspecify.annotations.Nullable;

/**
 * How the job of a gang ended under one of its drivers, for the application master, and for a
 * driver that takes the place of one that was lost after that. The tasks of the gang end well even
 * if the job fails, because the cluster would try a failed one again, and the whole job with it.
 *
 * @param driver the attempt of the driver's task
 * @param failure why the job failed; empty if it did not
 * @param counters the job's
 */
record GangOutcome(int driver, String failure, Counters counters) {

    private static final String PREFIX = "outcome-";

    /** Makes it known, in one step. */
    void write(GangTerms terms) throws IOException {
        Path file = new Path(terms.directory(), PREFIX + driver);
        Path unfinished = file.suffix(".unfinished");
        FileSystem files = file.getFileSystem(terms.gang());
        try (FSDataOutputStream out = files.create(unfinished, true)) {
            WritableUtils.writeString(out, failure);
            counters.write(out);
        }
        if (!files.rename(unfinished, file)) {
            throw new IOException("cannot rename " + unfinished + " to " + file);
        }
    }

    /** The outcome under the last driver that has one; null if no driver has ended its job. */
    static @Nullable GangOutcome last(GangTerms terms) throws IOException {
        FileSystem files = terms.directory().getFileSystem(terms.gang());
        FileStatus last = null;
        for (FileStatus each : files.listStatus(terms.directory(), GangOutcome::isOutcome)) {
            if (last == null || driver(each.getPath()) > driver(last.getPath())) {
                last = each;
            }
        }
        return last == null ? null : read(files, last.getPath());
    }

    private static boolean isOutcome(Path file) {
        return file.getName().matches(PREFIX + "\\d+");
    }

    private static int driver(Path file) {
        return Integer.parseInt(file.getName().substring(PREFIX.length()));
    }

    private static GangOutcome read(FileSystem files, Path file) throws IOException {
        try (FSDataInputStream in = files.open(file)) {
            String failure = WritableUtils.readString(in);
            Counters counters = new Counters();
            counters.readFields(in);
            return new GangOutcome(driver(file), failure, counters);
        }
    }
}

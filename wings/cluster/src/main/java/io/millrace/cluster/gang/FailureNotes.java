package io.millrace.cluster.gang;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCompletionEvent.Status;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files in the gang's directory by which its client learns of failed attempts of the job: the
 * application master knows only the gang's. The driver writes them, and the client reads them. For
 * use by one thread.
 */
final class FailureNotes {

    private static final Logger LOG = LoggerFactory.getLogger(FailureNotes.class);
    private static final String PREFIX = "failed-";
    private static final Set<Status> FAILURES = EnumSet.of(Status.FAILED, Status.TIPFAILED);
    private static final int MOST_EVENTS = 1000;

    private final Path directory;
    private final Configuration conf;

    /** The job's events of which this driver has taken note. */
    private int taken;

    /** The files that this client has read. */
    private final Set<Path> read = new HashSet<>();

    /** Notes of the gang with this directory. */
    FailureNotes(Path directory, Configuration conf) {
        this.directory = directory;
        this.conf = conf;
    }

    /**
     * Notes the attempts that have failed since the last call. The job continues if that fails.
     *
     * @param driver the attempt of the driver's task
     * @param client that knows the job
     */
    void take(int driver, ClientProtocol client, JobID job)
            throws IOException, InterruptedException {
        TaskCompletionEvent[] events = client.getTaskCompletionEvents(job, taken, MOST_EVENTS);
        List<FailedAttempt> failed = new ArrayList<>();
        for (TaskCompletionEvent event : events) {
            if (FAILURES.contains(event.getStatus())) {
                String[] why = client.getTaskDiagnostics(event.getTaskAttemptId());
                failed.add(new FailedAttempt(event, List.of(why)));
            }
        }
        if (!failed.isEmpty()) {
            write("%s%d-%09d".formatted(PREFIX, driver, taken), failed);
        }
        taken += events.length;
    }

    private void write(String name, List<FailedAttempt> failed) {
        Path file = new Path(directory, name);
        Path unfinished = file.suffix(".unfinished");
        try {
            FileSystem files = file.getFileSystem(conf);
            try (FSDataOutputStream out = files.create(unfinished, true)) {
                out.writeInt(failed.size());
                for (FailedAttempt each : failed) {
                    each.write(out);
                }
            }
            if (!files.rename(unfinished, file)) {
                throw new IOException("cannot rename " + unfinished + " to " + file);
            }
        } catch (IOException e) {
            LOG.warn(
                    "The client of the gang does not learn of {} failed attempts",
                    failed.size(),
                    e);
        }
    }

    /** The attempts that were noted since the last call, by all drivers. */
    List<FailedAttempt> read() throws IOException {
        List<FailedAttempt> failed = new ArrayList<>();
        try {
            FileSystem files = directory.getFileSystem(conf);
            FileStatus[] notes = files.listStatus(directory, FailureNotes::isNote);
            Arrays.sort(notes);
            for (FileStatus each : notes) {
                if (!read.contains(each.getPath())) {
                    failed.addAll(read(files, each.getPath()));
                    read.add(each.getPath());
                }
            }
        } catch (FileNotFoundException e) {
            LOG.debug("The gang has ended, and its directory is gone", e);
        }
        return failed;
    }

    private static boolean isNote(Path file) {
        return file.getName().matches(PREFIX + "\\d+-\\d+");
    }

    private static List<FailedAttempt> read(FileSystem files, Path file) throws IOException {
        List<FailedAttempt> failed = new ArrayList<>();
        try (FSDataInputStream in = files.open(file)) {
            for (int left = in.readInt(); left > 0; left--) {
                failed.add(FailedAttempt.read(in));
            }
        }
        return failed;
    }
}

package io.millrace.hadoop.logs;

import io.millrace.files.local.LocalDirectory;
import io.millrace.files.local.TrustedPath;
import io.millrace.files.local.UntrustedPathException;
import io.millrace.hadoop.config.KeyOrigin;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.scope.AttemptPrints;
import io.millrace.hadoop.scope.PrintedStream;
import io.millrace.hadoop.staging.JobDirectories;
import io.millrace.hadoop.staging.TreeDeletion;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.Charset;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.jspecify.annotations.Nullable;

/**
 * The log directories of one job's attempts, each with {@code stdout}, {@code stderr} and {@code
 * syslog}, as on a cluster. They outlive the job by {@code mapreduce.job.userlog.retain.hours}, one
 * day by default; then a later job of the same user deletes them. It deletes the oldest of more
 * than 100 jobs earlier, unless they are of the last hour.
 */
public final class TaskLogs {

    private static final String RETAIN_HOURS = "mapreduce.job.userlog.retain.hours";
    private static final String TEMPORARY = "hadoop.tmp.dir";
    private static final int DEFAULT_RETAIN_HOURS = 24;

    /** How many jobs' logs stay at most, besides those of the last hour. */
    private static final int MOST_JOBS = 100;

    private static final int TAIL_BYTES = 2000;
    private static final int TAIL_LINES = 12;
    private static final int STACK_BYTES = 16_000;
    private static final String FRAME = "\tat ";
    private static final String CAUSE = "Caused by: ";

    private final Path job;

    private TaskLogs(Path job) {
        this.job = job;
    }

    /** The logs of tasks in this process; null unless the job names a directory for them. */
    public static @Nullable TaskLogs wanted(JobConf conf, JobID id) throws IOException {
        if (!TaskKeys.LOG_DIRECTORY.isSetIn(conf::get)) {
            return null;
        }
        PrintedStream.install();
        return of(conf, id);
    }

    /** Creates the directory of a job and deletes expired ones. */
    public static TaskLogs of(JobConf conf, JobID id) throws IOException {
        return of(conf, id.toString());
    }

    /**
     * Makes the directory of that name, and deletes those of long ago.
     *
     * @param name begins with {@code job_}
     */
    public static TaskLogs of(JobConf conf, String name) throws IOException {
        LocalDirectory place = place(conf);
        try {
            Path root = place.make(conf, () -> LocalDirectory.fresh(conf, "millrace-userlogs-"));
            deleteOld(root, conf.getInt(RETAIN_HOURS, DEFAULT_RETAIN_HOURS));
            return new TaskLogs(TrustedPath.makePrivate(root.resolve(name)));
        } catch (UntrustedPathException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    "a directory for the logs of tasks could not be created below "
                            + place.path()
                            + "; name a writable one in "
                            + TaskKeys.LOG_DIRECTORY,
                    e);
        }
    }

    private static LocalDirectory place(JobConf conf) {
        String key = TaskKeys.LOG_DIRECTORY.name();
        String configured = TaskKeys.LOG_DIRECTORY.in(conf::get);
        if (!configured.isEmpty()) {
            return new LocalDirectory(JobDirectories.localPath(configured), key, true);
        }
        String hadoops = System.getProperty("hadoop.log.dir", "");
        Path parent =
                JobDirectories.localPath(
                        hadoops.isEmpty() ? conf.get(TEMPORARY, "/tmp/hadoop") : hadoops);
        boolean chosen = hadoops.isEmpty() && KeyOrigin.chosen(conf, TEMPORARY);
        return new LocalDirectory(parent.resolve("userlogs"), key, chosen);
    }

    /**
     * Deletes what is older than {@code hours}, and the oldest if there are too many. Logs of the
     * last hour stay in any case: their jobs may run.
     */
    private static void deleteOld(Path root, int hours) throws IOException {
        Instant now = Instant.now();
        Instant oldest = now.minus(Duration.ofHours(hours));
        Instant recent = now.minus(Duration.ofHours(1));
        int left = MOST_JOBS;
        for (Map.Entry<Path, Instant> each : newestFirst(root)) {
            Instant written = each.getValue();
            left--;
            if (written.isBefore(oldest) || (left < 0 && written.isBefore(recent))) {
                TreeDeletion.quietly(each.getKey());
            }
        }
    }

    private static List<Map.Entry<Path, Instant>> newestFirst(Path root) throws IOException {
        Map<Path, Instant> written = new HashMap<>();
        try (DirectoryStream<Path> jobs = Files.newDirectoryStream(root, "job_*")) {
            for (Path each : jobs) {
                if (TrustedPath.isPrivate(each)) {
                    written.put(each, Files.getLastModifiedTime(each).toInstant());
                }
            }
        }
        return written.entrySet().stream()
                .sorted(Map.Entry.<Path, Instant>comparingByValue().reversed())
                .toList();
    }

    /** The directory of one attempt, or of a JVM for its output between attempts. */
    public Path folder(String name) throws IOException {
        return Files.createDirectories(job.resolve(name));
    }

    /** A file about the whole job; its caller makes it. */
    public Path file(String name) {
        return job.resolve(name);
    }

    /** The output of an attempt in this process; files are created on the first output. */
    public AttemptPrints printsOf(TaskAttemptID attempt) {
        return new AttemptPrints(job.resolve(attempt.toString()));
    }

    /** The last lines of a file; empty if it is missing or empty. */
    public static String tail(Path file) {
        String text = end(file, TAIL_BYTES);
        long lines = text.lines().count();
        return text.lines().skip(Math.max(0, lines - TAIL_LINES)).collect(Collectors.joining("\n"));
    }

    /**
     * The first line of the last stack that a file has at its end, with the causes whose messages
     * it does not contain; empty if there is none.
     */
    public static String lastFailure(Path file) {
        List<String> lines = end(file, STACK_BYTES).lines().toList();
        String failure = "";
        for (int i = 0; i + 1 < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith(CAUSE)) {
                String cause = line.substring(CAUSE.length());
                failure += failure.contains(message(cause)) ? "" : ", caused by " + cause;
            } else if (lines.get(i + 1).startsWith(FRAME) && !line.startsWith("\t")) {
                failure = line.strip();
            }
        }
        return failure;
    }

    private static String message(String failure) {
        return failure.substring(failure.indexOf(": ") + 1).strip();
    }

    /** The text at the end of a file; empty if it is missing or empty. */
    private static String end(Path file, int most) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, in.length() - most);
            byte[] bytes = new byte[(int) (in.length() - from)];
            in.seek(from);
            in.readFully(bytes);
            return new String(bytes, Charset.defaultCharset()).strip();
        } catch (IOException e) {
            return "";
        }
    }
}

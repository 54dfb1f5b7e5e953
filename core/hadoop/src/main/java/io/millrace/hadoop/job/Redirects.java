package io.millrace.hadoop.job;

import io.millrace.engine.config.BadSettingException;
import io.millrace.files.config.FileKeys;
import io.millrace.files.direct.DirectLocalFileSystem;
import io.millrace.files.direct.RedirectSetting;
import io.millrace.files.direct.Redirection;
import io.millrace.hadoop.config.JobRefusedException;
import io.millrace.hadoop.config.ProcessLayout;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests of jobs to keep files of local paths in memory. */
public final class Redirects {

    private static final Logger LOG = LoggerFactory.getLogger(Redirects.class);

    private Redirects() {}

    /**
     * Checks the redirected paths of a configuration.
     *
     * @throws BadSettingException if they cannot be redirected
     */
    public static void check(Configuration conf) {
        if (RedirectSetting.of(conf).isOff()) {
            return;
        }
        ProcessLayout processes = processes(conf);
        if (processes.elsewhere()) {
            throw new BadSettingException(
                    FileKeys.REDIRECT
                            + " keeps files in the memory of this process, where tasks in"
                            + " separate JVMs cannot reach them, and "
                            + processes.elsewhereBecause()
                            + "; leave one of the two keys unset");
        }
    }

    /**
     * Redirects the paths that a job requests, before it runs. A job whose tasks run in separate
     * JVMs finds everything on disk.
     *
     * @param redirection the process's
     * @return logs, if the job's output is in memory, that it is
     * @throws IOException if the redirection fails
     */
    static Runnable admit(JobConf job, Redirection redirection) throws IOException {
        RedirectSetting setting;
        try {
            check(job);
            setting = RedirectSetting.of(job);
        } catch (BadSettingException e) {
            throw new JobRefusedException(e);
        }
        if (processes(job).elsewhere()) {
            saveForOthers(redirection);
            return Redirects::sayNothing;
        }
        if (!setting.isOff()) {
            checkFileSystem(job);
            redirection.apply(job);
        }
        Path output = output(job);
        if (output == null) {
            return Redirects::sayNothing;
        }
        if (setting.auto()) {
            redirection.redirectOutput(output, job);
        }
        return redirection.covers(output) ? () -> say(output) : Redirects::sayNothing;
    }

    private static ProcessLayout processes(Configuration conf) {
        return ProcessLayout.of(conf::get);
    }

    private static void saveForOthers(Redirection redirection) throws IOException {
        List<String> failures = redirection.save(new Path("file:///"));
        if (!failures.isEmpty()) {
            throw new IOException(
                    "the job's tasks run in separate JVMs, so files in memory must first"
                            + " be written to disk, which fails for "
                            + String.join("; ", failures));
        }
    }

    /** An existing instance serves all callers, whatever a job's configuration says. */
    private static void checkFileSystem(JobConf job) throws IOException {
        LocalFileSystem local = FileSystem.getLocal(job);
        if (!(local instanceof DirectLocalFileSystem)) {
            throw new IOException(
                    FileKeys.REDIRECT
                            + " needs fs.file.impl="
                            + DirectLocalFileSystem.class.getName()
                            + " before the program first opens a local file, but local files are "
                            + local.getClass().getName()
                            + "'s (fs.file.impl is "
                            + job.get("fs.file.impl", "not set")
                            + "); set it in core-site.xml or with -D, or use ./millrace jar");
        }
    }

    /** The output directory of the job, if it is on the local disk. */
    private static @Nullable Path output(JobConf job) throws IOException {
        String directory = job.get(FileOutputFormat.OUTDIR);
        if (directory == null || directory.isBlank()) {
            return null;
        }
        Path path = new Path(directory);
        FileSystem files = path.getFileSystem(job);
        return files instanceof DirectLocalFileSystem ? files.makeQualified(path) : null;
    }

    private static void sayNothing() {}

    private static void say(Path output) {
        LOG.info(
                "{} is in memory and is written to disk when the process ends, or"
                        + " earlier with ./millrace fs persist",
                output.toUri().getPath());
    }
}

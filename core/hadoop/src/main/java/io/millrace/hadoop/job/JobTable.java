package io.millrace.hadoop.job;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.namespace.ContentsStore;
import io.millrace.engine.task.TaskKind;
import io.millrace.files.direct.Redirection;
import io.millrace.files.process.MillraceProcess;
import io.millrace.files.remote.FileServer;
import io.millrace.formats.inputcache.InputCache;
import io.millrace.formats.order.FingerprintJobs;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.JobRefusedException;
import io.millrace.hadoop.job.cache.DistributedCache;
import io.millrace.hadoop.loader.JobLoaders;
import io.millrace.hadoop.remote.RemoteExecution;
import io.millrace.hadoop.scope.TaskSlot;
import io.millrace.hadoop.staging.Claims;
import io.millrace.hadoop.staging.JobDirectories;
import io.millrace.hadoop.staging.SubmitDirectory;
import io.millrace.hadoop.tracking.AttemptTracker;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * All jobs of a process, from all clients. The process has one table, which lives as long as the
 * process. Thread-safe.
 */
public final class JobTable {

    private final MillraceProcess process;
    private final JobIds ids = new JobIds();
    private final JobDirectories directories;
    private final FileSpills fileSpills;
    private final ContentsStore files;
    private final InputCache inputs = new InputCache();
    private final JobServices services;
    private final KnownJobs known = new KnownJobs(System::currentTimeMillis);
    private final ProcessEnd processEnd;

    /** Whether other processes were given access to the files in memory. */
    private final AtomicBoolean served = new AtomicBoolean();

    private JobTable(MillraceProcess process) {
        this.process = process;
        directories = new JobDirectories(ids.identifier(), Claims.of(process));
        fileSpills = new FileSpills(directories);
        files = new ContentsStore(fileSpills);
        services =
                new JobServices(
                        new Engines(files, inputs),
                        directories,
                        new DistributedCache(),
                        new JobLoaders(),
                        new Observers(),
                        RemoteExecution.of(process),
                        StuckAttempts.newWatch());
        processEnd = new ProcessEnd(process, known, services, files);
    }

    /** The table of a process. */
    public static JobTable of(MillraceProcess process) {
        return process.part(JobTable.class, JobTable::new);
    }

    public JobID newId() {
        return ids.next();
    }

    /** Number of jobs submitted, or about to be, since the process started. */
    public int submissions() {
        return ids.issued();
    }

    /**
     * Starts a job and returns at once. Later errors are failures of the job.
     *
     * @param directory the client's submission directory
     * @param client the client's configuration
     * @throws IOException if the directory contains no job, or the process is ending or only plans
     *     jobs
     */
    public HadoopJob submit(
            JobID id, String directory, Credentials credentials, Configuration client)
            throws IOException {
        processEnd.arm();
        UserGroupInformation submitter = UserGroupInformation.getCurrentUser();
        String user = submitter.getShortUserName();
        SubmitDirectory files =
                new SubmitDirectory(
                        directory,
                        client,
                        directories.keptJobs(client, user).resolve(id.toString()));
        JobConf conf = files.readConf();
        chooseOrder(conf, files);
        MountTables.adopt(conf);
        Runnable committed = Redirects.admit(conf, Redirection.of(process));
        Credentials own = new Credentials(credentials);
        SpillKey.draw(conf, own);
        conf.setCredentials(own);
        JobRequest request =
                new JobRequest(
                        id,
                        files,
                        conf,
                        JobUser.of(submitter, own),
                        services.engines().depthBelow(submitter),
                        SubmitterLoader.of(client),
                        committed);
        if (services.observers().planOnly()) {
            services.observers().planned(new JobPreview(request, services));
            throw new IOException(
                    id
                            + " was only planned, not run, because this process was started to explain"
                            + " jobs");
        }
        tellSubmitted(id, conf, files);
        JobState state = new JobState(id, conf, user, files.keptJobFile().toString());
        AttemptTracker tracker = new AttemptTracker(id);
        KillSwitch kill = new KillSwitch();
        HadoopJob job = new HadoopJob(id, state, tracker, kill);
        JobLifecycle run = new JobLifecycle(request, services, state, tracker, kill);
        int retained = HadoopKeys.RETAINED_JOBS.in(HadoopKeys.settings(conf));
        JobThread thread =
                new JobThread(
                        job,
                        run,
                        request,
                        TaskSlot.submitsJob(),
                        ended -> known.ended(ended, retained));
        known.add(job, files, thread);
        thread.start();
        return job;
    }

    private static void chooseOrder(JobConf conf, SubmitDirectory files) throws IOException {
        try {
            FingerprintJobs.apply(conf);
        } catch (BadSettingException e) {
            files.forget();
            throw new JobRefusedException(e);
        }
    }

    private void tellSubmitted(JobID id, JobConf conf, SubmitDirectory files) throws IOException {
        try {
            services.observers().submitted(id, conf);
        } catch (BadSettingException e) {
            files.forget();
            throw new JobRefusedException(e);
        }
    }

    /** Whether something else than the client prints the stacks of attempts that fail. */
    public boolean failuresArePrinted() {
        return services.observers().printFailures();
    }

    /** The job with that id, or null if it never existed or is forgotten. */
    public @Nullable HadoopJob find(org.apache.hadoop.mapreduce.JobID id) {
        return known.find(id);
    }

    /** All known jobs, oldest first. */
    public List<HadoopJob> all() {
        return known.all();
    }

    /**
     * How many jobs are around one that the calling code submits: 0, unless it is the code of a
     * task.
     */
    public int depth() throws IOException {
        return services.engines().depthBelow(UserGroupInformation.getCurrentUser());
    }

    /** How many tasks of this kind can run at once. */
    public int slots(TaskKind kind, Configuration conf) {
        return services.engines().slots(kind, HadoopKeys.settings(conf));
    }

    /**
     * The bytes of the process's files in memory. Opens an engine with this configuration if none
     * is open.
     *
     * @throws IOException if no spill directory is available, or the process is ending
     */
    public ContentsStore files(Configuration conf) throws IOException {
        processEnd.arm();
        fileSpills.place(conf);
        services.engines().at(0).open(HadoopKeys.settings(conf));
        if (served.compareAndSet(false, true) && process == MillraceProcess.current()) {
            FileServer.start(process, conf);
        }
        return files;
    }

    /** The input cache. */
    public InputCache inputs() {
        return inputs;
    }

    /** Record memory that jobs and files of the process hold now. */
    public long memoryHeldBytes() {
        return services.engines().memoryHeldBytes();
    }

    /** The directory for a user's submission files. Deleted when the process ends. */
    public String stagingDirectory(Configuration conf, String user) throws IOException {
        processEnd.arm();
        return directories.staging(conf, user);
    }

    public String systemDirectory(Configuration conf, String user) throws IOException {
        return directories.system(conf, user);
    }

    public String historyDirectory(Configuration conf, String user) throws IOException {
        return directories.history(conf, user);
    }
}

package io.millrace.hadoop.client;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.plan.MemorySize;
import io.millrace.engine.task.TaskKind;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.JobRefusedException;
import io.millrace.hadoop.job.HadoopJob;
import io.millrace.hadoop.job.JobTable;
import io.millrace.hadoop.job.Priority;
import io.millrace.hadoop.job.Redirects;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.ProtocolSignature;
import org.apache.hadoop.mapreduce.Cluster.JobTrackerStatus;
import org.apache.hadoop.mapreduce.ClusterMetrics;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.QueueAclsInfo;
import org.apache.hadoop.mapreduce.QueueInfo;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskTrackerInfo;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.mapreduce.server.jobtracker.JTConfig;
import org.apache.hadoop.mapreduce.v2.LogParams;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;

/**
 * The client protocol that a Hadoop client uses in place of a cluster's. Holds only the client's
 * configuration: jobs belong to the process, and any client can query them. Thread-safe.
 */
public final class MillraceClient implements ClientProtocol {

    private static final String ALL_USERS = " ";

    /** Has the form of a cluster's name, because tools parse the host from it. */
    private static final String TRACKER = "tracker_localhost:0";

    private static final String LOCAL_TRACKER = "local";
    private static final String LOCAL_MAPS = "mapreduce.local.map.tasks.maximum";
    private static final String LOCAL_REDUCES = "mapreduce.local.reduce.tasks.maximum";

    private final Configuration conf;
    private final JobTable jobs;
    private final Queues queues;
    private final @Nullable IOException problem;

    private MillraceClient(
            MillraceProcess process, Configuration conf, @Nullable IOException problem) {
        this.conf = conf;
        this.jobs = JobTable.of(process);
        this.queues = new Queues(jobs);
        this.problem = problem;
    }

    /** A client of this JVM's process for {@code conf}. The provider calls this by reflection. */
    public static ClientProtocol open(Configuration conf) {
        return open(MillraceProcess.current(), conf);
    }

    /**
     * A client of a process for {@code conf}.
     *
     * <p>Hadoop would hide an exception thrown here behind a general one. The first call of a
     * submission therefore rejects an invalid configuration, not this method.
     */
    public static ClientProtocol open(MillraceProcess process, Configuration conf) {
        IOException problem = null;
        try {
            HadoopProbe.check();
            HadoopKeys.check(conf);
            MemorySize.check(HadoopKeys.settings(conf));
            Redirects.check(conf);
            SubmissionDefaults.apply(conf);
        } catch (BadSettingException e) {
            problem = new JobRefusedException(e);
        } catch (IOException e) {
            problem = e;
        }
        return new MillraceClient(process, conf, problem);
    }

    private void refuseBadConfiguration() throws IOException {
        if (problem != null) {
            throw problem;
        }
    }

    @Override
    public JobID getNewJobID() throws IOException {
        refuseBadConfiguration();
        return jobs.newId();
    }

    @Override
    public JobStatus submitJob(JobID id, String submitDirectory, Credentials credentials)
            throws IOException {
        refuseBadConfiguration();
        if (jobs.failuresArePrinted()) {
            SubmissionDefaults.leaveFailuresOut(conf);
        }
        return jobs.submit(
                        org.apache.hadoop.mapred.JobID.downgrade(id),
                        submitDirectory,
                        credentials,
                        conf)
                .status();
    }

    /** The first call that a submission makes. */
    @Override
    public String getSystemDir() throws IOException {
        refuseBadConfiguration();
        return jobs.systemDirectory(conf, user());
    }

    @Override
    public String getStagingAreaDir() throws IOException {
        refuseBadConfiguration();
        return jobs.stagingDirectory(conf, user());
    }

    @Override
    public String getJobHistoryDir() throws IOException {
        return jobs.historyDirectory(conf, user());
    }

    @Override
    public String getFilesystemName() throws IOException {
        return FileSystem.getLocal(conf).getUri().toString();
    }

    private static String user() throws IOException {
        return UserGroupInformation.getCurrentUser().getShortUserName();
    }

    @Override
    public @Nullable JobStatus getJobStatus(JobID id) {
        HadoopJob job = jobs.find(id);
        return job == null ? null : job.status();
    }

    @Override
    public @Nullable Counters getJobCounters(JobID id) {
        HadoopJob job = jobs.find(id);
        return job == null ? null : job.counters();
    }

    @Override
    public TaskReport[] getTaskReports(JobID id, TaskType type) {
        HadoopJob job = jobs.find(id);
        return job == null ? new TaskReport[0] : job.reports(type);
    }

    @Override
    public TaskCompletionEvent[] getTaskCompletionEvents(JobID id, int fromEventId, int maxEvents) {
        HadoopJob job = jobs.find(id);
        return job == null ? TaskCompletionEvent.EMPTY_ARRAY : job.events(fromEventId, maxEvents);
    }

    @Override
    public String[] getTaskDiagnostics(TaskAttemptID attempt) {
        HadoopJob job = jobs.find(attempt.getJobID());
        return job == null ? new String[0] : job.diagnostics(attempt);
    }

    @Override
    public JobStatus[] getAllJobs() {
        return jobs.all().stream().map(HadoopJob::status).toArray(JobStatus[]::new);
    }

    @Override
    public void killJob(JobID id) throws IOException {
        HadoopJob job = jobs.find(id);
        if (job != null) {
            job.kill("kill received from " + UserGroupInformation.getCurrentUser());
        }
    }

    @Override
    public boolean killTask(TaskAttemptID attempt, boolean shouldFail) throws IOException {
        HadoopJob job = jobs.find(attempt.getJobID());
        String request = shouldFail ? "fail" : "kill";
        return job != null
                && job.endAttempt(
                        attempt,
                        shouldFail,
                        request + " received from " + UserGroupInformation.getCurrentUser());
    }

    @Override
    public void setJobPriority(JobID id, String priority) throws IOException {
        HadoopJob job = jobs.find(id);
        if (job != null) {
            job.priority(Priority.parse(priority));
        }
    }

    @Override
    public ClusterMetrics getClusterMetrics() {
        int maps = running(TaskKind.MAP);
        int reduces = running(TaskKind.REDUCE);
        return new ClusterMetrics(
                maps,
                reduces,
                maps,
                reduces,
                0,
                0,
                capacity(TaskKind.MAP),
                capacity(TaskKind.REDUCE),
                jobs.submissions(),
                1,
                0,
                0);
    }

    private int capacity(TaskKind kind) {
        return toldAsLocal()
                ? conf.getInt(kind == TaskKind.MAP ? LOCAL_MAPS : LOCAL_REDUCES, 1)
                : jobs.slots(kind, conf);
    }

    /**
     * A client whose job tracker is {@code local} or unset gets the answers of Hadoop's local
     * runner: drivers derive their number of reduce tasks from them, and thus the names of their
     * output files.
     */
    private boolean toldAsLocal() {
        return LOCAL_TRACKER.equals(conf.get(JTConfig.JT_IPC_ADDRESS, LOCAL_TRACKER));
    }

    private int running(TaskKind kind) {
        return jobs.all().stream().mapToInt(job -> job.running(kind)).sum();
    }

    @Override
    public JobTrackerStatus getJobTrackerStatus() {
        return JobTrackerStatus.RUNNING;
    }

    @Override
    public long getTaskTrackerExpiryInterval() {
        return 0;
    }

    @Override
    public TaskTrackerInfo[] getActiveTrackers() {
        return LOCAL_TRACKER.equals(conf.get(JTConfig.JT_IPC_ADDRESS))
                ? new TaskTrackerInfo[0] // the local runner has none
                : new TaskTrackerInfo[] {new TaskTrackerInfo(TRACKER)};
    }

    @Override
    public TaskTrackerInfo[] getBlacklistedTrackers() {
        return new TaskTrackerInfo[0];
    }

    @Override
    public QueueInfo[] getQueues() {
        return queues.all();
    }

    @Override
    public QueueInfo[] getRootQueues() {
        return queues.all();
    }

    @Override
    public QueueInfo[] getChildQueues(String queueName) {
        return queues.children();
    }

    @Override
    public @Nullable QueueInfo getQueue(String queueName) {
        return queues.find(queueName);
    }

    @Override
    public QueueAclsInfo[] getQueueAclsForCurrentUser() {
        return queues.acls();
    }

    @Override
    public AccessControlList getQueueAdmins(String queueName) {
        return new AccessControlList(ALL_USERS);
    }

    @Override
    public @Nullable Token<DelegationTokenIdentifier> getDelegationToken(Text renewer) {
        return null;
    }

    @Override
    public long renewDelegationToken(Token<DelegationTokenIdentifier> token) {
        return 0;
    }

    /** Does nothing: Millrace issues no tokens. */
    @Override
    public void cancelDelegationToken(Token<DelegationTokenIdentifier> token) {}

    @Override
    public LogParams getLogFileParams(JobID id, @Nullable TaskAttemptID attempt) {
        throw new UnsupportedOperationException(
                "task logs do not exist: tasks run in this process and log where it logs");
    }

    @Override
    public long getProtocolVersion(String protocol, long clientVersion) {
        return ClientProtocol.versionID;
    }

    @Override
    public ProtocolSignature getProtocolSignature(
            String protocol, long clientVersion, int clientMethodsHash) throws IOException {
        return ProtocolSignature.getProtocolSignature(
                this, protocol, clientVersion, clientMethodsHash);
    }
}

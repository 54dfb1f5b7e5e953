package io.millrace.cluster.gang;

import io.millrace.cluster.config.ClusterKeys;
import io.millrace.exchange.config.ExchangeKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.YARNRunner;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;
import org.apache.hadoop.security.Credentials;

/**
 * YARN's client for jobs that run in a gang: it submits, under the id of the job, the gang that
 * runs it. Progress, counters and kill concern the gang, which any client can see to. This one also
 * shows the failed attempts of the job.
 */
public final class GangClient extends YARNRunner {

    /** In the job's staging directory. */
    private static final String DIRECTORY = "gang";

    private final Configuration client;

    /** Events of submitted gangs, by their ids: Hadoop has two unequal classes of ids. */
    private final Map<String, GangEvents> events = new ConcurrentHashMap<>();

    /** Also connects with the ResourceManager. */
    public GangClient(Configuration conf) {
        super(conf);
        this.client = conf;
    }

    @Override
    public JobStatus submitJob(JobID id, String submitDirectory, Credentials credentials)
            throws IOException, InterruptedException {
        Path staging = new Path(submitDirectory);
        Path file = JobSubmissionFiles.getJobConfPath(staging);
        FileSystem files = staging.getFileSystem(client);
        JobConf job = new JobConf(false);
        try (InputStream in = files.open(file)) {
            job.addResource(in, file.getName());
            job.size(); // reads the stream
        }
        check(job);
        List<String> hosts =
                DataHosts.of(
                        SplitMetaInfoReader.readSplitMetaInfo(id, files, job, staging),
                        ClusterKeys.GANG_WORKERS.in(job::get));
        Path directory = new Path(staging, DIRECTORY);
        keepSplits(files, staging, directory);
        JobConf gang = GangConf.gangOf(job);
        GangTerms.prepare(gang, files.makeQualified(directory), credentials);
        JobSplitWriter.createSplitFiles(staging, gang, files, GangInputFormat.splits(gang, hosts));
        try (OutputStream out = files.create(file, true)) {
            gang.writeXml(out);
        }
        events.put(id.toString(), new GangEvents(new FailureNotes(directory, client)));
        return super.submitJob(id, submitDirectory, credentials);
    }

    /** If the job failed, the reason comes first. */
    @Override
    public JobStatus getJobStatus(JobID id) throws IOException, InterruptedException {
        JobStatus status = super.getJobStatus(id);
        if (status instanceof org.apache.hadoop.mapred.JobStatus known
                && known.getFailureInfo() != null) {
            known.setFailureInfo(JobFailedException.withoutCommit(known.getFailureInfo()));
        }
        return status;
    }

    /** The events of the gang, and failed attempts of the job if this client has submitted it. */
    @Override
    public TaskCompletionEvent[] getTaskCompletionEvents(JobID id, int from, int most)
            throws IOException, InterruptedException {
        GangEvents known = events.get(id.toString());
        return known == null
                ? super.getTaskCompletionEvents(id, from, most)
                : known.from(from, most, number -> super.getTaskCompletionEvents(id, number, most));
    }

    @Override
    public String[] getTaskDiagnostics(TaskAttemptID attempt)
            throws IOException, InterruptedException {
        GangEvents known = events.get(attempt.getJobID().toString());
        String[] ofJob = known == null ? null : known.diagnostics(attempt);
        return ofJob == null ? super.getTaskDiagnostics(attempt) : ofJob;
    }

    private static void check(JobConf job) throws IOException {
        if (job.getBoolean(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER, false)) {
            throw new IOException(
                    "a gang cannot run a job with "
                            + MRJobConfig.MAPREDUCE_JOB_CLASSLOADER
                            + ": a worker loads the job's classes itself; leave the key out, or run"
                            + " the job with --on cluster");
        }
        if (!ExchangeKeys.HOST.in(job::get).isEmpty()) {
            throw new IOException(
                    ExchangeKeys.HOST
                            + " names one host, but the workers of a gang are on several; leave it"
                            + " out");
        }
    }

    /** Moves the job's splits to where the driver finds them. */
    private static void keepSplits(FileSystem files, Path staging, Path directory)
            throws IOException {
        files.mkdirs(directory);
        for (Path each :
                new Path[] {
                    JobSubmissionFiles.getJobSplitFile(staging),
                    JobSubmissionFiles.getJobSplitMetaFile(staging)
                }) {
            if (!files.rename(each, new Path(directory, each.getName()))) {
                throw new IOException("cannot move " + each + " to " + directory);
            }
        }
    }
}

package io.millrace.cluster.gang;

import io.millrace.cluster.config.ClusterKeys;
import io.millrace.exchange.config.ExchangeKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.YARNRunner;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;
import org.apache.hadoop.security.Credentials;

/**
 * YARN's client for jobs that run in a gang: it submits, under the id of the job, the gang that
 * runs it. Everything else, such as progress, counters and kill, concerns the gang, which any
 * client can see to.
 */
public final class GangClient extends YARNRunner {

    /** In the job's staging directory. */
    private static final String DIRECTORY = "gang";

    private final Configuration client;

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
        return super.submitJob(id, submitDirectory, credentials);
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

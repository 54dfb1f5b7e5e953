package io.millrace.collective.loop;

import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.gang.LoopInputFormat;
import io.millrace.collective.gang.LoopMapper;
import io.millrace.collective.gang.StepConf;
import io.millrace.collective.rendezvous.RendezvousProvider;
import io.millrace.engine.task.TaskKind;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.job.JobTable;
import io.millrace.workers.gang.WholeGang;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/** Runs a loop as one job without reducers, whose map tasks are the workers of a gang. */
final class GangLoop {

    private static final String MILLRACE = "millrace";

    /** The advice to a user if the cluster has no room for a loop. */
    private static final String ADVICE =
            "wait until other jobs leave enough slots, lower %s, or raise %s"
                    .formatted(CollectiveKeys.WORKERS, CollectiveKeys.GATHER_SECONDS);

    private final Job over;
    private final LoopJobs jobs;
    private final Configuration conf;
    private final List<StepConf> steps;
    private final Path work;
    private final Path end;

    /** Whether the workers get slots of this process, or of its worker processes. */
    private final boolean isHere;

    GangLoop(Job over, Configuration conf, List<StepConf> steps, Path work, LoopJobs jobs) {
        this.over = over;
        this.jobs = jobs;
        this.conf = conf;
        this.steps = steps;
        this.work = work;
        this.end = new Path(work, "end");
        this.isHere = conf.getTrimmed(MRConfig.FRAMEWORK_NAME, "").equals(MILLRACE);
    }

    LoopState run() throws IOException, InterruptedException, ClassNotFoundException {
        if (!isHere) {
            return runGang();
        }
        MillraceProcess process = MillraceProcess.current();
        Semaphore turn = LoopQueue.of(process).await(JobTable.of(process).depth());
        try {
            return runGang();
        } finally {
            turn.release();
        }
    }

    private LoopState runGang() throws IOException, InterruptedException, ClassNotFoundException {
        RendezvousProvider place = RendezvousProvider.of(conf::get);
        Job job = job();
        place.prepare(job, work);
        job.submit();
        try {
            jobs.await(job, isHere ? unwatched -> {} : new ClusterProgress(conf));
        } finally {
            place.forget(MillraceProcess.current(), job.getJobID().toString());
        }
        return read();
    }

    private Job job() throws IOException, InterruptedException, ClassNotFoundException {
        Class<? extends InputFormat<?, ?>> format = over.getInputFormatClass();
        Job job = Job.getInstance(conf);
        Configuration own = job.getConfiguration();
        job.getCredentials().addAll(over.getCredentials());
        own.setClass(LoopInputFormat.FORMAT, format, InputFormat.class);
        own.setInt(LoopInputFormat.WORKERS, workers());
        job.setInputFormatClass(LoopInputFormat.class);
        job.setMapperClass(LoopMapper.class);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(BytesWritable.class);
        job.setOutputFormatClass(SequenceFileOutputFormat.class);
        FileOutputFormat.setOutputPath(job, end);
        own.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
        if (!isHere) {
            int seconds = CollectiveKeys.GATHER_SECONDS.in(conf::get);
            WholeGang.settings(seconds, ADVICE).forEach(own::set);
        }
        own.setInt(MRJobConfig.JOB_RUNNING_MAP_LIMIT, 0);
        StepConf.write(own, steps);
        return job;
    }

    private int workers() throws IOException, InterruptedException {
        int asked = CollectiveKeys.WORKERS.in(conf::get);
        if (asked > 0) {
            return asked;
        }
        if (isHere) {
            // The client would say what Hadoop's local runner says: one slot.
            return JobTable.of(MillraceProcess.current()).slots(TaskKind.MAP, conf);
        }
        Cluster cluster = new Cluster(conf);
        try {
            return Math.max(1, cluster.getClusterStatus().getMapSlotCapacity());
        } finally {
            cluster.close();
        }
    }

    private LoopState read() throws IOException {
        FileSystem files = end.getFileSystem(conf);
        for (Path part : PartFiles.of(end, files)) {
            try (SequenceFile.Reader reader =
                    new SequenceFile.Reader(conf, SequenceFile.Reader.file(part))) {
                BytesWritable state = new BytesWritable();
                if (reader.next(NullWritable.get(), state)) {
                    return LoopState.decode(state.copyBytes(), conf);
                }
            }
        }
        throw new IOException(
                "the loop ended, but no worker has written the final state to " + end);
    }
}

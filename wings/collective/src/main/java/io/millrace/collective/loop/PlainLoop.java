package io.millrace.collective.loop;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.LoopProgress;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.data.RecordsIn;
import io.millrace.collective.gang.LoopTerms;
import io.millrace.collective.gang.StepConf;
import io.millrace.collective.step.Iteration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Runs a loop as a chain of plain jobs, one for each step of each iteration. */
final class PlainLoop {

    private final Job over;
    private final LoopJobs jobs;
    private final List<StepConf> steps;
    private final Path work;
    private final LoopTerms terms;

    PlainLoop(Job over, Configuration conf, List<StepConf> steps, Path work, LoopJobs jobs) {
        this.over = over;
        this.jobs = jobs;
        this.steps = steps;
        this.work = work;
        this.terms = new LoopTerms(conf);
    }

    LoopState run() throws IOException, InterruptedException, ClassNotFoundException {
        LoopProgress begin = terms.begin();
        jobs.counters().incrAllCounters(begin.counted());
        LoopState state = begin.state();
        while (!terms.isFinished(state)) {
            state = iterate(state);
            if (terms.due(state) && !terms.isFinished(state)) {
                terms.checkpoint(new LoopProgress(state, jobs.counters()));
            }
        }
        return state;
    }

    private LoopState iterate(LoopState before)
            throws IOException, InterruptedException, ClassNotFoundException {
        int number = before.iteration() + 1;
        DynamicData data = before.data();
        boolean last = false;
        for (int i = 0; i < steps.size(); i++) {
            StepConf step = steps.get(i);
            Path folder = new Path(work, "iteration-" + number + "-step-" + (i + 1));
            Iteration iteration = new Iteration(step.conf(), number);
            List<KeyValue> result = result(step, folder, new LoopState(number - 1, false, data));
            data = step.merge(result, data, iteration);
            last |= iteration.last();
        }
        return new LoopState(number, last, data);
    }

    /** Runs one job. Deletes all its files except the input afterwards. */
    private List<KeyValue> result(StepConf step, Path folder, LoopState given)
            throws IOException, InterruptedException, ClassNotFoundException {
        Job job = Job.getInstance(step.conf());
        Configuration conf = job.getConfiguration();
        job.getCredentials().addAll(over.getCredentials());
        Path data = new Path(folder, "data");
        given.write(conf, data);
        conf.set(DynamicData.FILE, data.toString());
        job.setOutputFormatClass(RecordsOutputFormat.class);
        Path output = new Path(folder, "output");
        FileOutputFormat.setOutputPath(job, output);
        job.submit();
        jobs.await(job);
        List<KeyValue> result = read(conf, output);
        folder.getFileSystem(conf).delete(folder, true);
        return result;
    }

    /** The output of the reducers, in the order of their partitions. */
    private static List<KeyValue> read(Configuration conf, Path output) throws IOException {
        FileSystem files = output.getFileSystem(conf);
        List<KeyValue> result = new ArrayList<>();
        for (Path part : PartFiles.of(output, files)) {
            try (FSDataInputStream in = files.open(part)) {
                result.addAll(RecordsIn.all(in, conf));
            }
        }
        return result;
    }
}

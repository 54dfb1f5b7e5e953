package io.millrace.apps.pavlo;

import io.millrace.apps.job.JobTool;
import io.millrace.records.input.LiteralPath;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ToolRunner;

/**
 * The source with the greatest revenue in some days, and the average rank of the pages it visited:
 * {@code INPUT OUTPUT}.
 *
 * <p>Over lines or decoded text, INPUT has both tables, and there are three jobs: a join, an
 * aggregation and a sort. Over paged files, INPUT has the rankings as text, {@code join.visits}
 * names the visits, and there is one job.
 */
public final class RevenueJoin extends JobTool {

    /** The key with the paged files of the visits. */
    public static final String VISITS = HashJoin.VISITS;

    public RevenueJoin() {
        super("join");
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Reading reading = Reading.of(conf);
        if (reading == Reading.PAGED) {
            if (conf.get(VISITS) == null) {
                throw new IOException(VISITS + " is not set; name the paged files of the visits");
            }
            Job job = newJob(conf, input, output);
            HashJoin.configure(job);
            return job;
        }
        Job job = newJob(conf, input, joined(output));
        SortJoin.configure(job, reading);
        return job;
    }

    @Override
    public int run(String[] arguments) throws Exception {
        if (arguments.length != 2) {
            return usage("INPUT OUTPUT");
        }
        Path output = new Path(arguments[1]);
        Job first = firstJob(getConf(), new Path(arguments[0]), output);
        if (!first.waitForCompletion(true)) {
            return 1;
        }
        if (Reading.of(getConf()) == Reading.PAGED) {
            return 0;
        }
        Job second = newJob(getConf(), LiteralPath.pattern(joined(output)), totals(output));
        SourceTotals.configureSum(second);
        if (!second.waitForCompletion(true)) {
            return 1;
        }
        Job third =
                newJob(getConf(), LiteralPath.pattern(totals(output)), new Path(output, "3-top"));
        SourceTotals.configureSort(third);
        return third.waitForCompletion(true) ? 0 : 1;
    }

    private static Path joined(Path output) {
        return new Path(output, "1-joined");
    }

    private static Path totals(Path output) {
        return new Path(output, "2-totals");
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new RevenueJoin(), arguments));
    }
}

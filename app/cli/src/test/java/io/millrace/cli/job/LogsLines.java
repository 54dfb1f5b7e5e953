package io.millrace.cli.job;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a job in each way of isolation; the driver and each record's task log a line for each. */
public final class LogsLines extends Mapper<LongWritable, Text, LongWritable, Text> {

    private static final Logger LOG = LoggerFactory.getLogger(LogsLines.class);

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
        LOG.info("{} {}", context.getJobName(), line);
    }

    /** Takes the input, options for the JVMs of tasks, and settings, each for a job. */
    public static void main(String[] arguments) throws Exception {
        for (int i = 2; i < arguments.length; i++) {
            String[] setting = arguments[i].split("=", 2);
            LOG.info("{} driver", setting[1]);
            Configuration conf = new Configuration();
            conf.set("mapreduce.map.java.opts", arguments[1]);
            conf.set(setting[0], setting[1]);
            Job job = Job.getInstance(conf, setting[1]);
            job.setJarByClass(LogsLines.class);
            job.setMapperClass(LogsLines.class);
            job.setOutputFormatClass(NullOutputFormat.class);
            FileInputFormat.addInputPath(job, new Path(arguments[0]));
            job.setNumReduceTasks(0);
            if (!job.waitForCompletion(true)) {
                System.exit(1);
            }
        }
    }
}

package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.JobRun;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/** Programs of many jobs, each of which reads what the one before it wrote. */
public final class PipelineJobs {

    private PipelineJobs() {}

    /** Twenty jobs, whose output is text and sequence files by turns. */
    public static JobCase twenty() {
        return JobCase.of(
                "pipeline-20",
                Corpora.zipf(2, 60, 80),
                run -> {
                    Path input = run.input();
                    for (int step = 0; step < 20; step++) {
                        input = step(run, step, input);
                    }
                });
    }

    private static Path step(JobRun run, int step, Path input) throws Exception {
        Path output = new Path(run.output(), String.format(Locale.ROOT, "step-%02d", step));
        Job job = Job.getInstance(run.conf(), "step " + step);
        boolean fromText = step % 2 == 0;
        job.setMapperClass(fromText ? FromText.class : FromSequence.class);
        job.setReducerClass(Sum.class);
        job.setNumReduceTasks(2);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(LongWritable.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        if (fromText) {
            job.setOutputFormatClass(SequenceFileOutputFormat.class);
        } else {
            job.setInputFormatClass(SequenceFileInputFormat.class);
        }
        FileInputFormat.addInputPath(job, input);
        FileOutputFormat.setOutputPath(job, output);
        run.finish(job);
        return output;
    }

    /** Turns words about, so that they go to other reducers than before. */
    private static String turned(String word) {
        return word.length() < 2 ? word + word : word.substring(1) + word.charAt(0);
    }

    /** Words of lines, or a word and its number. */
    public static final class FromText extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable offset, Text line, Context context)
                throws IOException, InterruptedException {
            for (String word : line.toString().split("\\s+", -1)) {
                context.write(new Text(turned(word)), new LongWritable(1));
            }
        }
    }

    /** Words and their numbers. */
    public static final class FromSequence extends Mapper<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void map(Text word, LongWritable count, Context context)
                throws IOException, InterruptedException {
            context.write(new Text(turned(word.toString())), count);
        }
    }

    /** Adds numbers up. */
    public static final class Sum extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void reduce(Text word, Iterable<LongWritable> counts, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (LongWritable count : counts) {
                sum += count.get();
            }
            context.write(word, new LongWritable(sum));
        }
    }
}

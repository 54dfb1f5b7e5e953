package io.millrace.apps.pagerank;

import io.millrace.apps.vector.BadLine;
import io.millrace.apps.vector.Vector;
import io.millrace.apps.vector.VectorInputFormat;
import io.millrace.collective.loop.LoopDirectory;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Reverses a graph: each line of the output is a page, and for each page that links to it that
 * page's number and number of links.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
final class InLinks {

    private InLinks() {}

    /** (linked page, page and its number of links). */
    public static final class Turn extends Mapper<LongWritable, Vector, IntWritable, Text> {

        private int pages;

        @Override
        protected void setup(Context context) {
            pages = PageRankLoop.pages(context.getConfiguration());
        }

        @Override
        protected void map(LongWritable position, Vector line, Context context)
                throws IOException, InterruptedException {
            double[] numbers = line.numbers();
            if (numbers.length < 2) {
                throw new BadLine(context, position, "does not start with a page and its rank");
            }
            int page = BadLine.index(context, position, numbers[0], pages);
            int links = numbers.length - 2;
            if (links == 0) {
                context.write(new IntWritable(page), new Text(page + " 1"));
            }
            for (int i = 2; i < numbers.length; i++) {
                int linked = BadLine.index(context, position, numbers[i], pages);
                context.write(new IntWritable(linked), new Text(page + " " + links));
            }
        }
    }

    /** (page, all pages that link to it). */
    public static final class Join extends Reducer<IntWritable, Text, IntWritable, Text> {

        @Override
        protected void reduce(IntWritable page, Iterable<Text> links, Context context)
                throws IOException, InterruptedException {
            StringBuilder all = new StringBuilder();
            for (Text link : links) {
                all.append(all.length() == 0 ? "" : " ").append(link);
            }
            context.write(page, new Text(all.toString()));
        }
    }

    /**
     * Runs the job. Its output is deleted when the program ends or, if the program is killed, by
     * the next loop.
     */
    static Path of(Configuration conf, Path input)
            throws IOException, InterruptedException, ClassNotFoundException {
        Job job = Job.getInstance(conf, "pagerank-in-links");
        job.setJarByClass(InLinks.class);
        job.setInputFormatClass(VectorInputFormat.class);
        job.setMapperClass(Turn.class);
        job.setReducerClass(Join.class);
        job.setOutputKeyClass(IntWritable.class);
        job.setOutputValueClass(Text.class);
        FileInputFormat.addInputPath(job, input);
        Path directory = LoopDirectory.make(conf).path();
        directory.getFileSystem(conf).deleteOnExit(directory);
        Path output = new Path(directory, "in-links");
        FileOutputFormat.setOutputPath(job, output);
        if (!job.waitForCompletion(false)) {
            throw new IOException("cannot reverse the links: " + job.getStatus().getFailureInfo());
        }
        return output;
    }
}

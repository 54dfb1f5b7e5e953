package io.millrace.apps.marco;

import io.millrace.apps.job.SingleJob;
import io.millrace.apps.vector.BadLine;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.util.ToolRunner;

/**
 * Lists, for each page of a directed graph, the pages that link to it and the pages that it links
 * to. Each line is an edge: two page numbers, separated by a tab.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in all four
public final class AdjacencyList extends SingleJob {

    public AdjacencyList() {
        super("adjacencylist");
    }

    /** (page, link), for both pages of an edge. */
    public static final class Ends extends Mapper<LongWritable, Text, LongWritable, Links> {

        private final LongWritable page = new LongWritable();
        private final Links link = new Links();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String edge = line.toString();
            int tab = edge.indexOf('\t');
            if (tab < 0) {
                throw new BadLine(context, position, "is not two page numbers with a tab between");
            }
            long from = Long.parseLong(edge.substring(0, tab));
            long to = Long.parseLong(edge.substring(tab + 1));
            page.set(to);
            link.setFrom(from);
            context.write(page, link);
            page.set(from);
            link.setTo(to);
            context.write(page, link);
        }
    }

    /** Removes duplicate links; the combiner. */
    public static final class Distinct extends Reducer<LongWritable, Links, LongWritable, Links> {

        private final Links union = new Links();
        private final Links link = new Links();

        @Override
        protected void reduce(LongWritable page, Iterable<Links> links, Context context)
                throws IOException, InterruptedException {
            union.setUnion(links);
            for (int i = 0; i < union.from().size(); i++) {
                link.setFrom(union.from().page(i));
                context.write(page, link);
            }
            for (int i = 0; i < union.to().size(); i++) {
                link.setTo(union.to().page(i));
                context.write(page, link);
            }
        }
    }

    /** (page, all its links, in order); partial reducer and reducer. */
    public static final class Union extends Reducer<LongWritable, Links, LongWritable, Links> {

        private final Links union = new Links();

        @Override
        protected void reduce(LongWritable page, Iterable<Links> links, Context context)
                throws IOException, InterruptedException {
            union.setUnion(links);
            context.write(page, union);
        }
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        job.setMapperClass(Ends.class);
        job.setCombinerClass(Distinct.class);
        job.setReducerClass(Union.class);
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(Links.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new AdjacencyList(), arguments));
    }
}

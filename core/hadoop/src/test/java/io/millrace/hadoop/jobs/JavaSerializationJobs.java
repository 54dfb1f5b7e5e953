package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.serializer.JavaSerialization;
import org.apache.hadoop.io.serializer.JavaSerializationComparator;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** Keys and values that are no Writables but Java's own serializable objects. */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class JavaSerializationJobs {
    private JavaSerializationJobs() {}

    public static JobCase wordCount() {
        return JobCase.of(
                "java-serialization",
                Corpora.zipf(2, 150, 200),
                run -> {
                    Job job = run.newJob("Java serialization");
                    job.getConfiguration()
                            .setStrings(
                                    "io.serializations",
                                    JavaSerialization.class.getName(),
                                    WritableSerialization.class.getName());
                    job.setSortComparatorClass(JavaSerializationComparator.class);
                    job.setMapperClass(Strings.class);
                    job.setReducerClass(Longs.class);
                    job.setOutputKeyClass(String.class);
                    job.setOutputValueClass(Long.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** Each word with 1. */
    public static final class Strings extends Mapper<LongWritable, Text, String, Long> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                context.write(words.nextToken(), 1L);
            }
        }
    }

    /** Adds up. */
    public static final class Longs extends Reducer<String, Long, String, Long> {
        @Override
        protected void reduce(String word, Iterable<Long> counts, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (Long count : counts) {
                sum += count;
            }
            context.write(word, sum);
        }
    }
}

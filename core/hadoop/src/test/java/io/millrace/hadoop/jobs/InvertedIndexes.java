package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.Trait;
import java.io.IOException;
import java.util.Iterator;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** For each token the documents that contain it; a document is a file and a block of its bytes. */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class InvertedIndexes {
    private static final int BLOCK_BYTES = 5000;

    private InvertedIndexes() {}

    public static JobCase newApi() {
        return JobCase.of(
                "inverted-index",
                Corpora.zipf(4, 3000, 5000),
                run -> {
                    Job job = run.newJob("inverted index");
                    job.setMapperClass(Tokens.class);
                    job.setReducerClass(Documents.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(3);
                    run.finish(job);
                },
                Trait.SPILLS_WHEN_TINY);
    }

    /** The old API, where a mapper learns the file's name from its configuration. */
    public static JobCase oldApi() {
        return JobCase.of(
                "inverted-index-old",
                Corpora.zipf(4, 3000, 5000),
                run -> {
                    JobConf job = run.oldJob("old inverted index");
                    job.setMapperClass(OldTokens.class);
                    job.setReducerClass(OldDocuments.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(3);
                    run.finish(job);
                },
                Trait.SPILLS_WHEN_TINY);
    }

    private static String document(String file, LongWritable position) {
        return file + ":" + position.get() / BLOCK_BYTES;
    }

    /** (token, document), and how many documents began. */
    public static final class Tokens extends Mapper<LongWritable, Text, Text, Text> {
        private final Text token = new Text();
        private final Text document = new Text();
        private String file = "";

        @Override
        protected void setup(Context context) {
            file = ((FileSplit) context.getInputSplit()).getPath().getName();
        }

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            document.set(document(file, position));
            StringTokenizer tokens = new StringTokenizer(line.toString());
            while (tokens.hasMoreTokens()) {
                token.set(tokens.nextToken());
                context.write(token, document);
            }
            context.getCounter("index", file).increment(1);
        }
    }

    /** Each document once, in order, with the number of times. */
    public static final class Documents extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text token, Iterable<Text> documents, Context context)
                throws IOException, InterruptedException {
            TreeMap<String, Integer> times = new TreeMap<>();
            for (Text document : documents) {
                times.merge(document.toString(), 1, Integer::sum);
            }
            context.write(token, new Text(times.toString()));
            context.getCounter("index", "postings").increment(times.size());
        }
    }

    /** The same for the old API. */
    public static final class OldTokens extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
        private String file = "";

        @Override
        public void configure(JobConf job) {
            file = new Path(job.get("map.input.file")).getName();
        }

        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<Text, Text> out,
                Reporter reporter)
                throws IOException {
            StringTokenizer tokens = new StringTokenizer(line.toString());
            while (tokens.hasMoreTokens()) {
                out.collect(new Text(tokens.nextToken()), new Text(document(file, position)));
            }
        }
    }

    /** Each document once, in order. */
    public static final class OldDocuments extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
        @Override
        public void reduce(
                Text token,
                Iterator<Text> documents,
                OutputCollector<Text, Text> out,
                Reporter reporter)
                throws IOException {
            TreeSet<String> distinct = new TreeSet<>();
            while (documents.hasNext()) {
                distinct.add(documents.next().toString());
            }
            out.collect(token, new Text(String.join(",", distinct)));
        }
    }
}

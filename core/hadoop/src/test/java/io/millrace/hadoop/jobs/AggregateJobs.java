package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.FieldSelectionMapReduce;
import org.apache.hadoop.mapred.lib.LongSumReducer;
import org.apache.hadoop.mapred.lib.TokenCountMapper;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.aggregate.ValueAggregatorBaseDescriptor;
import org.apache.hadoop.mapreduce.lib.aggregate.ValueAggregatorCombiner;
import org.apache.hadoop.mapreduce.lib.aggregate.ValueAggregatorJobBase;
import org.apache.hadoop.mapreduce.lib.aggregate.ValueAggregatorMapper;
import org.apache.hadoop.mapreduce.lib.aggregate.ValueAggregatorReducer;
import org.apache.hadoop.mapreduce.lib.fieldsel.FieldSelectionMapper;
import org.apache.hadoop.mapreduce.lib.fieldsel.FieldSelectionReducer;
import org.apache.hadoop.mapreduce.lib.map.RegexMapper;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

/** Ready-made mappers and reducers of Hadoop's libraries: aggregates, fields, tokens, patterns. */
@SuppressWarnings("NonApiType") // Hadoop asks for array lists
public final class AggregateJobs {
    private AggregateJobs() {}

    /** Sums, extremes, distinct values and histograms, all in one job. */
    public static JobCase aggregates() {
        return JobCase.of(
                "aggregates",
                Corpora.zipf(3, 300, 60),
                run -> {
                    Job job = run.newJob("aggregates");
                    job.getConfiguration().setInt(ValueAggregatorJobBase.DESCRIPTOR_NUM, 1);
                    job.getConfiguration()
                            .set(
                                    ValueAggregatorJobBase.DESCRIPTOR + ".0",
                                    "UserDefined," + Words.class.getName());
                    job.setMapperClass(ValueAggregatorMapper.class);
                    job.setCombinerClass(ValueAggregatorCombiner.class);
                    job.setReducerClass(ValueAggregatorReducer.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** The same in the old API. */
    public static JobCase oldAggregates() {
        return JobCase.of(
                "aggregates-old",
                Corpora.zipf(3, 300, 60),
                run -> {
                    JobConf job = run.oldJob("old aggregates");
                    job.setInt("aggregator.descriptor.num", 1);
                    job.set("aggregator.descriptor.0", "UserDefined," + OldWords.class.getName());
                    job.setMapperClass(
                            org.apache.hadoop.mapred.lib.aggregate.ValueAggregatorMapper.class);
                    job.setCombinerClass(
                            org.apache.hadoop.mapred.lib.aggregate.ValueAggregatorCombiner.class);
                    job.setReducerClass(
                            org.apache.hadoop.mapred.lib.aggregate.ValueAggregatorReducer.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** Fields of lines as keys and values. */
    public static JobCase fields() {
        return JobCase.of(
                        "field-selection",
                        table(),
                        run -> {
                            Job job = run.newJob("field selection");
                            selectFields(job.getConfiguration());
                            job.setMapperClass(FieldSelectionMapper.class);
                            job.setReducerClass(FieldSelectionReducer.class);
                            job.setOutputKeyClass(Text.class);
                            job.setOutputValueClass(Text.class);
                            job.setNumReduceTasks(2);
                            run.finish(job);
                        })
                .inAnyOrder();
    }

    /** The same in the old API. */
    public static JobCase oldFields() {
        return JobCase.of(
                        "field-selection-old",
                        table(),
                        run -> {
                            JobConf job = run.oldJob("old field selection");
                            selectFields(job);
                            job.setMapperClass(FieldSelectionMapReduce.class);
                            job.setReducerClass(FieldSelectionMapReduce.class);
                            job.setOutputKeyClass(Text.class);
                            job.setOutputValueClass(Text.class);
                            job.setNumReduceTasks(2);
                            run.finish(job);
                        })
                .inAnyOrder();
    }

    /** Tokens, counted. */
    public static JobCase tokens() {
        return JobCase.of(
                "token-count",
                Corpora.zipf(3, 300, 200),
                run -> {
                    Job job = run.newJob("token count");
                    job.setMapperClass(TokenCounterMapper.class);
                    job.setCombinerClass(IntSumReducer.class);
                    job.setReducerClass(IntSumReducer.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(org.apache.hadoop.io.IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** The same in the old API. */
    public static JobCase oldTokens() {
        return JobCase.of(
                "token-count-old",
                Corpora.zipf(3, 300, 200),
                run -> {
                    JobConf job = run.oldJob("old token count");
                    job.setMapperClass(TokenCountMapper.class);
                    job.setCombinerClass(LongSumReducer.class);
                    job.setReducerClass(LongSumReducer.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(LongWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** What a pattern finds, counted. */
    public static JobCase patterns() {
        return JobCase.of(
                "patterns",
                table(),
                run -> {
                    Job job = run.newJob("patterns");
                    job.getConfiguration().set(RegexMapper.PATTERN, "b(\\d)\\d*");
                    job.getConfiguration().setInt(RegexMapper.GROUP, 1);
                    job.setMapperClass(RegexMapper.class);
                    job.setReducerClass(
                            org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(LongWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    private static void selectFields(Configuration conf) {
        conf.set("mapreduce.fieldsel.data.field.separator", "-");
        conf.set("mapreduce.fieldsel.map.output.key.value.fields.spec", "2,0:1,3-");
        conf.set("mapreduce.fieldsel.reduce.output.key.value.fields.spec", ":0-2");
    }

    private static JobCase.Input table() {
        return Corpora.lines(
                3,
                200,
                (number, random) ->
                        "a"
                                + number
                                + "-b"
                                + random.nextInt(50)
                                + "-c"
                                + random.nextInt(9)
                                + "-d-e");
    }

    private static ArrayList<Map.Entry<Text, Text>> aggregated(Object line, EntryMaker makes) {
        ArrayList<Map.Entry<Text, Text>> entries = new ArrayList<>();
        StringTokenizer words = new StringTokenizer(line.toString());
        while (words.hasMoreTokens()) {
            String word = words.nextToken();
            for (String type :
                    List.of("LongValueSum", "LongValueMax", "LongValueMin", "ValueHistogram")) {
                String first = type + word.charAt(0);
                entries.add(makes.entry(type, first, new Text(Integer.toString(word.length()))));
            }
            entries.add(makes.entry("UniqValueCount", "distinct", new Text(word)));
            entries.add(makes.entry("StringValueMax", "greatest", new Text(word)));
            entries.add(makes.entry("StringValueMin", "least", new Text(word)));
            entries.add(makes.entry("DoubleValueSum", "quarters", new Text("0.25")));
        }
        return entries;
    }

    /** One value for one aggregate. */
    private interface EntryMaker {
        Map.Entry<Text, Text> entry(String type, String id, Text value);
    }

    /** Every aggregate there is, over words. */
    public static final class Words extends ValueAggregatorBaseDescriptor {
        @Override
        public ArrayList<Map.Entry<Text, Text>> generateKeyValPairs(Object key, Object line) {
            return aggregated(line, ValueAggregatorBaseDescriptor::generateEntry);
        }
    }

    /** The same for the old API. */
    public static final class OldWords
            extends org.apache.hadoop.mapred.lib.aggregate.ValueAggregatorBaseDescriptor {
        @Override
        public ArrayList<Map.Entry<Text, Text>> generateKeyValPairs(Object key, Object line) {
            return aggregated(
                    line,
                    org.apache.hadoop.mapred.lib.aggregate.ValueAggregatorBaseDescriptor
                            ::generateEntry);
        }
    }
}

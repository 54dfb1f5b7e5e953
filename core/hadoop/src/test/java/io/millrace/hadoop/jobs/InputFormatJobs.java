package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.IdentityMapper;
import org.apache.hadoop.mapred.lib.IdentityReducer;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.CombineSequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileAsBinaryInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileAsTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFilter;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileAsBinaryOutputFormat;

/** Each input format of Hadoop's libraries, its records passed on as they are. */
public final class InputFormatJobs {
    private static final int RECORD_BYTES = 12;

    private InputFormatJobs() {}

    /** A few lines for each task. */
    public static JobCase lines() {
        return passed(
                "n-lines",
                text(),
                NLineInputFormat.class,
                conf -> conf.setInt("mapreduce.input.lineinputformat.linespermap", 40));
    }

    /** Several files for each task, with a file system and all for one. */
    public static JobCase combinedText() {
        return passed(
                "combined-text",
                text(),
                CombineTextInputFormat.class,
                conf -> conf.setLong("mapreduce.input.fileinputformat.split.maxsize", 6000));
    }

    /** Several SequenceFiles for one task. */
    public static JobCase combinedSequences() {
        return passed(
                "combined-sequences",
                Corpora.sequenceFiles(4, 150, 90, CompressionType.NONE),
                CombineSequenceFileInputFormat.class,
                conf -> {});
    }

    /** Key and value of a line, with a separator of the user's. */
    public static JobCase keyAndValue() {
        return passed(
                "key-value-text",
                text(),
                KeyValueTextInputFormat.class,
                conf ->
                        conf.set(
                                "mapreduce.input.keyvaluelinerecordreader.key.value.separator",
                                " "));
    }

    /** SequenceFiles as text. */
    public static JobCase sequencesAsText() {
        return passed(
                "sequences-as-text",
                Corpora.sequenceFiles(3, 300, 90, CompressionType.BLOCK),
                SequenceFileAsTextInputFormat.class,
                conf -> {});
    }

    /** Only some records of SequenceFiles. */
    public static JobCase filteredSequences() {
        return passed(
                "filtered-sequences",
                Corpora.sequenceFiles(3, 300, 90, CompressionType.NONE),
                SequenceFileInputFilter.class,
                conf -> {
                    conf.setClass(
                            "mapreduce.input.sequencefileinputfilter.class",
                            SequenceFileInputFilter.PercentFilter.class,
                            Object.class);
                    SequenceFileInputFilter.PercentFilter.setFrequency(conf, 7);
                });
    }

    /** Records of a fixed length. */
    public static JobCase fixedLength() {
        return passed(
                "fixed-length",
                InputFormatJobs::writeFixed,
                FixedLengthInputFormat.class,
                conf -> {
                    FixedLengthInputFormat.setRecordLength(conf, RECORD_BYTES);
                    conf.setLong("mapreduce.input.fileinputformat.split.maxsize", 1000);
                });
    }

    /** Bytes of SequenceFiles, in and out, without being looked at. */
    public static JobCase sequencesAsBytes() {
        return JobCase.of(
                        "sequences-as-bytes",
                        Corpora.sequenceFiles(3, 300, 90, CompressionType.NONE),
                        run -> {
                            Job job = run.newJob("sequences as bytes");
                            job.setInputFormatClass(SequenceFileAsBinaryInputFormat.class);
                            job.setMapperClass(Mapper.class);
                            job.setReducerClass(Reducer.class);
                            job.setOutputKeyClass(org.apache.hadoop.io.BytesWritable.class);
                            job.setOutputValueClass(org.apache.hadoop.io.BytesWritable.class);
                            job.setOutputFormatClass(SequenceFileAsBinaryOutputFormat.class);
                            SequenceFileAsBinaryOutputFormat.setSequenceFileOutputKeyClass(
                                    job, IntWritable.class);
                            SequenceFileAsBinaryOutputFormat.setSequenceFileOutputValueClass(
                                    job, Text.class);
                            job.setNumReduceTasks(2);
                            run.finish(job);
                        })
                .inAnyOrder();
    }

    /** A reader that destroys what it has given out before it reads on. */
    public static JobCase scribbling() {
        return passed("scribbling-reader", text(), Scribbling.class, conf -> {});
    }

    /** The same for the old API: exactly this class is no format of Hadoop's. */
    public static JobCase oldOwn() {
        return JobCase.of(
                "old-own-format",
                text(),
                run -> {
                    JobConf job = run.oldJob("own old format");
                    job.setInputFormat(OldLines.class);
                    job.setMapperClass(IdentityMapper.class);
                    job.setOutputKeyClass(LongWritable.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(0);
                    run.finish(job);
                });
    }

    /** Lines, as Hadoop reads them. */
    public static final class OldLines extends org.apache.hadoop.mapred.TextInputFormat {}

    /** The old API's formats, one after the other. */
    public static JobCase oldFormats() {
        return JobCase.of(
                "old-input-formats",
                text(),
                run -> {
                    for (String format :
                            new String[] {
                                "org.apache.hadoop.mapred.lib.NLineInputFormat",
                                "org.apache.hadoop.mapred.lib.CombineTextInputFormat",
                                "org.apache.hadoop.mapred.KeyValueTextInputFormat",
                            }) {
                        JobConf job = run.oldJob("old " + format);
                        job.set("mapred.input.format.class", format);
                        job.setInt("mapreduce.input.lineinputformat.linespermap", 60);
                        boolean texts = format.contains("KeyValue");
                        job.setMapperClass(IdentityMapper.class);
                        job.setReducerClass(IdentityReducer.class);
                        job.setOutputKeyClass(texts ? Text.class : LongWritable.class);
                        job.setOutputValueClass(Text.class);
                        job.setNumReduceTasks(texts ? 2 : 0);
                        org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(
                                job,
                                new org.apache.hadoop.fs.Path(
                                        run.output(),
                                        format.substring(format.lastIndexOf('.') + 1)));
                        run.finish(job);
                    }
                });
    }

    /** Sets up an input format. */
    private interface Setting {
        void apply(Configuration conf);
    }

    @SuppressWarnings("rawtypes") // any records will do
    private static JobCase passed(
            String name,
            JobCase.Input input,
            Class<? extends InputFormat> format,
            Setting setting) {
        return JobCase.of(
                name,
                input,
                run -> {
                    Job job = run.newJob(name);
                    job.setInputFormatClass(format);
                    setting.apply(job.getConfiguration());
                    job.setMapperClass(Shown.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(0);
                    run.finish(job);
                });
    }

    private static JobCase.Input text() {
        return Corpora.lines(4, 170, (number, random) -> number + " " + random.nextInt() + "\tend");
    }

    private static void writeFixed(Path directory, Random random) throws IOException {
        byte[] bytes = new byte[RECORD_BYTES * 400];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ('a' + random.nextInt(26));
        }
        Files.write(directory.resolve("fixed.bin"), bytes);
    }

    /** Keys and values as text, and the class of the split that they come from. */
    public static final class Shown extends Mapper<Object, Object, Text, Text> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            context.getCounter("split", context.getInputSplit().getClass().getSimpleName())
                    .increment(1);
        }

        @Override
        protected void map(Object key, Object value, Context context)
                throws IOException, InterruptedException {
            context.write(new Text(key.toString()), new Text(value.toString()));
        }
    }

    /** Lines of text, in objects whose content does not outlive the next record. */
    public static final class Scribbling extends TextInputFormat {
        @Override
        public RecordReader<LongWritable, Text> createRecordReader(
                InputSplit split, TaskAttemptContext context) {
            return new LineRecordReader() {
                @Override
                public synchronized boolean nextKeyValue() throws IOException {
                    if (getCurrentValue() != null) {
                        Arrays.fill(getCurrentValue().getBytes(), (byte) '?');
                        getCurrentKey().set(-1);
                    }
                    return super.nextKeyValue();
                }
            };
        }
    }
}

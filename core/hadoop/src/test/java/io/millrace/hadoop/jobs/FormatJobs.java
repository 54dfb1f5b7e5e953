package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.Trait;
import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.IdentityMapper;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/** SequenceFiles and compression, in and out and between. */
public final class FormatJobs {
    private FormatJobs() {}

    /** SequenceFiles in and out, with each kind of compression inside the file. */
    public static JobCase sequenceFiles(CompressionType compression) {
        return JobCase.of(
                "sequence-files-" + compression,
                Corpora.sequenceFiles(3, 2000, 500, compression),
                run -> {
                    Job job = run.newJob("sequence files " + compression);
                    job.setInputFormatClass(SequenceFileInputFormat.class);
                    job.setOutputFormatClass(SequenceFileOutputFormat.class);
                    FileOutputFormat.setCompressOutput(job, compression != CompressionType.NONE);
                    SequenceFileOutputFormat.setOutputCompressionType(job, compression);
                    job.setReducerClass(Longest.class);
                    job.setOutputKeyClass(IntWritable.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** The same for the old API, without reducers: the records keep their order. */
    public static JobCase sequenceFilesOld() {
        return JobCase.of(
                "sequence-files-old",
                Corpora.sequenceFiles(2, 500, 500, CompressionType.RECORD),
                run -> {
                    JobConf job = run.oldJob("old sequence files");
                    job.setInputFormat(org.apache.hadoop.mapred.SequenceFileInputFormat.class);
                    job.setOutputFormat(org.apache.hadoop.mapred.SequenceFileOutputFormat.class);
                    job.setMapperClass(IdentityMapper.class);
                    job.setOutputKeyClass(IntWritable.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(0);
                    run.finish(job);
                });
    }

    /** Compressed text of three codecs in, compressed text of one out. */
    public static JobCase compressedText(Class<? extends CompressionCodec> codec) {
        Zipf zipf = new Zipf(800);
        return JobCase.of(
                "compressed-text-" + codec.getSimpleName(),
                Corpora.compressedLines(
                        800,
                        (number, random) -> zipf.next(random) + " " + zipf.next(random),
                        GzipCodec.class,
                        BZip2Codec.class,
                        DefaultCodec.class),
                run -> {
                    Job job = WordCounts.newJob(run, 2);
                    FileOutputFormat.setCompressOutput(job, true);
                    FileOutputFormat.setOutputCompressorClass(job, codec);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** The same for the old API. */
    public static JobCase compressedTextOld() {
        Zipf zipf = new Zipf(800);
        return JobCase.of(
                "compressed-text-old",
                Corpora.compressedLines(
                        300,
                        (number, random) -> zipf.next(random),
                        GzipCodec.class,
                        DefaultCodec.class),
                run -> {
                    JobConf job = WordCounts.oldJob(run, 2);
                    org.apache.hadoop.mapred.FileOutputFormat.setCompressOutput(job, true);
                    org.apache.hadoop.mapred.FileOutputFormat.setOutputCompressorClass(
                            job, GzipCodec.class);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** A large bzip2 file that is cut into several splits. */
    public static JobCase splitBzip2() {
        return JobCase.of(
                "split-bzip2",
                Corpora.compressedLines(
                        20_000,
                        (number, random) -> "line " + number + " " + random.nextInt(),
                        BZip2Codec.class),
                run -> {
                    Job job = WordCounts.newJob(run, 2);
                    job.getConfiguration()
                            .setLong("mapreduce.input.fileinputformat.split.maxsize", 60_000);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** Text cut into many splits, in the middle of lines. */
    public static JobCase splitText() {
        return JobCase.of(
                "split-text",
                Corpora.zipf(2, 2000, 2000),
                run -> {
                    Job job = WordCounts.newJob(run, 2);
                    job.getConfiguration()
                            .setLong("mapreduce.input.fileinputformat.split.maxsize", 7_001);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** Map output compressed on its way. */
    public static JobCase compressedMapOutput() {
        return JobCase.of(
                "compressed-map-output",
                Corpora.zipf(3, 5000, 5000),
                run -> {
                    Job job = WordCounts.newJob(run, 2);
                    job.getConfiguration().unset("mapreduce.job.combine.class");
                    job.getConfiguration().setBoolean("mapreduce.map.output.compress", true);
                    job.getConfiguration()
                            .set(
                                    "mapreduce.map.output.compress.codec",
                                    DefaultCodec.class.getName());
                    run.finish(job);
                },
                Trait.COMPRESSES_MAP_OUTPUT,
                Trait.SPILLS_WHEN_TINY);
    }

    /** The longest value of each key, or of two of the same length the smaller one. */
    public static final class Longest extends Reducer<IntWritable, Text, IntWritable, Text> {
        @Override
        protected void reduce(IntWritable key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            String longest = "";
            for (Text value : values) {
                String text = value.toString();
                int longer = Integer.compare(text.length(), longest.length());
                if (longer > 0 || (longer == 0 && text.compareTo(longest) < 0)) {
                    longest = text;
                }
            }
            context.write(key, new Text(longest));
        }
    }
}

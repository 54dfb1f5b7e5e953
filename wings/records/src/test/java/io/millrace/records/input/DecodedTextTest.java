package io.millrace.records.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.config.JobSchema;
import io.millrace.records.config.RecordCounter;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.schema.BadField;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.RandomText;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs over decoded records, against jobs over lines that the plain twin parses. */
@Sampled(oneIn = 3)
class DecodedTextTest {

    private static final int RECORDS = 2_000;
    private static final int SPLIT_BYTES = 30_000;

    @TempDir private Path directory;
    private final Random random = Seeds.random("decoded text");
    private Schema schema = new RandomText(random).schema();
    private int jobs;

    @BeforeEach
    void writeInputs() throws Exception {
        Files.createDirectory(directory.resolve("in"));
        for (String suffix : new String[] {"", ".gz", ".bz2"}) {
            write("in/records" + suffix);
        }
    }

    @Test
    void recordsOfBothApisEqualTheTwinsOnTheLocalRunnerAndOnMillrace() throws Exception {
        Map<String, String> expected = outputs(job("local", true, false));
        assertThat(expected).hasSizeGreaterThan(3);
        assertThat(String.join("", expected.values())).contains("BAD", "NULL", "\n");
        assertThat(outputs(job("local", true, true))).isEqualTo(expected);
        assertThat(outputs(job("millrace", true, true))).isEqualTo(expected);
        Map<String, String> old = outputs(job("local", false, false));
        assertThat(outputs(job("local", false, true))).isEqualTo(old);
        assertThat(outputs(job("millrace", false, true))).isEqualTo(old);
    }

    @Test
    void skippedRecordsAreCounted() throws Exception {
        schema = Schema.builder().bad(BadField.SKIP).column("a", ColumnType.INT).build();
        Files.writeString(directory.resolve("in/few"), "1\nx\n3\n\n");
        for (boolean isNew : new boolean[] {true, false}) {
            Job job = job("millrace", isNew, true);
            FileInputFormat.setInputPaths(job, directory.resolve("in/few").toString());
            assertThat(String.join("", outputs(job).values())).isEqualTo("0\t1\n4\t3\n");
            assertThat(
                            job.getCounters()
                                    .findCounter(
                                            RecordCounts.GROUP, RecordCounter.SKIPPED.toString())
                                    .getValue())
                    .isEqualTo(2);
        }
    }

    @Test
    void theHeaderOfAFileIsNoRecordInAnySplit() throws Exception {
        schema = Schema.builder().header(true).column("a", ColumnType.INT).build();
        Files.writeString(directory.resolve("in/few"), "a\n1\n2\n3\n");
        for (boolean isNew : new boolean[] {true, false}) {
            Job job = job("millrace", isNew, true);
            job.getConfiguration().setLong(FileInputFormat.SPLIT_MAXSIZE, 3);
            FileInputFormat.setInputPaths(job, directory.resolve("in/few").toString());
            assertThat(String.join("", outputs(job).values())).isEqualTo("2\t1\n4\t2\n6\t3\n");
        }
    }

    @Test
    void aBadFieldIsReportedWithFileOffsetRecordAndColumn() throws Exception {
        Path file = Files.writeString(directory.resolve("bad"), "a|1\nb|2x\n");
        JobConf conf = new JobConf();
        Schema two =
                Schema.builder()
                        .column("name", ColumnType.TEXT)
                        .column("count", ColumnType.INT)
                        .build();
        JobSchema.set(conf, two);
        TaskAttemptContextImpl context = new TaskAttemptContextImpl(conf, new TaskAttemptID());
        FileSplit split =
                new FileSplit(
                        new org.apache.hadoop.fs.Path(file.toUri()),
                        0,
                        Files.size(file),
                        new String[0]);
        try (RecordReader<LongWritable, DelimitedRecord> reader =
                new DecodedText().createRecordReader(split, context)) {
            reader.initialize(split, context);
            assertThat(reader.nextKeyValue()).isTrue();
            assertThat(reader.getCurrentValue().getInt(1)).isEqualTo(1);
            assertThat(reader.nextKeyValue()).isTrue();
            assertThatThrownBy(() -> reader.getCurrentValue().getInt(1))
                    .isInstanceOf(BadFieldException.class)
                    .hasMessageStartingWith(
                            "Cannot read column 1 (count, int) of record 2 at byte 4 of file:")
                    .hasMessageContaining("bad. '2x' is not valid; allowed: digits")
                    .hasMessageEndingWith("the setting 'bad null' or 'bad skip'.");
            assertThat(reader.nextKeyValue()).isFalse();
        }
    }

    @Test
    void aJobWithoutASchemaFailsWhenItIsSubmitted() throws Exception {
        Job job = job("millrace", true, true);
        job.getConfiguration().unset("millrace.records.schema");
        assertThatThrownBy(() -> job.waitForCompletion(false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("The job needs a schema");
        job.getConfiguration().set("millrace.records.schema.file", directory + "/none");
        assertThatThrownBy(() -> new DecodedText().getSplits(job))
                .hasMessageContaining("none, set by millrace.records.schema.file, does not exist");
    }

    @Test
    void theSchemaMayBeAFile() throws Exception {
        Path file = Files.writeString(directory.resolve("s"), "column a int\n");
        JobConf conf = new JobConf();
        conf.set("millrace.records.schema.file", file.toUri().toString());
        assertThat(JobSchema.of(conf).columns()).hasSize(1);
    }

    private void write(String name) throws IOException {
        Path file = directory.resolve(name);
        CompressionCodec codec =
                new CompressionCodecFactory(new JobConf())
                        .getCodec(new org.apache.hadoop.fs.Path(name));
        RandomText text = new RandomText(random);
        try (OutputStream plain = Files.newOutputStream(file);
                OutputStream out = codec == null ? plain : codec.createOutputStream(plain)) {
            for (int i = 0; i < RECORDS; i++) {
                out.write(text.record(schema));
                out.write((random.nextInt(10) == 0 ? "\r\n" : "\n").getBytes(UTF_8));
            }
        }
    }

    private Job job(String framework, boolean isNew, boolean decoded) throws IOException {
        JobConf conf = new JobConf();
        conf.set("mapreduce.framework.name", framework);
        conf.set("fs.defaultFS", "file:///");
        conf.setInt("mapreduce.client.completion.pollinterval", 50);
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        conf.setLong(FileInputFormat.SPLIT_MAXSIZE, SPLIT_BYTES);
        // The old API cuts files by the block size: the local runner requests one split.
        conf.setLong("fs.local.block.size", SPLIT_BYTES);
        conf.setNumReduceTasks(0);
        JobSchema.set(conf, schema);
        if (!isNew) {
            setOld(conf, decoded);
        }
        Job job = Job.getInstance(conf);
        if (isNew) {
            job.setInputFormatClass(decoded ? DecodedText.class : TextInputFormat.class);
            job.setMapperClass(decoded ? DecodedJobs.Decoded.class : DecodedJobs.Twin.class);
        }
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(Text.class);
        FileInputFormat.setInputPaths(job, directory.resolve("in").toString());
        FileOutputFormat.setOutputPath(
                job, new org.apache.hadoop.fs.Path(directory + "/out" + jobs++));
        return job;
    }

    private static void setOld(JobConf conf, boolean decoded) {
        if (decoded) {
            conf.setInputFormat(io.millrace.records.old.DecodedText.class);
            conf.setMapperClass(DecodedJobs.OldDecoded.class);
        } else {
            conf.setInputFormat(org.apache.hadoop.mapred.TextInputFormat.class);
            conf.setMapperClass(DecodedJobs.OldTwin.class);
        }
    }

    /** The content of each part, after the job has run. */
    private Map<String, String> outputs(Job job) throws Exception {
        assertThat(job.waitForCompletion(false)).isTrue();
        Path output = Path.of(FileOutputFormat.getOutputPath(job).toUri().getPath());
        Map<String, String> parts = new TreeMap<>();
        try (Stream<Path> files = Files.list(output)) {
            for (Path file :
                    files.filter(each -> each.getFileName().toString().startsWith("part"))
                            .toList()) {
                parts.put(file.getFileName().toString(), Files.readString(file, UTF_8));
            }
        }
        return parts;
    }
}

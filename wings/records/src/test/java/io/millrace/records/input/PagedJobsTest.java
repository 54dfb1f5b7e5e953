package io.millrace.records.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.config.JobSchema;
import io.millrace.records.config.PagedKeys;
import io.millrace.records.config.RecordCounter;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.output.PagedOutput;
import io.millrace.records.paged.BadPagedFileException;
import io.millrace.records.paged.PagedFile;
import io.millrace.records.predicate.PredicateException;
import io.millrace.records.predicate.RandomPredicates;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.ImmutableRecord;
import io.millrace.records.text.RandomText;
import io.millrace.records.text.TextSlice;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that write paged files and read them again, in both APIs and on both frameworks. */
@Sampled(oneIn = 2)
class PagedJobsTest {

    private static final int RECORDS = 2_000;
    private static final int SPLIT_BYTES = 20_000;

    @TempDir private Path directory;
    private final Random random = Seeds.random("paged jobs");
    private final Schema schema = RandomPredicates.tolerant(new RandomText(random).schema());
    private final List<byte[]> lines = new ArrayList<>();
    private int jobs;

    @BeforeEach
    void writeText() throws IOException {
        RandomText text = new RandomText(random);
        try (OutputStream out = Files.newOutputStream(directory.resolve("text"))) {
            for (int i = 0; i < RECORDS; i++) {
                byte[] line = text.record(schema);

                lines.add(line);
                out.write(line);
                out.write('\n');
            }
        }
    }

    @Test
    void jobsOfBothApisAndFrameworksReadWhatOthersWrote() throws Exception {
        RandomPredicates.Pair pair = new RandomPredicates(random, schema, lines).next(1);
        List<String> all = expected(record -> true);
        List<String> some = expected(pair.twin());
        for (boolean isNew : new boolean[] {true, false}) {
            String writer = isNew ? "local" : "millrace";
            Path pages = run(job(writer, isNew, directory.resolve("text"), true, true));
            assertThat(read("local", isNew, pages, null)).isEqualTo(all);
            assertThat(read("millrace", !isNew, pages, null)).isEqualTo(all);
            assertThat(read("local", !isNew, pages, pair.predicate()))
                    .as(pair.predicate() + " " + Seeds.line())
                    .isEqualTo(some);
            assertThat(read("millrace", isNew, pages, pair.predicate())).isEqualTo(some);
            Job text = job("millrace", isNew, directory.resolve("text"), true, false);
            setWhere(text, pair.predicate());
            assertThat(textLines(run(text))).isEqualTo(some);
            assertThat(counter(text, RecordCounter.FILTERED)).isEqualTo(all.size() - some.size());
        }
    }

    @Test
    void pagesAndSplitsThatCannotMatchAreCountedAndNotRead() throws Exception {
        Schema numbers = Schema.builder().column("n", ColumnType.INT).build();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append(i).append('\n');
        }
        Path file = Files.writeString(directory.resolve("numbers"), text);
        Job write = job("millrace", true, file, true, true);
        JobSchema.set(write.getConfiguration(), numbers);
        Path pages = run(write);
        for (boolean isNew : new boolean[] {true, false}) {
            Job read = job("millrace", isNew, pages, false, false);
            read.getConfiguration().unset("millrace.records.schema");
            setWhere(read, RangePredicate.parse("n >= 7000 and n < 7003", "test"));
            assertThat(textLines(run(read))).containsExactly("7000", "7001", "7002");
            long read1 = counter(read, RecordCounter.PAGES_READ);
            assertThat(read1).isBetween(1L, 2L);
            assertThat(read1 + counter(read, RecordCounter.PAGES_SKIPPED))
                    .isEqualTo(pageCount(pages));
            assertThat(counter(read, RecordCounter.FILTERED)).isPositive();
            assertThat(counter(read, RecordCounter.BYTES_SKIPPED))
                    .isGreaterThan(byteCount(pages) / 2);
            Job none = job("millrace", isNew, pages, false, false);
            none.getConfiguration().unset("millrace.records.schema");
            setWhere(none, RangePredicate.parse("n < 0", "test"));
            assertThat(textLines(run(none))).isEmpty();
        }
    }

    @Test
    void mistakesFailTheSubmission() throws Exception {
        Path pages = run(job("local", true, directory.resolve("text"), true, true));
        Job unknown = job("millrace", true, pages, false, false);
        unknown.getConfiguration().set("millrace.records.where", "nothing = 1");
        assertThatThrownBy(() -> unknown.waitForCompletion(false))
                .isInstanceOf(PredicateException.class)
                .hasMessageContaining("millrace.records.where: The schema has no column 'nothing'");
        Job other = job("local", true, pages, false, false);
        JobSchema.set(
                other.getConfiguration(),
                Schema.builder().delimiter('!').column("other", ColumnType.TEXT).build());
        assertThatThrownBy(() -> other.waitForCompletion(false))
                .isInstanceOf(BadPagedFileException.class)
                .hasMessageContaining(
                        ".pages: The file does not have the schema of the job. It has 'delimiter")
                .hasMessageContaining("instead of 'delimiter !'");
        Job codec = job("local", true, directory.resolve("text"), true, true);
        codec.getConfiguration().set(PagedKeys.CODEC, "zip");
        assertThatThrownBy(() -> codec.waitForCompletion(false))
                .hasMessageContaining("is 'zip'; allowed: none, deflate, lz4, zstd.");
        Job zones = job("local", true, directory.resolve("text"), true, true);
        zones.getConfiguration().set(PagedKeys.ZONES, "c0, d9");
        assertThatThrownBy(() -> zones.waitForCompletion(false))
                .hasMessageContaining(PagedKeys.ZONES + ": The schema has no column 'd9'");
        Path text = directory.resolve("text");
        assertThatThrownBy(() -> job("local", false, text, false, false).waitForCompletion(false))
                .isInstanceOf(BadPagedFileException.class)
                .hasMessageContaining("text at byte ");
    }

    private List<String> read(String framework, boolean isNew, Path pages, RangePredicate where)
            throws Exception {
        Job job = job(framework, isNew, pages, false, false);
        if (where != null) {
            setWhere(job, where);
        }
        return textLines(run(job));
    }

    private static void setWhere(Job job, RangePredicate where) {
        DecodedPages.setWhere(job, where);
    }

    private List<String> expected(Predicate<ImmutableRecord> matches) {
        return lines.stream()
                .filter(line -> {
                    ImmutableRecord record = new ImmutableRecord(schema, line);
                    return RandomPredicates.isKept(schema, record) && matches.test(record);
                })
                .map(line -> new String(line, ISO_8859_1))
                .sorted()
                .toList();
    }

    /** A job without a reducer from text or pages to pages or text. */
    private Job job(String framework, boolean isNew, Path input, boolean fromText, boolean toPages)
            throws IOException {
        JobConf conf = new JobConf();
        conf.set("mapreduce.framework.name", framework);
        conf.set("fs.defaultFS", "file:///");
        conf.setInt("mapreduce.client.completion.pollinterval", 50);
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        conf.setLong(FileInputFormat.SPLIT_MAXSIZE, SPLIT_BYTES);
        conf.setLong("fs.local.block.size", SPLIT_BYTES);
        conf.setInt(PagedKeys.PAGE_BYTES, 1000);
        conf.set(PagedKeys.CODEC, random.nextBoolean() ? "lz4" : "deflate");
        conf.setNumReduceTasks(0);
        JobSchema.set(conf, schema);
        Job job;
        if (isNew) {
            job = Job.getInstance(conf);
            job.setInputFormatClass(fromText ? DecodedText.class : DecodedPages.class);
            job.setMapperClass(Lines.class);
            job.setOutputFormatClass(toPages ? PagedOutput.class : TextOutputFormat.class);
        } else {
            conf.setInputFormat(
                    fromText
                            ? io.millrace.records.old.DecodedText.class
                            : io.millrace.records.old.DecodedPages.class);
            conf.setMapperClass(OldLines.class);
            if (toPages) {
                conf.setOutputFormat(io.millrace.records.old.PagedOutput.class);
            }
            job = Job.getInstance(conf);
        }
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(Text.class);
        FileInputFormat.setInputPaths(job, input.toString());
        FileOutputFormat.setOutputPath(
                job, new org.apache.hadoop.fs.Path(directory + "/out" + jobs++));
        return job;
    }

    private static Path run(Job job) throws Exception {
        assertThat(job.waitForCompletion(false)).isTrue();
        return Path.of(FileOutputFormat.getOutputPath(job).toUri().getPath());
    }

    private static List<Path> parts(Path output) throws IOException {
        try (Stream<Path> files = Files.list(output)) {
            return files.filter(each -> each.getFileName().toString().startsWith("part"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> textLines(Path output) throws IOException {
        List<String> all = new ArrayList<>();
        for (Path part : parts(output)) {
            String text = Files.readString(part, ISO_8859_1);
            assertThat(text).matches(each -> each.isEmpty() || each.endsWith("\n"));
            if (!text.isEmpty()) {
                all.addAll(List.of(text.substring(0, text.length() - 1).split("\n", -1)));
            }
        }
        return all.stream().sorted().toList();
    }

    private static int pageCount(Path output) throws IOException {
        int pages = 0;
        for (Path part : parts(output)) {
            org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(part.toUri());
            try (PagedFile file = PagedFile.open(path, new JobConf())) {
                pages += file.pageCount();
            }
        }
        return pages;
    }

    private static long byteCount(Path output) throws IOException {
        long bytes = 0;
        for (Path part : parts(output)) {
            bytes += Files.size(part);
        }
        return bytes;
    }

    private static long counter(Job job, RecordCounter counter) throws IOException {
        return job.getCounters().findCounter(RecordCounts.GROUP, counter.toString()).getValue();
    }

    /** Writes the lines of records. */
    static final class Lines extends Mapper<LongWritable, DelimitedRecord, NullWritable, Text> {

        private final Text line = new Text();

        @Override
        protected void map(LongWritable key, DelimitedRecord record, Context context)
                throws IOException, InterruptedException {
            TextSlice slice = record.line();
            line.set(slice.bytes(), slice.offset(), slice.length());
            context.write(NullWritable.get(), line);
        }
    }

    /** Writes the lines of records; old API. */
    static final class OldLines extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<
                    LongWritable, DelimitedRecord, NullWritable, Text> {

        private final Text line = new Text();

        @Override
        public void map(
                LongWritable key,
                DelimitedRecord record,
                OutputCollector<NullWritable, Text> output,
                Reporter reporter)
                throws IOException {
            TextSlice slice = record.line();
            line.set(slice.bytes(), slice.offset(), slice.length());
            output.collect(NullWritable.get(), line);
        }
    }
}

package io.millrace.records.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.records.config.IndexKeys;
import io.millrace.records.config.PagedKeys;
import io.millrace.records.config.RecordCounter;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.input.DecodedPages;
import io.millrace.records.paged.BadPagedFileException;
import io.millrace.records.paged.PagedFile;
import io.millrace.records.paged.PagedScan;
import io.millrace.records.paged.UnfinishedInput;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.util.ToolRunner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Sampled(oneIn = 3)
class IndexBuildTest {

    private static final int RECORDS = 5000;
    private static final String SCHEMA =
            """
            header yes
            column url text
            column rank int nullable
            column score double nullable
            """;

    @TempDir private Path directory;
    private final Random random = Seeds.random("index");
    private final List<String> lines = new ArrayList<>();
    private long splitBytes = 40_000;
    private String input = "in";
    private @Nullable Class<? extends FileSystem> files;

    @BeforeEach
    void writeInput() throws IOException {
        Files.createDirectory(directory.resolve("in"));
        Files.writeString(directory.resolve("ranks.schema"), SCHEMA);
        write("one", RECORDS);
        write("two", 100);
    }

    @ParameterizedTest
    @CsvSource({"local, true", "millrace, true", "millrace, false"})
    void anIndexHasAllRecordsAndReadsOnlyPagesThatCanMatch(String framework, boolean sort)
            throws Exception {
        assertThat(build(framework, sort, "rank")).isZero();
        assertThat(read(null)).containsExactlyInAnyOrderElementsOf(lines);
        for (String where : List.of("rank = 17", "rank >= 990", "rank < 2 or score = NaN")) {
            assertThat(read(where)).containsExactlyInAnyOrderElementsOf(expected(where));
        }
        Map<String, Long> counters = new HashMap<>();
        read(sort ? "rank >= 990" : "rank = -1", counters);
        assertThat(counters.get(RecordCounter.PAGES_SKIPPED.toString()))
                .isGreaterThan(4 * counters.getOrDefault(RecordCounter.PAGES_READ.toString(), 0L));
    }

    @ParameterizedTest
    @CsvSource({"local, score", "millrace, rank", "millrace, score", "millrace, url"})
    void aSortedIndexIsInTheOrderOfItsKeyOverAllFiles(String framework, String key)
            throws Exception {
        assertThat(build(framework, true, key)).isZero();
        assertThat(indexFiles()).hasSizeBetween(2, 4);
        List<String> keys =
                read(null).stream()
                        .map(line ->
                                line.split("\\|", -1)[List.of("url", "rank", "score").indexOf(key)])
                        .toList();
        assertThat(keys).isSortedAccordingTo(order(key));
        assertThat(keys).hasSize(lines.size());
    }

    /** Nulls first, NaN last. */
    private static Comparator<String> order(String key) {
        if (key.equals("url")) {
            return Comparator.naturalOrder();
        }
        return Comparator.comparingDouble(
                text -> text.isEmpty() ? Double.NEGATIVE_INFINITY : Double.parseDouble(text));
    }

    @Test
    void filesThatAreAddedToTheInputAreAddedToTheIndex() throws Exception {
        build("millrace", true, "rank");
        assertThat(check()).isEqualTo(new IndexCheck(List.of(), List.of()));
        write("three", 50);
        assertThat(check().changes()).isEmpty();
        assertThat(check().added()).singleElement().asString().endsWith("in/three");
        assertThat(build("millrace", true, "rank")).isZero();
        assertThat(read(null)).containsExactlyInAnyOrderElementsOf(lines);
        List<Path> files = indexFiles();
        assertThat(build("millrace", true, "rank")).isZero();
        assertThat(indexFiles()).isEqualTo(files);
    }

    @Test
    void dataThatChangedIsRefusedWithItsNameUntilTheIndexIsBuiltAgain() throws Exception {
        build("millrace", false, "rank");
        Files.writeString(directory.resolve("in/two"), "url|rank|score\nx|1|1\n");
        assertThat(check().changes())
                .singleElement()
                .asString()
                .contains("in/two has changed: it had ")
                .endsWith("bytes, and now has 21");
        assertThatThrownBy(() -> build("millrace", false, "rank"))
                .hasMessageContaining("does not fit its input")
                .hasMessageContaining("Delete the index and build it again.");
        Job job = Job.getInstance(new JobConf());
        FileInputFormat.setInputPaths(job, directory.resolve("out").toString());
        assertThatThrownBy(() -> new DecodedPages().getSplits(job))
                .isInstanceOf(BadPagedFileException.class)
                .hasMessageContaining("in/two, which has changed since: it had ")
                .hasMessageContaining("set millrace.records.paged.check=false");
        job.getConfiguration().setBoolean(PagedKeys.CHECK, false);
        assertThat(new DecodedPages().getSplits(job)).isNotEmpty();
        Files.delete(directory.resolve("in/two"));
        assertThat(check().changes())
                .singleElement()
                .asString()
                .endsWith("in/two is not in the input any longer");
    }

    @Test
    void aBuildThatFailsLeavesNothing() throws Exception {
        splitBytes = 1 << 20;
        Path one = directory.resolve("in/one");
        // The last record of a split is not in the sample from which the files' ranges come.
        Files.writeString(one, Files.readString(one) + "/last|one|1\n");
        assertThat(build("local", true, "rank")).isEqualTo(1);
        assertThat(indexFiles()).isEmpty();
        Files.writeString(one, "url|rank|score\n/first|one|1\n");
        assertThatThrownBy(() -> build("local", true, "rank"))
                .isInstanceOf(BadFieldException.class)
                .hasMessageContaining("'one' is not valid");
        assertThat(directory.resolve("out")).doesNotExist();
    }

    /** Does something once, before a path is opened or renamed whose name begins in some way. */
    public static final class MeanwhileFiles extends LocalFileSystem {

        private record Meanwhile(String name, Callable<?> work) {}

        private static final AtomicReference<@Nullable Meanwhile> NEXT = new AtomicReference<>();

        private static void before(org.apache.hadoop.fs.Path path) throws IOException {
            Meanwhile next = NEXT.get();
            if (next == null || !path.getName().startsWith(next.name())) {
                return;
            }
            NEXT.set(null);
            try {
                next.work().call();
            } catch (Exception e) {
                throw new IOException(e);
            }
        }

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path path, int buffer)
                throws IOException {
            before(path);
            return super.open(path, buffer);
        }

        @Override
        public boolean rename(org.apache.hadoop.fs.Path source, org.apache.hadoop.fs.Path target)
                throws IOException {
            before(source);
            return super.rename(source, target);
        }
    }

    /** The message of a build that fails because of what happens before it uses such a path. */
    private String meanwhile(String name, Callable<?> work) {
        files = MeanwhileFiles.class;
        MeanwhileFiles.NEXT.set(new MeanwhileFiles.Meanwhile(name, work));
        try {
            return assertThrows(IOException.class, () -> build("local", false, "rank"))
                    .getMessage();
        } finally {
            files = null;
        }
    }

    @Test
    void aBuildThatAnotherOneOrAWriterOvertakesSaysWhichItWas() throws Exception {
        Path one = directory.resolve("in/one");
        String text = Files.readString(one);
        assertThat(meanwhile("one", () -> Files.writeString(one, text + "/late|1|1\n")))
                .contains("in/one changed while the index was built");
        assertThat(directory.resolve("out")).doesNotExist();
        Files.writeString(one, text);
        assertThat(meanwhile("one", () -> build("local", false, "rank")))
                .contains("Another build has added ", "This one added nothing.");
        assertThat(read(null)).containsExactlyInAnyOrderElementsOf(lines);
    }

    /** Both have found that the index has none of their files, and choose the same place in it. */
    @Test
    void ofTwoBuildsThatEndAtTheSameTimeOneIsPublished() throws Exception {
        assertThat(meanwhile(UnfinishedInput.BUILD, () -> build("local", false, "rank")))
                .contains("Another build has added ", "This one added nothing.");
        assertThat(read(null)).containsExactlyInAnyOrderElementsOf(lines);
        try (Stream<Path> left = Files.walk(directory.resolve("out"))) {
            assertThat(left).noneMatch(each -> each.toString().contains(UnfinishedInput.BUILD));
        }
    }

    /** A build after another one would refuse that, too. */
    @Test
    void aBuildOfAnotherInputThatEndsAtTheSameTimeIsRefused() throws Exception {
        write("three", 50);
        Path other = Files.createDirectory(directory.resolve("other"));
        Path three = Files.move(directory.resolve("in/three"), other.resolve("three"));
        Callable<?> build =
                () -> {
                    input = "other";
                    return build("local", false, "rank");
                };
        assertThat(meanwhile(UnfinishedInput.BUILD, build))
                .contains("does not fit its input: ", three + " is not in the input any longer");
    }

    /** Each beside a file that its name would match, or be split into, as a pattern. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void namesOfListedFilesAreNotPatterns(boolean sort) throws Exception {
        for (String name :
                List.of(
                        "report[1].csv",
                        "report1.csv",
                        "a{b}.csv",
                        "ab.csv",
                        "a*b",
                        "axb",
                        "a?b",
                        "a\\b",
                        "a,b",
                        "a",
                        " b",
                        "b ",
                        "[",
                        "x^y]-",
                        "${user.name}",
                        "%20",
                        "\\")) {
            write(name, 3);
        }
        assertThat(build("millrace", sort, "rank")).isZero();
        assertThat(read(null)).containsExactlyInAnyOrderElementsOf(lines);
        assertThat(check()).isEqualTo(new IndexCheck(List.of(), List.of()));
    }

    @Test
    void mistakesAreReported() throws Exception {
        assertThatThrownBy(() -> build("local", false, "rang"))
                .hasMessageContaining("The schema has no column 'rang'");
        Files.createDirectory(directory.resolve("in/inside"));
        assertThatThrownBy(() -> build("local", false, "rank"))
                .hasMessageContaining("The input contains the directory");
        Files.delete(directory.resolve("in/inside"));
        build("local", false, "rank");
        assertThatThrownBy(() -> build("local", false, "rank", "rank long"))
                .hasMessageContaining("has another schema");
        Files.writeString(directory.resolve("out/notes"), "mine");
        assertThatThrownBy(() -> build("local", false, "rank"))
                .hasMessageContaining("which is not one of its files");
    }

    private void write(String name, int count) throws IOException {
        List<String> more =
                IntStream.range(0, count)
                        .mapToObj(i ->
                                "/page%d|%s|%s"
                                        .formatted(
                                                random.nextInt(3000),
                                                random.nextInt(20) == 0
                                                        ? ""
                                                        : String.valueOf(random.nextInt(1000)),
                                                random.nextInt(20) == 0
                                                        ? "NaN"
                                                        : String.valueOf(random.nextGaussian())))
                        .toList();
        lines.addAll(more);
        Files.writeString(
                directory.resolve("in").resolve(name),
                "url|rank|score\n" + String.join("\n", more) + "\n");
    }

    private int build(String framework, boolean sort, String key) throws Exception {
        return build(framework, sort, key, "rank int nullable");
    }

    private int build(String framework, boolean sort, String key, String rank) throws Exception {
        Path schema = directory.resolve("ranks.schema");
        Files.writeString(schema, SCHEMA.replace("rank int nullable", rank));
        JobConf conf = new JobConf();
        conf.set("mapreduce.framework.name", framework);
        conf.set("fs.defaultFS", "file:///");
        if (files != null) {
            conf.setClass("fs.file.impl", files, FileSystem.class);
            conf.setBoolean("fs.file.impl.disable.cache", true);
        }
        conf.setInt("mapreduce.client.completion.pollinterval", 50);
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        conf.setLong(FileInputFormat.SPLIT_MAXSIZE, splitBytes);
        // Whatever block size the local file system got from another test.
        conf.setLong(FileInputFormat.SPLIT_MINSIZE, splitBytes);
        conf.setInt(PagedKeys.PAGE_BYTES, 2000);
        conf.setInt(IndexKeys.FILES, 4);
        conf.set(PagedKeys.CODEC, "deflate");
        IndexBuild.configure(conf, schema.toString(), key, sort);
        return ToolRunner.run(
                conf,
                new IndexBuild(),
                new String[] {
                    directory.resolve(input).toString(), directory.resolve("out").toString()
                });
    }

    private IndexCheck check() throws IOException {
        return IndexCheck.of(
                new org.apache.hadoop.fs.Path(directory.resolve("in").toUri()),
                new org.apache.hadoop.fs.Path(directory.resolve("out").toUri()),
                new JobConf());
    }

    private List<String> read(String where) throws IOException {
        return read(where, new HashMap<>());
    }

    /** The records of the index in the order of its files. */
    private List<String> read(String where, Map<String, Long> counters) throws IOException {
        JobConf conf = new JobConf();
        if (where != null) {
            conf.set("millrace.records.where", where);
        }
        List<String> found = new ArrayList<>();
        for (Path file : indexFiles()) {
            RecordCounts counts = new RecordCounts((name, n) -> counters.merge(name, n, Long::sum));
            try (PagedScan scan =
                    PagedScan.open(
                            new org.apache.hadoop.fs.Path(file.toUri()),
                            0,
                            Long.MAX_VALUE,
                            conf,
                            counts)) {
                while (scan.next()) {
                    found.add(scan.record().toString());
                }
            }
        }
        return found;
    }

    private List<String> expected(String where) throws IOException {
        org.apache.hadoop.fs.Path any = new org.apache.hadoop.fs.Path(indexFiles().get(0).toUri());
        List<String> expected = new ArrayList<>();
        try (PagedFile file = PagedFile.open(any, new JobConf())) {
            DelimitedRecord record = new DelimitedRecord(file.schema());
            for (String line : lines) {
                byte[] bytes = line.getBytes(UTF_8);
                record.wrap(bytes, 0, bytes.length);
                if (RangePredicate.parse(where, "t").bind(file.schema(), "t").matches(record)) {
                    expected.add(line);
                }
            }
        }
        return expected;
    }

    private List<Path> indexFiles() throws IOException {
        if (!Files.exists(directory.resolve("out"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory.resolve("out"))) {
            return files.filter(each -> each.getFileName().toString().endsWith(".pages"))
                    .sorted()
                    .toList();
        }
    }
}

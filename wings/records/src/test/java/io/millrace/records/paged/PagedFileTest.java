package io.millrace.records.paged;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.config.PagedKeys;
import io.millrace.records.config.RecordCounter;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.predicate.RandomPredicates;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.ImmutableRecord;
import io.millrace.records.text.RandomText;
import io.millrace.records.text.TextSlice;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.zstd.ZStandardCompressor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Paged files read back what was written, and only the pages that can match. */
class PagedFileTest {

    private static final int FILES = Integer.getInteger("millrace.test.schemas", 15);
    private static final int RECORDS = 200;
    private static final PageCodec[] CODECS = {PageCodec.NONE, PageCodec.DEFLATE, PageCodec.LZ4};
    private static final Schema NUMBERS =
            Schema.builder()
                    .column("n", ColumnType.LONG)
                    .column("name", ColumnType.TEXT)
                    .nullable("x", ColumnType.DOUBLE)
                    .build();

    @TempDir private java.nio.file.Path directory;
    private final Random random = Seeds.random("paged files");
    private final Configuration conf = new Configuration();
    private final Map<String, Long> counted = new HashMap<>();

    @Test
    void recordsThatMatchAreThoseOfThePlainTwinWhateverTheFormOfTheFile() throws Exception {
        RandomText text = new RandomText(random);
        for (int i = 0; i < FILES; i++) {
            Schema schema = RandomPredicates.tolerant(text.schema());
            List<byte[]> lines = new ArrayList<>();
            for (int j = 0; j < RECORDS; j++) {
                lines.add(text.record(schema));
            }
            Path file = write("random" + i, lines, randomOptions(schema));
            conf.setInt(PagedKeys.GAP_BYTES, random.nextInt(2000));
            conf.unset("millrace.records.where");
            assertThat(scan(file)).isEqualTo(expected(schema, lines, record -> true));
            RandomPredicates predicates = new RandomPredicates(random, schema, lines);
            for (int j = 0; j < 10; j++) {
                RandomPredicates.Pair pair = predicates.next(random.nextInt(3));
                conf.set("millrace.records.where", pair.predicate().toString());
                assertThat(scan(file))
                        .as("%s in %s%n%s", pair.predicate(), schema, Seeds.line())
                        .isEqualTo(expected(schema, lines, pair.twin()));
            }
        }
        assertThat(counter(RecordCounter.PAGES_SKIPPED)).isGreaterThan(FILES);
        assertThat(counter(RecordCounter.PAGES_READ)).isGreaterThan(FILES);
        assertThat(counter(RecordCounter.FILTERED)).isGreaterThan(FILES);
        assertThat(counter(RecordCounter.BYTES_SKIPPED)).isGreaterThan(FILES);
    }

    @Test
    void aSortedFileIsReadOnlyWhereThePredicateCanMatch() throws Exception {
        Path file = write("sorted", numbers(0, 10_000), options(NUMBERS, 1000, PageCodec.NONE));
        conf.set("millrace.records.where", "n >= 5000 and n < 5010");
        assertThat(scan(file)).hasSize(10);
        assertThat(counter(RecordCounter.PAGES_READ)).isBetween(1L, 2L);
        long pages = counter(RecordCounter.PAGES_READ) + counter(RecordCounter.PAGES_SKIPPED);
        try (PagedFile opened = PagedFile.open(file, conf)) {
            assertThat(pages).isEqualTo(opened.pageCount());
        }
    }

    @Test
    void pagesWithASmallGapBetweenThemAreReadTogether() throws Exception {
        List<byte[]> lines = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            // Every third page has the value.
            lines.add(line(i % 300 < 100 ? 7 : i));
        }
        PagedOptions options = options(NUMBERS, 1000, PageCodec.NONE);
        Path file = write("gaps", lines, options);
        conf.setClass("fs.file.impl", CountedReads.class, FileSystem.class);
        conf.setBoolean("fs.file.impl.disable.cache", true);
        conf.set("millrace.records.where", "n = 7");
        conf.setInt(PagedKeys.GAP_BYTES, 100);
        int alone = readsOf(file);
        conf.setInt(PagedKeys.GAP_BYTES, 100_000);
        assertThat(alone).isGreaterThan(10);
        // The end of the file, the footer, the filters, and all pages.
        assertThat(readsOf(file)).isEqualTo(4);
    }

    private int readsOf(Path file) throws IOException {
        CountedReads.reads.set(0);
        assertThat(scan(file)).hasSize(1000);
        return CountedReads.reads.get();
    }

    /** The local file system, counting the calls that read at a position. */
    static final class CountedReads extends LocalFileSystem {

        private static final AtomicInteger reads = new AtomicInteger();

        @Override
        public FSDataInputStream open(Path file, int buffer) throws IOException {
            return new FSDataInputStream(super.open(file, buffer)) {
                @Override
                public void readFully(long position, byte[] bytes, int offset, int length)
                        throws IOException {
                    reads.incrementAndGet();
                    super.readFully(position, bytes, offset, length);
                }
            };
        }
    }

    @Test
    void aBloomFilterSkipsPagesWhoseBoundsSurroundTheValue() throws Exception {
        List<byte[]> even = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            even.add(line((i * 7919L % 10_000) * 2));
        }
        Path file = write("filtered", even, options(NUMBERS, 1000, PageCodec.LZ4));
        conf.set("millrace.records.where", "n = 4711");
        assertThat(scan(file)).isEmpty();
        long read = counter(RecordCounter.PAGES_READ);
        assertThat(read).isLessThan(counter(RecordCounter.PAGES_SKIPPED) / 10);
        counted.clear();
        conf.set("millrace.records.where", "name = \"name 4710\"");
        assertThat(scan(file)).hasSize(1);
        assertThat(counter(RecordCounter.PAGES_READ))
                .isLessThan(counter(RecordCounter.PAGES_SKIPPED) / 10);
    }

    @Test
    void nullsAndNanDoNotWidenAZoneAndAFieldThatCannotBeReadOpensIt() throws Exception {
        Schema schema = Schema.builder().nullable("x", ColumnType.DOUBLE).build();
        PagedOptions options =
                new PagedOptions(schema, PageCodec.NONE, 1, all(schema), all(schema), List.of());
        Path file = write("zones", lines("1", "NaN", "", "what"), options);
        try (PagedFile opened = PagedFile.open(file, conf)) {
            assertThat(opened.footer().pages()).hasSize(4);
        }
        conf.set("millrace.records.where", "x > 100");
        assertThatThrownBy(() -> scan(file)).hasMessageContaining("'what' is not valid");
        assertThat(counter(RecordCounter.PAGES_SKIPPED)).isEqualTo(3);
    }

    @Test
    void zstdWorksWithHadoopsNativeCodeAndIsReportedWithoutIt() throws Exception {
        PagedOptions options = options(NUMBERS, 1000, PageCodec.ZSTD);
        if (ZStandardCompressor.isNativeCodeLoaded()) {
            Path file = write("zstd", numbers(0, 1000), options);
            assertThat(scan(file)).hasSize(1000);
        } else {
            assertThatThrownBy(() -> write("zstd", numbers(0, 1000), options))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Hadoop cannot use its ZStandardCodec here")
                    .hasMessageContaining("Install Hadoop's native library with zstd");
        }
    }

    @Test
    void aTruncatedFileIsReportedWhereverItEnds() throws Exception {
        Path file = write("whole", numbers(0, 200), options(NUMBERS, 500, PageCodec.DEFLATE));
        byte[] whole = Files.readAllBytes(local(file));
        for (int length = 0; length < whole.length; length += 1 + random.nextInt(50)) {
            java.nio.file.Path cut = directory.resolve("cut");
            Files.write(cut, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> scan(new Path(cut.toUri())))
                    .isInstanceOf(BadPagedFileException.class)
                    .hasMessageContaining("cut at byte " + length)
                    .hasMessageContaining("it is truncated");
        }
    }

    @Test
    void anyChangedByteIsReportedOrChangesNothing() throws Exception {
        Path file = write("whole", numbers(0, 200), options(NUMBERS, 500, PageCodec.DEFLATE));
        List<String> right = scan(file);
        byte[] whole = Files.readAllBytes(local(file));
        int reported = 0;
        for (int i = 0; i < 300; i++) {
            byte[] changed = whole.clone();
            int at = random.nextInt(whole.length);
            changed[at] ^= (byte) (1 << random.nextInt(8));
            java.nio.file.Path bad = Files.write(directory.resolve("bad"), changed);
            try {
                // Filters are read only for comparisons with =.
                assertThat(scan(new Path(bad.toUri()))).isEqualTo(right);
            } catch (BadPagedFileException e) {
                assertThat(e.getMessage()).contains("bad at byte ");
                reported++;
            }
        }
        assertThat(reported).isGreaterThan(150);
    }

    @Test
    void aDamagedPageIsReportedWithItsOffset() throws Exception {
        Path file = write("whole", numbers(0, 2000), options(NUMBERS, 500, PageCodec.NONE));
        byte[] bytes = Files.readAllBytes(local(file));
        PageEntry page;
        try (PagedFile opened = PagedFile.open(file, conf)) {
            page = opened.footer().pages().get(7);
        }
        bytes[(int) page.offset() + 40] ^= 1;
        change(file, bytes);
        assertThatThrownBy(() -> scan(file))
                .hasMessageContaining(
                        "whole at byte %d: The page has another checksum than its header says. The file is damaged. Copy it again"
                                .formatted(page.offset()));
        bytes[(int) page.offset()] ^= 1;
        change(file, bytes);
        assertThatThrownBy(() -> scan(file)).hasMessageContaining("does not start with MLPG");
    }

    @ParameterizedTest
    @EnumSource(
            value = PageCodec.class,
            names = {"NONE", "DEFLATE", "LZ4"})
    void noMemoryIsReservedForMoreThanAPageCanContain(PageCodec codec) throws Exception {
        Path file = write("whole", numbers(0, 200), options(NUMBERS, 500, codec));
        byte[] bytes = Files.readAllBytes(local(file));
        PageEntry page;
        try (PagedFile opened = PagedFile.open(file, conf)) {
            page = opened.footer().pages().get(0);
        }
        ByteBuffer.wrap(bytes).putInt(12, Integer.MAX_VALUE);
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, 20);
        crc.update(bytes, 24, page.length() - 24);
        ByteBuffer.wrap(bytes).putInt(20, (int) crc.getValue());
        change(file, bytes);
        assertThatThrownBy(() -> scan(file))
                .hasMessageContaining(
                        "whole at byte 0: The page cannot be decompressed into a content of the length in its header");
    }

    @Test
    void aFileOfAnotherVersionIsReportedWithBothVersions() throws Exception {
        Path file = write("whole", numbers(0, 20), options(NUMBERS, 500, PageCodec.NONE));
        byte[] bytes = Files.readAllBytes(local(file));
        bytes[bytes.length - 5] = 2;
        change(file, bytes);
        assertThatThrownBy(() -> scan(file))
                .hasMessageContaining("The file has version 2; this Millrace reads version 1. Use");
    }

    @Test
    void aTextIsNotAPagedFile() throws Exception {
        java.nio.file.Path text =
                Files.writeString(directory.resolve("text"), "some|text\n".repeat(10));
        assertThatThrownBy(() -> scan(new Path(text.toUri())))
                .hasMessageContaining("It is not a paged file, or it is truncated");
    }

    private PagedOptions randomOptions(Schema schema) {
        return new PagedOptions(
                schema,
                CODECS[random.nextInt(CODECS.length)],
                1 + random.nextInt(random.nextBoolean() ? 200 : 10_000),
                random.nextInt(4) > 0 ? all(schema) : some(schema),
                random.nextBoolean() ? all(schema) : some(schema),
                List.of(new SourceFile("file:/x", 1, 2)));
    }

    private static PagedOptions options(Schema schema, int pageBytes, PageCodec codec) {
        return new PagedOptions(schema, codec, pageBytes, all(schema), all(schema), List.of());
    }

    private static List<Integer> all(Schema schema) {
        return IntStream.range(0, schema.columns().size()).boxed().toList();
    }

    private List<Integer> some(Schema schema) {
        return all(schema).stream().filter(each -> random.nextBoolean()).toList();
    }

    private static List<byte[]> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(PagedFileTest::line).toList();
    }

    private static byte[] line(long number) {
        return "%d|name %d|%s".formatted(number, number, number / 8.0).getBytes(ISO_8859_1);
    }

    private static List<byte[]> lines(String... lines) {
        return Arrays.stream(lines).map(each -> each.getBytes(ISO_8859_1)).toList();
    }

    private static java.nio.file.Path local(Path file) {
        return java.nio.file.Path.of(file.toUri().getPath());
    }

    /** Changes a file without Hadoop's own checksums. */
    private static void change(Path file, byte[] bytes) throws IOException {
        Files.write(local(file), bytes);
        Files.deleteIfExists(local(file).resolveSibling("." + file.getName() + ".crc"));
    }

    private Path write(String name, List<byte[]> lines, PagedOptions options) throws IOException {
        Path file = new Path(directory.resolve(name).toUri());
        try (PagedFileWriter writer =
                new PagedFileWriter(file.getFileSystem(conf).create(file, true), options, conf)) {
            for (byte[] line : lines) {
                writer.write(line, 0, line.length);
            }
        }
        return file;
    }

    /** The records that match the predicate in the configuration, each with its number. */
    private List<String> scan(Path file) throws IOException {
        List<String> found = new ArrayList<>();
        RecordCounts counts = new RecordCounts((name, n) -> counted.merge(name, n, Long::sum));
        try (PagedScan scan = PagedScan.open(file, 0, Long.MAX_VALUE, conf, counts)) {
            while (scan.next()) {
                TextSlice line = scan.record().line();
                found.add(
                        scan.key()
                                + ":"
                                + new String(
                                        line.bytes(), line.offset(), line.length(), ISO_8859_1));
            }
        }
        return found;
    }

    private static List<String> expected(
            Schema schema, List<byte[]> lines, Predicate<ImmutableRecord> matches) {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            ImmutableRecord record = new ImmutableRecord(schema, lines.get(i));
            if (RandomPredicates.isKept(schema, record) && matches.test(record)) {
                expected.add(i + ":" + new String(lines.get(i), ISO_8859_1));
            }
        }
        return expected;
    }

    private long counter(RecordCounter counter) {
        return counted.getOrDefault(counter.toString(), 0L);
    }
}

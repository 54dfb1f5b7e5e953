package io.millrace.records.paged;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.records.config.RecordCounts;
import io.millrace.records.fuzz.Mutations;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.BadFieldException;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged paged files yield their records, or the documented exception. */
class PagedFuzzTest {

    private static final int CASES = Soak.cases(60, 6_000);
    private static final Schema SCHEMA =
            Schema.builder().column("n", ColumnType.LONG).column("name", ColumnType.TEXT).build();

    @TempDir private java.nio.file.Path directory;
    private final Random random = Seeds.random("paged fuzz");
    private final Mutations mutations = new Mutations(random);
    private final Configuration conf = new Configuration();
    private java.nio.file.Path local;
    private int read;
    private int rejected;

    @BeforeEach
    void nameFile() {
        local = directory.resolve("damaged");
    }

    @Test
    void damagedFilesYieldTheirRecordsOrAreRejected() throws Exception {
        for (int i = 0; i < CASES; i++) {
            conf.unset("millrace.records.where");
            byte[] whole = written();
            List<String> right = scan(whole);
            conf.set("millrace.records.where", i % 2 == 0 ? "n = 25" : "n >= 0");
            List<String> matching = scan(whole);
            compare(mutations.of(whole), matching);
            conf.unset("millrace.records.where");
            compare(mutations.of(whole), right);
        }
        assertThat(rejected).isGreaterThan(CASES);
    }

    /** No checksum shows the damage, as if a program had written the file wrongly. */
    @Test
    void filesWithWrongContentAndRightChecksumsAreReadOrRejected() throws Exception {
        for (int i = 0; i < CASES; i++) {
            conf.set("millrace.records.where", i % 2 == 0 ? "n = 25" : "n >= 0");
            byte[] whole = written();
            tryToScan(i % 3 == 0 ? withOtherPage(whole) : withOtherFooter(whole));
        }
        assertThat(rejected).isGreaterThan(CASES / 4);
        assertThat(read).isGreaterThan(CASES / 20);
    }

    private void compare(byte[] bytes, List<String> right) throws IOException {
        try {
            assertThat(scan(bytes)).as(Seeds.line()).isEqualTo(right);
            read++;
        } catch (BadPagedFileException e) {
            assertThat(e.getMessage()).contains("damaged");
            rejected++;
        }
    }

    private void tryToScan(byte[] bytes) throws IOException {
        try {
            scan(bytes);
            read++;
        } catch (BadPagedFileException | BadFieldException e) {
            assertThat(e.getMessage()).contains("damaged");
            rejected++;
        }
    }

    private byte[] withOtherFooter(byte[] whole) throws IOException {
        byte[] end = Arrays.copyOfRange(whole, whole.length - FileTail.BYTES, whole.length);
        FileTail tail = FileTail.read(path(), whole.length, end);
        int at = (int) tail.footerAt();
        byte[] footer = mutations.of(Arrays.copyOfRange(whole, at, at + tail.footerLength()));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(whole, 0, at);
        bytes.writeBytes(footer);
        bytes.writeBytes(FileTail.of(at, footer));
        return bytes.toByteArray();
    }

    /** Changes the body of the first page, but not its length. */
    private byte[] withOtherPage(byte[] whole) throws IOException {
        Files.write(local, whole);
        PageEntry page;
        try (PagedFile file = PagedFile.open(path(), conf)) {
            page = file.footer().pages().get(0);
        }
        int from = (int) page.offset();
        byte[] changed = mutations.of(Arrays.copyOfRange(whole, from + 24, from + page.length()));
        System.arraycopy(
                changed, 0, whole, from + 24, Math.min(changed.length, page.length() - 24));
        CRC32C crc = new CRC32C();
        crc.update(whole, from, 20);
        crc.update(whole, from + 24, page.length() - 24);
        ByteBuffer.wrap(whole).putInt(from + 20, (int) crc.getValue());
        return whole;
    }

    private byte[] written() throws IOException {
        PageCodec[] codecs = {PageCodec.NONE, PageCodec.DEFLATE, PageCodec.LZ4};
        PagedOptions options =
                new PagedOptions(
                        SCHEMA,
                        codecs[random.nextInt(codecs.length)],
                        100,
                        List.of(0, 1),
                        List.of(0),
                        List.of(new SourceFile("file:/none", 1, 2)));
        Path path = new Path(directory.resolve("written").toUri());
        try (PagedFileWriter writer =
                new PagedFileWriter(path.getFileSystem(conf).create(path, true), options, conf)) {
            for (int i = 0; i < 50; i++) {
                byte[] line = "%d|name %d".formatted(i, random.nextInt()).getBytes(ISO_8859_1);
                writer.write(line, 0, line.length);
            }
        }
        return Files.readAllBytes(directory.resolve("written"));
    }

    private Path path() {
        return new Path(local.toUri());
    }

    private List<String> scan(byte[] bytes) throws IOException {
        Files.write(local, bytes);
        List<String> found = new ArrayList<>();
        RecordCounts counts = new RecordCounts((name, amount) -> {});
        try (PagedScan scan = PagedScan.open(path(), 0, Long.MAX_VALUE, conf, counts)) {
            while (scan.next()) {
                found.add(scan.key() + ":" + scan.record().getText(1));
            }
        }
        return found;
    }
}

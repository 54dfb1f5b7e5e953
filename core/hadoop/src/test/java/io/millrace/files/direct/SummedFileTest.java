package io.millrace.files.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.files.config.FileKeys;
import io.millrace.formats.meter.ThreadStatistics;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files with checksums are those that Hadoop's own local file system makes. */
@Timeout(120)
class SummedFileTest {

    private static final int DEFAULT_BUFFER = 9 * 512;

    @TempDir private Path folder;

    @Test
    void whateverIsWrittenTheFilesAreThoseOfHadoop() throws Exception {
        Random seeds = Seeds.random("files with checksums");
        for (int i = 0; i < 100; i++) {
            long seed = seeds.nextLong();
            List<Object> hadoops =
                    write(LocalFileSystem.class, folder.resolve("hadoops" + i), new Random(seed));
            assertThat(
                            write(
                                    DirectLocalFileSystem.class,
                                    folder.resolve("direct" + i),
                                    new Random(seed)))
                    .as(Seeds.line())
                    .isEqualTo(hadoops);
        }
    }

    /** Makes a file; what could be seen on the way and afterwards. */
    private static List<Object> write(Class<? extends FileSystem> type, Path file, Random random)
            throws IOException {
        Configuration conf = conf(type);
        conf.setBoolean(FileKeys.WRITE_BEHIND.name(), random.nextBoolean());
        conf.setInt("file.bytes-per-checksum", random.nextBoolean() ? 512 : 1 + random.nextInt(99));
        List<Object> seen = new ArrayList<>();
        try (FileSystem files = FileSystem.newInstance(URI.create("file:///"), conf)) {
            ThreadStatistics counted = ThreadStatistics.of(hadoops(file), conf);
            long before = counted.bytesWritten();
            FSDataOutputStream out = files.create(hadoops(file));
            int largest = random.nextBoolean() ? 200 : 4 * DEFAULT_BUFFER;
            for (int i = random.nextInt(300); i > 0; i--) {
                writeOnce(out, random, largest);
                seen.add(out.getPos());
                seen.add(out.size());
            }
            out.close();
            out.close();
            out.write(1);
            seen.add(thrown(() -> out.write(new byte[1])));
            seen.add(
                    IOStatisticsSupport.retrieveIOStatistics(out)
                            .counters()
                            .get(StreamStatisticNames.STREAM_WRITE_BYTES));
            seen.add(counted.bytesWritten() - before);
        }
        seen.add(Arrays.hashCode(Files.readAllBytes(file)));
        seen.add(Arrays.hashCode(Files.readAllBytes(sumsOf(file))));
        return seen;
    }

    private static void writeOnce(FSDataOutputStream out, Random random, int largest)
            throws IOException {
        byte[] bytes = new byte[random.nextInt(largest)];
        random.nextBytes(bytes);
        switch (random.nextInt(12)) {
            case 0 -> out.write(random.nextInt());
            case 1 -> out.writeInt(random.nextInt());
            case 2 -> out.writeLong(random.nextLong());
            case 3 -> out.writeUTF("a field " + random.nextInt());
            case 4 -> out.writeBytes("a line " + random.nextInt());
            case 5 -> out.flush();
            case 6 -> out.hflush();
            case 7 -> out.hsync();
            case 8 -> out.write(new byte[random.nextInt(3) * DEFAULT_BUFFER]);
            case 9 -> {
                int from = random.nextInt(bytes.length + 1);
                out.write(bytes, from, random.nextInt(bytes.length - from + 1));
            }
            default -> out.write(bytes);
        }
    }

    @Test
    void whatIsRefusedIsRefusedInTheSameWay() throws IOException {
        assertThat(refusals(DirectLocalFileSystem.class))
                .isEqualTo(refusals(LocalFileSystem.class))
                .contains(
                        ArrayIndexOutOfBoundsException.class,
                        FileAlreadyExistsException.class,
                        UnsupportedOperationException.class);
    }

    private List<Object> refusals(Class<? extends FileSystem> type) throws IOException {
        List<Object> refusals = new ArrayList<>();
        Path file = folder.resolve("of " + type.getSimpleName());
        try (FileSystem files = FileSystem.newInstance(URI.create("file:///"), conf(type))) {
            FSDataOutputStream out = files.create(hadoops(file));
            refusals.add(thrown(() -> out.write(new byte[3], 1, 3)));
            refusals.add(thrown(() -> out.write(new byte[3], -1, 1)));
            refusals.add(thrown(() -> out.write(new byte[3], 1, -1)));
            refusals.add(thrown(() -> out.setDropBehind(true)));
            refusals.add(thrown(out::abort));
            refusals.add(out.hasCapability(StreamCapabilities.HSYNC));
            refusals.add(out.hasCapability(StreamCapabilities.IOSTATISTICS));
            refusals.add(out.getPos());
            out.close();
            refusals.add(thrown(() -> files.create(hadoops(file), false).close()));
            refusals.add(thrown(() -> files.create(hadoops(file.resolve("below"))).close()));
            refusals.add(
                    thrown(() ->
                            files.createNonRecursive(
                                    hadoops(folder.resolve("no/file")),
                                    true,
                                    512,
                                    (short) 1,
                                    512,
                                    null)));
            refusals.add(Files.size(file));
            refusals.add(Files.size(sumsOf(file)));
        }
        return refusals;
    }

    @Test
    void checksumsAreThereOnlyWhereTheyAreWantedAndOldOnesDoNotStay() throws IOException {
        Path file = folder.resolve("file");
        try (FileSystem files =
                FileSystem.newInstance(URI.create("file:///"), conf(DirectLocalFileSystem.class))) {
            FsPermission owners = new FsPermission((short) 0600);
            try (FSDataOutputStream out = FileSystem.create(files, hadoops(file), owners)) {
                out.writeBytes("with sums");
            }
            assertThat(sumsOf(file)).exists();
            assertThat(files.getFileStatus(hadoops(sumsOf(file))).getPermission())
                    .isEqualTo(files.getFileStatus(hadoops(file)).getPermission());
            files.setWriteChecksum(false);
            try (FSDataOutputStream out = files.create(hadoops(file))) {
                out.writeBytes("without");
            }
            assertThat(sumsOf(file)).doesNotExist();
        }
        assertThat(file).hasContent("without");
    }

    @Test
    void aByteThatChangedIsFoundByHadoop() throws IOException {
        Path file = folder.resolve("file");
        try (FileSystem files =
                        FileSystem.newInstance(
                                URI.create("file:///"), conf(DirectLocalFileSystem.class));
                FileSystem hadoops =
                        FileSystem.newInstance(
                                URI.create("file:///"), conf(LocalFileSystem.class))) {
            byte[] bytes = new byte[100_000];
            try (FSDataOutputStream out = files.create(hadoops(file))) {
                out.write(bytes);
            }
            bytes[77_777] ^= 1;
            Files.write(file, bytes);
            try (FSDataInputStream in = hadoops.open(hadoops(file))) {
                assertThatThrownBy(in::readAllBytes).isInstanceOf(ChecksumException.class);
            }
        }
    }

    @Test
    void aFullDiskIsToldByCloseAndBothFilesAreClosed() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(full).as("skipped: there is no device here that is always full").exists();
        Path sums = folder.resolve("sums");
        try (FileSystem files =
                FileSystem.newInstance(URI.create("file:///"), conf(DirectLocalFileSystem.class))) {
            FileSystem raw = ((LocalFileSystem) files).getRaw();
            FSDataOutputStream beside = raw.create(hadoops(sums));
            SummedFile file = new SummedFile(raw.append(hadoops(full)), beside, 512);
            file.write(new byte[100]);
            assertThatThrownBy(file::close).hasMessageContaining("No space left on device");
            file.close();
            beside.write(new byte[1]);
            assertThatThrownBy(beside::hflush).hasMessageContaining("Stream Closed");
        }
        assertThat(sums).hasSize(12); // the head and one sum
    }

    private static Configuration conf(Class<? extends FileSystem> type) {
        Configuration conf = new Configuration();
        conf.setClass("fs.file.impl", type, FileSystem.class);
        return conf;
    }

    private static org.apache.hadoop.fs.Path hadoops(Path path) {
        return new org.apache.hadoop.fs.Path(path.toUri());
    }

    private static Path sumsOf(Path file) {
        return file.resolveSibling("." + file.getFileName() + ".crc");
    }

    private interface Attempted {
        void run() throws IOException;
    }

    /** The class of what is thrown, which says more than messages that name files. */
    private static Object thrown(Attempted attempted) {
        try {
            attempted.run();
            return "nothing";
        } catch (IOException | RuntimeException e) {
            return e.getClass();
        }
    }
}

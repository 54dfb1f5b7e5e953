package io.millrace.files.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.files.config.FileKeys;
import io.millrace.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("jdk")
class BehindStreamTest {

    private static final int BUFFER = WriteThreads.BUFFER_BYTES;
    private static final int CORES = 2;

    @TempDir private Path folder;
    private final WriteThreads threads = new WriteThreads(CORES);

    @Test
    void filesChecksumsPositionsAndStatisticsAreThoseOfPlainWriting() throws Exception {
        Random seeds = Seeds.random("written behind");
        for (int i = 0; i < 20; i++) {
            long seed = seeds.nextLong();
            List<Object> plain = make(false, "plain" + i, new Random(seed));
            assertThat(make(true, "behind" + i, new Random(seed)))
                    .as(Seeds.line())
                    .isEqualTo(plain);
        }
    }

    /** Makes a file; what could be seen on the way. */
    private List<Object> make(boolean behind, String name, Random random) throws IOException {
        Configuration conf = new Configuration();
        conf.setBoolean(FileKeys.WRITE_BEHIND.name(), behind);
        conf.setClass("fs.file.impl", DirectLocalFileSystem.class, FileSystem.class);
        List<Object> seen = new ArrayList<>();
        Path file = folder.resolve(name);
        try (FileSystem files = FileSystem.newInstance(URI.create("file:///"), conf)) {
            org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
            boolean raw = random.nextBoolean();
            FSDataOutputStream out =
                    (raw ? ((DirectLocalFileSystem) files).getRaw() : files).create(path);
            try (out) {
                int writes = random.nextInt(60);
                for (int i = 0; i < writes; i++) {
                    byte[] bytes =
                            new byte[random.nextInt(random.nextBoolean() ? 100 : 3 * BUFFER)];
                    random.nextBytes(bytes);
                    out.write(bytes);
                    out.write(i);
                    seen.add(out.getPos());
                    if (random.nextInt(20) == 0) {
                        out.hflush(); // which a stream with checksums does not pass on
                        seen.add(raw ? Files.size(file) : out.getPos());
                    }
                }
            }
            seen.add(
                    IOStatisticsSupport.retrieveIOStatistics(out)
                            .counters()
                            .get(StreamStatisticNames.STREAM_WRITE_BYTES));
        }
        seen.add(Arrays.hashCode(Files.readAllBytes(file)));
        Path sums = folder.resolve("." + name + ".crc");
        seen.add(Files.exists(sums) ? Arrays.hashCode(Files.readAllBytes(sums)) : "none");
        return seen;
    }

    @Test
    void theFirstBufferIsWrittenByTheCallerAndLaterOnesAreNot() throws Exception {
        Writers writers = new Writers();
        try (OutputStream out = new BehindStream(writers, threads)) {
            out.write(new byte[BUFFER]);
            assertThat(writers.threads).containsExactly(Thread.currentThread());
            writers.begun = new CountDownLatch(1);
            writers.mayGoOn = new CountDownLatch(1);
            out.write(new byte[BUFFER]);
            writers.begun.await();
            out.write(new byte[BUFFER]);
            writers.mayGoOn.countDown();
            out.flush();
            assertThat(writers.threads).hasSize(3);
            assertThat(writers.threads.get(1).getName()).startsWith("millrace-write-");
        }
    }

    @Test
    void moreFilesThanThereAreBuffersAreAllWritten() throws IOException {
        Random random = new Random(5);
        List<ByteArrayOutputStream> files = new ArrayList<>();
        List<ByteArrayOutputStream> expected = new ArrayList<>();
        List<OutputStream> streams = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            files.add(new ByteArrayOutputStream());
            expected.add(new ByteArrayOutputStream());
            streams.add(new BehindStream(files.get(i), threads));
        }
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < streams.size(); i++) {
                byte[] bytes = new byte[random.nextInt(BUFFER)];
                random.nextBytes(bytes);
                streams.get(i).write(bytes);
                expected.get(i).write(bytes);
            }
        }
        for (int i = 0; i < streams.size(); i++) {
            streams.get(i).close();
            assertThat(files.get(i).toByteArray()).isEqualTo(expected.get(i).toByteArray());
        }
        assertAllBuffersAreBack();
    }

    @Test
    void aWriteThatFailsIsToldOnceAsItIsAndThenAsTheCause() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(full).as("skipped: there is no device here that is always full").exists();
        OutputStream out =
                new BehindStream(
                        new OutputStream() {
                            private final OutputStream device = new FileOutputStream(full.toFile());
                            private int written;

                            @Override
                            public void write(int single) {
                                throw new AssertionError("not by the byte");
                            }

                            @Override
                            public void write(byte[] bytes, int offset, int length)
                                    throws IOException {
                                written += length;
                                if (written > BUFFER) {
                                    device.write(bytes, offset, length);
                                }
                            }

                            @Override
                            public void close() throws IOException {
                                device.close();
                            }
                        },
                        threads);
        out.write(new byte[BUFFER]);
        assertThatThrownBy(
                        () -> {
                            out.write(new byte[BUFFER]); // told here if the other thread was quick
                            out.flush();
                        })
                .hasMessage("No space left on device");
        assertThatThrownBy(() -> out.write(new byte[2 * BUFFER]))
                .hasMessageStartingWith("an earlier write of this file failed")
                .hasMessageContaining("No space left on device")
                .hasCauseInstanceOf(IOException.class);
        assertThatThrownBy(out::close).hasMessageContaining("No space left on device");
        out.close();
        assertAllBuffersAreBack();
    }

    @Test
    void aFailureThatNobodyWaitedForIsToldByClose() throws IOException {
        Writers writers = new Writers();
        OutputStream out = new BehindStream(writers, threads);
        out.write(new byte[BUFFER]);
        writers.failure = new IOException("the disk is gone");
        writers.mayGoOn = new CountDownLatch(1);
        out.write(new byte[BUFFER]);
        writers.mayGoOn.countDown();
        assertThatThrownBy(out::close).hasMessage("the disk is gone");
        assertThat(writers.closed).isTrue();
        assertAllBuffersAreBack();
    }

    private void assertAllBuffersAreBack() {
        int count = 0;
        while (threads.takeBuffer() != null) {
            count++;
        }
        assertThat(count).isEqualTo(WriteThreads.BUFFERS_PER_CORE * CORES);
    }

    /** Remembers who writes. */
    private static final class Writers extends OutputStream {
        private final List<Thread> threads = new ArrayList<>();
        private volatile CountDownLatch begun = new CountDownLatch(0);
        private volatile CountDownLatch mayGoOn = new CountDownLatch(0);
        private volatile @Nullable IOException failure;
        private volatile boolean closed;

        @Override
        public void write(int single) {
            throw new AssertionError("not by the byte");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            begun.countDown();
            try {
                mayGoOn.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            threads.add(Thread.currentThread());
            IOException planned = failure;
            if (planned != null) {
                throw planned;
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}

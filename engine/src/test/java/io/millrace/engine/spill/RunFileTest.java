package io.millrace.engine.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFileTest {

    private static final int PARTITIONS = 5;

    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(ints = {4096, 5000, 128 * 1024})
    void eachPartitionReadsBackWhatWasWritten(int bufferBytes) throws IOException {
        List<List<ByteRecord>> written = records(new Random(bufferBytes));
        try (RunFile file = write(written, bufferBytes)) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                assertThat(file.records(partition)).isEqualTo(written.get(partition).size());
                assertThat(read(file, partition, bufferBytes)).isEqualTo(written.get(partition));
            }
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void onlyTheOwnerMayReadARun() throws IOException {
        try (RunFile file = write(records(new Random(1)), 4096)) {
            assertThat(file.bytes()).isPositive();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files().get(0))))
                    .isEqualTo("rw-------");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void aChangedByteIsFoundAndTheMessageNamesTheFile(long seed) throws IOException {
        Random random = new Random(seed);
        try (RunFile file = write(records(random), 4096)) {
            Path path = files().get(0);
            flip(path, random.nextInt((int) Files.size(path)), random);

            assertThatThrownBy(
                            () -> {
                                for (int partition = 0; partition < PARTITIONS; partition++) {
                                    read(file, partition, 4096);
                                }
                            })
                    .isInstanceOf(SpillException.class)
                    .hasMessageContaining(path.toString())
                    .hasMessageContaining("disk");
        }
    }

    @Test
    void aCutFileIsToldFromACorruptOne() throws IOException {
        try (RunFile file = write(records(new Random(3)), 4096)) {
            Path path = files().get(0);
            try (RandomAccessFile cut = new RandomAccessFile(path.toFile(), "rw")) {
                cut.setLength(cut.length() - 3);
            }

            assertThatThrownBy(() -> read(file, PARTITIONS - 1, 4096))
                    .isInstanceOf(SpillException.class)
                    .hasMessageContaining("ends inside a block");
        }
    }

    @Test
    void aRunThatIsNotFinishedLeavesNoFile() throws IOException {
        RunFileWriter writer = new RunFileWriter(area(), "run", PARTITIONS, new byte[4096]);
        writer.write(0, new byte[] {1}, 0, 1, new byte[] {2}, 0, 1);
        writer.close();

        assertThat(files()).isEmpty();
    }

    @Test
    void aDirectoryThatIsGoneIsPassedOver() throws IOException {
        SpillArea area = new SpillArea(List.of(directory.resolve("gone"), directory));
        for (int i = 0; i < 3; i++) {
            new RunFileWriter(area, "run", 1, new byte[4096]).finish().close();
        }
    }

    @Test
    void withNoDirectoryLeftTheMessageSaysWhatToSet() {
        SpillArea area = new SpillArea(List.of(directory.resolve("gone")));

        assertThatThrownBy(() -> new RunFileWriter(area, "run", 1, new byte[4096]))
                .isInstanceOf(SpillException.class)
                .hasMessageContaining("millrace.spill.directories");
    }

    private static List<List<ByteRecord>> records(Random random) {
        List<List<ByteRecord>> all = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<ByteRecord> records = new ArrayList<>();
            int count = partition == 2 ? 0 : 1 + random.nextInt(400);
            for (int i = 0; i < count; i++) {
                byte[] key = new byte[random.nextInt(30)];
                byte[] value = new byte[random.nextInt(random.nextInt(50) == 0 ? 20_000 : 30)];
                random.nextBytes(key);
                if (random.nextBoolean()) {
                    random.nextBytes(value);
                }
                records.add(new ByteRecord(key, value));
            }
            all.add(records);
        }
        return all;
    }

    private RunFile write(List<List<ByteRecord>> records, int bufferBytes) throws IOException {
        try (RunFileWriter writer =
                new RunFileWriter(area(), "run", PARTITIONS, new byte[bufferBytes])) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                for (ByteRecord record : records.get(partition)) {
                    writer.write(
                            partition,
                            record.key(),
                            0,
                            record.key().length,
                            record.value(),
                            0,
                            record.value().length);
                }
            }
            return writer.finish();
        }
    }

    private static List<ByteRecord> read(RunFile file, int partition, int bufferBytes)
            throws IOException {
        List<ByteRecord> records = new ArrayList<>();
        try (RecordCursor cursor =
                file.cursor(partition, ByteKeyOrder.withPrefix(), new byte[bufferBytes])) {
            while (cursor.next()) {
                records.add(ByteRecord.copyOf(cursor));
            }
        }
        return records;
    }

    private static void flip(Path path, int at, Random random) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(at);
            int old = file.read();
            file.seek(at);
            file.write(old ^ 1 + random.nextInt(255));
        }
    }

    private SpillArea area() {
        return new SpillArea(List.of(directory));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}

package io.millrace.engine.spill;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.TestMemory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class RunFileTest {

    private static final int PARTITIONS = 5;

    @TempDir private Path directory;

    private SpillCoding coding = SpillCoding.PLAIN;

    static Stream<Arguments> codings() {
        return Stream.of(4096, 5000, 128 * 1024)
                .flatMap(buffer ->
                        Stream.of(0, 16, 32)
                                .flatMap(key ->
                                        Stream.of(true, false)
                                                .map(compressed ->
                                                        Arguments.of(buffer, key, compressed))));
    }

    @ParameterizedTest(name = "buffer {0}, key {1}, compressed {2}")
    @MethodSource("codings")
    void eachPartitionReadsBackWhatWasWritten(int bufferBytes, int keyBytes, boolean compressed)
            throws IOException {
        byte[] key = new byte[keyBytes];
        new Random(1).nextBytes(key);
        coding = SpillCoding.PLAIN.compressed(compressed).encrypted(keyBytes == 0 ? null : key);
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
    void longValuesStayOnDiskUntilTheyAreAskedFor() throws IOException {
        Random random = new Random(11);
        List<ByteRecord> records = new ArrayList<>();
        for (int length : new int[] {0, 3 << 20, 10, (1 << 20) + 1, 1 << 20, 5 << 20}) {
            byte[] value = new byte[length];
            random.nextBytes(value);
            records.add(new ByteRecord(new byte[] {(byte) records.size()}, value));
        }
        int buffer = 64 << 10;
        try (RunFile file = write(List.of(records), buffer)) {
            assertThat(read(file, 0, buffer)).isEqualTo(records);
            try (RecordCursor cursor =
                    file.cursor(0, ByteKeyOrder.withPrefix(), new byte[buffer])) {
                for (ByteRecord record : records) {
                    assertThat(cursor.next()).isTrue();
                    assertThat(cursor.keyBytes()[cursor.keyOffset()]).isEqualTo(record.key()[0]);
                    assertThat(cursor.valueLength()).isEqualTo(record.value().length);
                    assertThat(cursor.valueBytes()).hasSizeLessThanOrEqualTo(2 << 20);
                }
                assertThat(cursor.next()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 16})
    void anotherProcessReadsWhatItIsLentAndLeavesTheFile(int keyBytes) throws IOException {
        coding = SpillCoding.PLAIN.encrypted(keyBytes == 0 ? null : new byte[keyBytes]).rekeyed();
        List<List<ByteRecord>> written = records(new Random(11));
        try (RunFile file = write(written, 4096)) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                try (RunSource lent = described((RunFile) file.lent(partition))) {
                    assertThat(read(lent, partition, 4096)).isEqualTo(written.get(partition));
                    assertThat(lent.records((partition + 1) % PARTITIONS)).isZero();
                }
            }
            assertThat(files()).hasSize(1);
            described(file).close();
            assertThat(files())
                    .as("files once the process that was told all has closed it")
                    .isEmpty();
        }
    }

    @Test
    void aCodingWithAKeyOfItsOwnWritesOtherBytes() throws IOException {
        coding = SpillCoding.PLAIN.encrypted(new byte[16]);
        List<List<ByteRecord>> written = records(new Random(12));
        byte[] first;
        try (RunFile file = write(written, 4096)) {
            assertThat(file.bytes()).isPositive();
            first = Files.readAllBytes(files().get(0));
        }
        coding = coding.rekeyed();
        try (RunFile file = write(written, 4096)) {
            assertThat(file.bytes()).isEqualTo(first.length);
            assertThat(Files.readAllBytes(files().get(0))).isNotEqualTo(first);
        }
    }

    private RunSource described(RunFile file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        file.writeTo(new DataOutputStream(bytes));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        try (MemoryBudget memory = new MemoryBudget(1 << 20, 4096, 0)) {
            return RunSource.readFrom(
                    in, new RunIntake(TestMemory.of(memory), SlabKind.HEAP, area(), "run"));
        }
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
    void lengthsAreLittleEndianOnEveryMachine() throws IOException {
        ByteRecord record = new ByteRecord(new byte[] {7, 8, 9}, new byte[0x0102]);
        try (RunFile file = write(List.of(List.of(record)), 4096)) {
            byte[] content = Files.readAllBytes(files().get(0));
            assertThat(Arrays.copyOfRange(content, 4, 5)).as("version").containsExactly(2);
            assertThat(Arrays.copyOfRange(content, 20, 31))
                    .containsExactly(3, 0, 0, 0, 2, 1, 0, 0, 7, 8, 9);
            assertThat(read(file, 0, 4096)).containsExactly(record);
        }
    }

    @Test
    void aRunInTheOrderOfAnotherMachineIsRefused() throws IOException {
        ByteRecord record = new ByteRecord(new byte[] {7}, new byte[] {8, 9});
        try (RunFile file = write(List.of(List.of(record)), 4096)) {
            Path path = files().get(0);
            // What version 1 wrote on a big-endian machine, checksum and all.
            byte[] bigEndian = {0, 0, 0, 1, 0, 0, 0, 2, 7, 8, 9};
            byte[] frame = Files.readAllBytes(path);
            frame[4] = 1;
            System.arraycopy(bigEndian, 0, frame, 20, bigEndian.length);
            CRC32C crc = new CRC32C();
            crc.update(frame, 4, 12);
            crc.update(bigEndian);
            ByteBuffer.wrap(frame).putInt(16, (int) crc.getValue());
            Files.write(path, frame);

            assertThatThrownBy(() -> read(file, 0, 4096))
                    .isInstanceOf(SpillException.class)
                    .hasMessageContaining(path.toString())
                    .hasMessageContaining("little-endian")
                    .hasMessageContaining("order of the machine that wrote it");
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
    void compressionIsTriedNowAndThenAndUsedWhereItHelps() throws IOException {
        coding = SpillCoding.PLAIN.compressed(true);
        List<ByteRecord> random = new ArrayList<>();
        Random seeded = new Random(1);
        for (int i = 0; i < 200; i++) {
            byte[] value = new byte[1000];
            seeded.nextBytes(value);
            random.add(new ByteRecord(new byte[0], value));
        }
        assertThat(bytesOnDisk(random)).isGreaterThan(200_000);
        ByteRecord zeros = new ByteRecord(new byte[0], new byte[1000]);
        assertThat(bytesOnDisk(Collections.nCopies(200, zeros))).isLessThan(20_000);
    }

    private long bytesOnDisk(List<ByteRecord> records) throws IOException {
        try (RunFile file = write(List.of(records), 4096)) {
            assertThat(read(file, 0, 4096)).isEqualTo(records);
            return file.bytes();
        }
    }

    @Test
    void nothingOfAnEncryptedRunIsOnDiskInClear() throws IOException {
        byte[] value = "a secret that must not be found on any disk".getBytes(UTF_8);
        List<List<ByteRecord>> records =
                List.of(Collections.nCopies(500, new ByteRecord(new byte[0], value)));
        try (RunFile file = write(records, 4096)) {
            assertThat(Files.readString(files().get(0), ISO_8859_1)).contains("a secret");
        }
        coding = SpillCoding.PLAIN.encrypted(new byte[16]);
        SpillArea area = area();
        try (RunFile file = write(area, records, 4096);
                RunFile same = write(area, records, 4096)) {
            List<byte[]> both = new ArrayList<>();
            for (Path path : files()) {
                both.add(Files.readAllBytes(path));
                assertThat(new String(both.get(0), ISO_8859_1)).doesNotContain("secret");
            }
            // One counter serves one block only: what is equal in clear is not on disk.
            byte[] one = Arrays.copyOfRange(both.get(0), 20, 120);
            assertThat(Arrays.mismatch(one, Arrays.copyOfRange(both.get(1), 20, 120)))
                    .isBetween(0, 2);
            assertThat(read(file, 0, 4096))
                    .isEqualTo(read(same, 0, 4096))
                    .isEqualTo(records.get(0));
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
        SpillArea area = new SpillArea(List.of(directory.resolve("gone"), directory), coding);
        for (int i = 0; i < 3; i++) {
            try (RunFileWriter writer = new RunFileWriter(area, "run", 1, new byte[4096])) {
                assertThat(directory).isDirectoryContaining(Files::isRegularFile);
                writer.finish().close();
            }
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void withNoDirectoryLeftTheMessageSaysWhatToSet() {
        SpillArea area = new SpillArea(List.of(directory.resolve("gone")), coding);

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
        return write(area(), records, bufferBytes);
    }

    private static RunFile write(SpillArea area, List<List<ByteRecord>> records, int bufferBytes)
            throws IOException {
        try (RunFileWriter writer =
                new RunFileWriter(area, "run", PARTITIONS, new byte[bufferBytes])) {
            for (int partition = 0; partition < records.size(); partition++) {
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

    private static List<ByteRecord> read(RunSource file, int partition, int bufferBytes)
            throws IOException {
        List<ByteRecord> records = new ArrayList<>();
        try (RecordCursor cursor =
                file.cursor(partition, ByteKeyOrder.withPrefix(), new byte[bufferBytes])) {
            while (cursor.next()) {
                cursor.fetchValue();
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
        return new SpillArea(List.of(directory), coding);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}

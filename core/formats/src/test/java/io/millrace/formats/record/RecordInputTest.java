package io.millrace.formats.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.io.DataInputBuffer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;

/** Whatever is read in whatever order, and whatever fails, it is as with Hadoop's own buffer. */
@Tag("jdk")
class RecordInputTest {

    private static final int STEPS = 200;

    private final Random random;

    RecordInputTest(TestInfo test) {
        random = Seeds.random("record input, " + test.getDisplayName());
    }

    private DataInputBuffer expected = new DataInputBuffer();
    private DataInputBuffer input = new RecordInput();

    private interface Reading {
        Object from(DataInputBuffer in) throws IOException;
    }

    @RepeatedTest(100)
    void itReadsAndFailsAsHadoopsBufferDoes() throws Exception {
        refill();
        for (int i = 0; i < STEPS; i++) {
            Reading reading = any();
            assertThat(result(reading, input))
                    .as("step %d, %s", i, Seeds.line())
                    .isEqualTo(result(reading, expected));
            assertThat(input.getPosition()).isEqualTo(expected.getPosition());
            assertThat(input.getLength()).isEqualTo(expected.getLength());
            assertThat(input.getData()).isSameAs(expected.getData());
        }
    }

    private static Object result(Reading reading, DataInputBuffer in) {
        try {
            return reading.from(in);
        } catch (IOException | RuntimeException e) {
            return e.toString();
        }
    }

    @SuppressWarnings("deprecation") // also what nobody should call
    private Reading any() {
        int count = random.nextInt(24) - 3;
        int offset = random.nextInt(24) - 3;
        byte[] target = random.nextInt(20) == 0 ? null : new byte[random.nextInt(30)];
        long far = random.nextInt(30) == 0 ? Long.MAX_VALUE - random.nextInt(3) : count;
        return switch (random.nextInt(26)) {
            case 0 -> DataInputBuffer::readInt;
            case 1 -> DataInputBuffer::readLong;
            case 2 -> in -> Double.doubleToRawLongBits(in.readDouble());
            case 3 -> DataInputBuffer::readUnsignedByte;
            case 4 -> DataInputBuffer::readShort;
            case 5 -> in -> in.skipBytes(count);
            case 6 -> in -> in.skip(far);
            case 7 -> DataInputBuffer::available;
            case 8 -> DataInputBuffer::read;
            case 9 -> in -> into(target, to -> in.read(to, offset, count));
            case 10 -> RecordInputTest::mark;
            case 11 -> RecordInputTest::back;
            case 12 -> in -> Arrays.toString(in.readNBytes(count));
            case 13 -> in -> into(target, to -> in.readNBytes(to, offset, count));
            case 14 -> in -> into(target, in::read);
            case 15 -> in -> into(target, to -> full(in, to, offset, count));
            case 16 -> in -> into(target, to -> full(in, to));
            case 17 -> in -> in.readUTF();
            case 18 -> in -> in.readLine();
            case 19 -> in -> Arrays.toString(in.readAllBytes());
            case 20 -> in -> in.transferTo(new ByteArrayOutputStream());
            case 21 -> in -> skipped(in, count);
            case 22 -> in -> in.readBoolean() + " " + in.readChar() + in.readUnsignedShort();
            case 23 -> RecordInputTest::closed;
            default -> {
                refill();
                yield DataInputBuffer::markSupported;
            }
        };
    }

    private interface Filling {
        int fill(byte[] target) throws IOException;
    }

    /** What a call gives, or its error, and what it leaves in an array. */
    private static String into(byte[] array, Filling filling) {
        byte[] target = array == null ? null : array.clone();
        try {
            return filling.fill(target) + Arrays.toString(target);
        } catch (IOException | RuntimeException e) {
            return e + Arrays.toString(target);
        }
    }

    private static int full(DataInputBuffer in, byte[] target, int offset, int count)
            throws IOException {
        in.readFully(target, offset, count);
        return 0;
    }

    private static int full(DataInputBuffer in, byte[] target) throws IOException {
        in.readFully(target);
        return 0;
    }

    private static String skipped(DataInputBuffer in, int count) throws IOException {
        in.skipNBytes(count);
        return "skipped";
    }

    private static String closed(DataInputBuffer in) throws IOException {
        in.close();
        return "closed";
    }

    private static String mark(DataInputBuffer in) {
        in.mark(1);
        return "marked";
    }

    private static String back(DataInputBuffer in) throws IOException {
        in.reset();
        return "back";
    }

    /** From the start of an array or from within. */
    private void refill() {
        if (random.nextInt(4) == 0) {
            expected = new DataInputBuffer();
            input = new RecordInput();
        }
        byte[] bytes = new byte[random.nextInt(100)];
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length / 10; i++) {
            bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? '\r' : '\n');
        }
        if (random.nextBoolean()) {
            expected.reset(bytes, bytes.length);
            input.reset(bytes, bytes.length);
        } else {
            int start = random.nextInt(bytes.length + 1);
            expected.reset(bytes, start, bytes.length - start);
            input.reset(bytes, start, bytes.length - start);
        }
    }
}

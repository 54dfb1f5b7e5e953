package io.millrace.hadoop.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.io.DataInputBuffer;
import org.junit.jupiter.api.RepeatedTest;

/** Whatever is read in whatever order, it is what Hadoop's own buffer gives. */
class RecordInputTest {

    private static final int STEPS = 200;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final DataInputBuffer expected = new DataInputBuffer();
    private final DataInputBuffer input = new RecordInput();

    private interface Reading {
        Object from(DataInputBuffer in) throws IOException;
    }

    @RepeatedTest(100)
    void itReadsAsHadoopsBufferDoes() throws Exception {
        refill();
        for (int i = 0; i < STEPS; i++) {
            Reading reading = any();
            assertThat(result(reading, input))
                    .as("step %d, seed %d", i, seed)
                    .isEqualTo(result(reading, expected));
            assertThat(input.getPosition()).isEqualTo(expected.getPosition());
            assertThat(input.getLength()).isEqualTo(expected.getLength());
            assertThat(input.getData()).isSameAs(expected.getData());
        }
    }

    private static Object result(Reading reading, DataInputBuffer in) throws IOException {
        try {
            return reading.from(in);
        } catch (EOFException e) {
            return "the end";
        }
    }

    private Reading any() {
        int count = random.nextInt(20);
        return switch (random.nextInt(14)) {
            case 0 -> DataInputBuffer::readInt;
            case 1 -> DataInputBuffer::readLong;
            case 2 -> in -> Double.doubleToRawLongBits(in.readDouble());
            case 3 -> DataInputBuffer::readUnsignedByte;
            case 4 -> DataInputBuffer::readShort;
            case 5 -> in -> in.skipBytes(count);
            case 6 -> in -> in.skip(count);
            case 7 -> DataInputBuffer::available;
            case 8 -> DataInputBuffer::read;
            case 9 -> in -> bytes(in, count);
            case 10 -> RecordInputTest::mark;
            case 11 -> RecordInputTest::back;
            case 12 -> in -> Arrays.toString(in.readNBytes(count));
            default -> {
                refill();
                yield DataInputBuffer::markSupported;
            }
        };
    }

    private static String bytes(DataInputBuffer in, int count) throws IOException {
        byte[] target = new byte[count + 2];
        return in.read(target, 1, count) + Arrays.toString(target);
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
        byte[] bytes = new byte[random.nextInt(100)];
        random.nextBytes(bytes);
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

package io.millrace.hadoop.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.RepeatedTest;

/** Whatever fields are read in whatever order, they are what Hadoop's stream gives. */
class RecordFieldsInputTest {

    private static final int STEPS = 200;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final DataInputBuffer expected = new DataInputBuffer();
    private final RecordFieldsInput fields = new RecordFieldsInput();

    private interface Reading {
        Object from(DataInput in) throws IOException;
    }

    @RepeatedTest(100)
    void itReadsAsHadoopsStreamDoes() throws Exception {
        for (int i = 0; i < STEPS; i++) {
            if (i == 0 || random.nextInt(14) == 0) {
                refill();
            }
            Reading reading = any();
            assertThat(result(reading, fields))
                    .as("step %d, seed %d", i, seed)
                    .isEqualTo(result(reading, expected));
        }
    }

    private static Object result(Reading reading, DataInput in) throws IOException {
        try {
            return reading.from(in);
        } catch (EOFException | UTFDataFormatException e) {
            return e.getClass();
        }
    }

    private Reading any() {
        int count = random.nextInt(20) - 2;
        return switch (random.nextInt(14)) {
            case 0 -> DataInput::readInt;
            case 1 -> DataInput::readLong;
            case 2 -> in -> Double.doubleToRawLongBits(in.readDouble());
            case 3 -> in -> Float.floatToRawIntBits(in.readFloat());
            case 4 -> DataInput::readUnsignedByte;
            case 5 -> DataInput::readByte;
            case 6 -> DataInput::readBoolean;
            case 7 -> DataInput::readShort;
            case 8 -> DataInput::readUnsignedShort;
            case 9 -> DataInput::readChar;
            case 10 -> DataInput::readUTF;
            case 11 -> in -> in.skipBytes(count);
            case 12 -> in -> bytes(in, new byte[Math.max(0, count)]);
            default -> in -> part(in, new byte[30], Math.max(0, count));
        };
    }

    private static String bytes(DataInput in, byte[] target) throws IOException {
        in.readFully(target);
        return Arrays.toString(target);
    }

    private static String part(DataInput in, byte[] target, int length) throws IOException {
        in.readFully(target, 3, length);
        return Arrays.toString(target);
    }

    /** Noise, or a text that can be read as one. */
    private void refill() throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        byte[] noise = new byte[random.nextInt(100)];
        random.nextBytes(noise);
        out.write(noise, 0, random.nextInt(noise.length + 1));
        int start = out.getLength();
        if (random.nextBoolean()) {
            out.writeUTF("fünf €".repeat(random.nextInt(5)));
        }
        out.write(noise);
        int length = out.getLength() - start - random.nextInt(noise.length + 1);
        expected.reset(out.getData(), start, length);
        fields.reset(out.getData(), start, length);
    }
}

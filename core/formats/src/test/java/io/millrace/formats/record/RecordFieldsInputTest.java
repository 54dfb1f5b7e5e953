package io.millrace.formats.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Whatever is read in whatever order, also beyond the record's end or into arrays that have no room
 * for it, is what Hadoop's stream gives, and leaves the same.
 */
@Tag("jdk")
@Sampled(oneIn = 2)
class RecordFieldsInputTest {

    private static final int STEPS = 200;

    private final Random random;

    RecordFieldsInputTest(TestInfo test) {
        random = Seeds.random("fields read, " + test.getDisplayName());
    }

    private final RecordFieldsInput fields = new RecordFieldsInput();
    private DataInputBuffer expected = new DataInputBuffer();

    private interface Reading {
        Object from(DataInput in) throws IOException;
    }

    @RepeatedTest(200)
    void itReadsAndFailsAsHadoopsStreamDoes() throws Exception {
        for (int i = 0; i < STEPS; i++) {
            if (i == 0 || random.nextInt(14) == 0) {
                refill();
            }
            Reading reading = any();
            assertThat(result(reading, fields))
                    .as("step %d, %s", i, Seeds.line())
                    .isEqualTo(result(reading, expected));
        }
        Reading rest = RecordFieldsInputTest::rest;
        assertThat(result(rest, fields))
                .as("the rest, %s", Seeds.line())
                .isEqualTo(result(rest, expected));
    }

    @Test
    void bytesOfARecordThatIsTooShortAreReadBeforeItFails() throws Exception {
        byte[] record = {1, 2, 3};
        byte[] target = new byte[5];
        fields.reset(record, 0, 3);
        assertThatThrownBy(() -> fields.readFully(target, 0, 5)).isInstanceOf(EOFException.class);
        assertThat(target).containsExactly(1, 2, 3, 0, 0);
    }

    /** Its result, or its error with what the JDK says of it and where. */
    private static String result(Reading reading, DataInput in) {
        try {
            return String.valueOf(reading.from(in));
        } catch (IOException | RuntimeException e) {
            return e.toString() + " " + isOfStream(e);
        }
    }

    private static boolean isOfStream(Exception e) {
        return e.getStackTrace()[0].getClassName().equals(DataInputStream.class.getName());
    }

    private Reading any() {
        int count = random.nextInt(20) - 2;
        int offset = random.nextInt(24) - 2;
        byte[] target = random.nextInt(20) == 0 ? null : new byte[random.nextInt(30)];
        return switch (random.nextInt(16)) {
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
            case 11 -> in -> in.skipBytes(random(count));
            case 12 -> in -> all(in, target == null ? null : target.clone());
            case 13 -> DataInput::readLine;
            default -> in -> part(in, target == null ? null : target.clone(), offset, count);
        };
    }

    private static int random(int count) {
        return count == 0 ? Integer.MAX_VALUE : count == 1 ? Integer.MIN_VALUE : count;
    }

    private static String rest(DataInput in) {
        StringBuilder rest = new StringBuilder();
        try {
            while (true) {
                rest.append(in.readByte()).append(' ');
            }
        } catch (IOException e) {
            return rest.append(e).toString();
        }
    }

    private static String all(DataInput in, byte[] target) {
        try {
            in.readFully(target);
        } catch (IOException | RuntimeException e) {
            return e + Arrays.toString(target);
        }
        return Arrays.toString(target);
    }

    private static String part(DataInput in, byte[] target, int offset, int length) {
        try {
            in.readFully(target, offset, length);
        } catch (IOException | RuntimeException e) {
            return e + Arrays.toString(target);
        }
        return Arrays.toString(target);
    }

    /** Noise, or a text that can be read as one, or lines; whole or cut somewhere. */
    private void refill() throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        byte[] noise = new byte[random.nextInt(100)];
        random.nextBytes(noise);
        out.write(noise, 0, random.nextInt(noise.length + 1));
        int start = out.getLength();
        if (random.nextBoolean()) {
            out.writeUTF("fünf €".repeat(random.nextInt(5)));
        }
        if (random.nextBoolean()) {
            out.writeBytes(random.nextBoolean() ? "a\rb\r\nc\n\r" : "d\r");
        }
        out.write(noise);
        int length = random.nextInt(out.getLength() - start + 1);
        // A stream that has read a line may keep a byte of it for the next record.
        expected = new DataInputBuffer();
        expected.reset(out.getData(), start, length);
        fields.reset(out.getData(), start, length);
    }
}

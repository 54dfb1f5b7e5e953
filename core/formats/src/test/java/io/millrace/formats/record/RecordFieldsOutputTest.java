package io.millrace.formats.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.record.RecordOutput;
import io.millrace.testing.Seeds;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.TestInfo;

/** Whatever is written in whatever order, and whatever fails, the bytes are those of a stream. */
class RecordFieldsOutputTest {

    private static final int STEPS = 200;

    private final Random random;

    RecordFieldsOutputTest(TestInfo test) {
        random = Seeds.random("fields written, " + test.getDisplayName());
    }

    private interface Writing {
        void to(DataOutput out) throws IOException;
    }

    @RepeatedTest(100)
    void itWritesAndFailsAsHadoopsBufferDoes() throws Exception {
        DataOutputBuffer expected = new DataOutputBuffer();
        RecordOutput record = new RecordOutput(random.nextInt(8));
        RecordDataOutput plain = new RecordDataOutput();
        plain.target(record);
        RecordFieldsOutput fields = new RecordFieldsOutput(plain);
        fields.target(record);
        for (int i = 0; i < STEPS; i++) {
            Writing writing = any();
            String result = result(writing, expected);
            assertThat(result(writing, fields))
                    .as("step %d, %s", i, Seeds.line())
                    .isEqualTo(result);
            assertThat(record.length()).isEqualTo(expected.getLength());
        }
        assertThat(Arrays.copyOfRange(record.array(), record.start(), record.position()))
                .as(Seeds.line())
                .isEqualTo(Arrays.copyOf(expected.getData(), expected.getLength()));
    }

    /** Its error; of an array that ends too soon, only that, as Hadoop's collector would. */
    private static String result(Writing writing, DataOutput out) {
        try {
            writing.to(out);
            return "written";
        } catch (IndexOutOfBoundsException e) {
            return "out of bounds";
        } catch (IOException | RuntimeException e) {
            return e.toString();
        }
    }

    private Writing any() {
        long number = random.nextLong() >>> random.nextInt(64);
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        byte[] array = random.nextInt(20) == 0 ? null : bytes;
        int from = random.nextInt(bytes.length + 1);
        int bad = random.nextInt(20) == 0 ? Integer.MAX_VALUE : random.nextInt(30) - 4;
        int count = random.nextInt(20) == 0 ? Integer.MAX_VALUE : random.nextInt(30) - 4;
        String text =
                switch (random.nextInt(20)) {
                    case 0 -> null;
                    case 1 -> "€ too long".repeat(7000);
                    case 2 -> "\0\ud800";
                    default -> "fünf € ".repeat(random.nextInt(5));
                };
        return switch (random.nextInt(15)) {
            case 0 -> out -> out.write((int) number);
            case 1 -> out -> out.write(array);
            case 2 -> out -> out.write(bytes, from, bytes.length - from);
            case 3 -> out -> out.writeBoolean(number % 2 == 0);
            case 4 -> out -> out.writeByte((int) number);
            case 5 -> out -> out.writeShort((int) number);
            case 6 -> out -> out.writeChar((int) number);
            case 7 -> out -> out.writeInt((int) number);
            case 8 -> out -> out.writeLong(number);
            case 9 -> out -> out.writeFloat(Float.intBitsToFloat((int) number));
            case 10 -> out -> out.writeDouble(Double.longBitsToDouble(~number));
            case 11 -> out -> out.writeBytes(text);
            case 12 -> out -> out.writeChars(text);
            case 13 -> out -> out.write(bytes, bad, count);
            default -> out -> out.writeUTF(text);
        };
    }
}

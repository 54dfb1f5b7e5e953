package io.millrace.hadoop.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.record.RecordOutput;
import java.io.ByteArrayOutputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;

/** Whatever fields are written in whatever order, their bytes are those of a stream. */
class RecordFieldsOutputTest {

    private static final int STEPS = 200;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private interface Writing {
        void to(DataOutput out) throws IOException;
    }

    @RepeatedTest(100)
    void itWritesAsAStreamDoes() throws Exception {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        DataOutputStream stream = new DataOutputStream(expected);
        RecordOutput record = new RecordOutput(random.nextInt(8));
        RecordDataOutput plain = new RecordDataOutput();
        plain.target(record);
        RecordFieldsOutput fields = new RecordFieldsOutput(plain);
        fields.target(record);
        for (int i = 0; i < STEPS; i++) {
            Writing writing = any();
            writing.to(stream);
            writing.to(fields);
        }
        assertThat(Arrays.copyOfRange(record.array(), record.start(), record.position()))
                .as("seed %d", seed)
                .isEqualTo(expected.toByteArray());
    }

    private Writing any() {
        long number = random.nextLong() >>> random.nextInt(64);
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        int from = random.nextInt(bytes.length + 1);
        String text = "fünf € ".repeat(random.nextInt(5));
        return switch (random.nextInt(14)) {
            case 0 -> out -> out.write((int) number);
            case 1 -> out -> out.write(bytes);
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
            default -> out -> out.writeUTF(text);
        };
    }
}

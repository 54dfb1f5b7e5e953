package io.millrace.formats.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.record.RecordOutput;
import io.millrace.formats.registry.FormatRegistry;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("jdk")
class KnownWritersTest {

    private static final long SEED = 20261121;

    static Stream<Function<Random, Writable>> objects() {
        return Stream.of(
                random -> new Text("é".repeat(random.nextInt(200))),
                random -> new Text("x".repeat(126 + random.nextInt(3))),
                random -> new BytesWritable(bytes(random), random.nextInt(10)),
                random -> NullWritable.get(),
                random -> new IntWritable(random.nextInt()),
                random -> new LongWritable(random.nextLong()),
                random -> new FloatWritable(Float.intBitsToFloat(random.nextInt())),
                random -> new DoubleWritable(Double.longBitsToDouble(random.nextLong())));
    }

    @ParameterizedTest
    @MethodSource("objects")
    void theBytesAreThoseOfTheClassItself(Function<Random, Writable> objects) throws Exception {
        Random random = new Random(SEED);
        RecordOutput out = new RecordOutput(4);
        RecordDataOutput stream = new RecordDataOutput();
        stream.target(out);
        for (int i = 0; i < 500; i++) {
            Writable object = objects.apply(random);
            out.truncate(0);

            write(object, out, stream);

            byte[] written =
                    Arrays.copyOfRange(out.array(), out.start(), out.start() + out.length());
            assertThat(written).isEqualTo(own(object));
        }
    }

    @Test
    void aSubclassIsNotKnown() {
        assertThat(FormatRegistry.loaded().record(MyText.class)).isNull();
    }

    @SuppressWarnings("unchecked") // the writer is asked for by the object's class
    private static <T extends Writable> void write(
            T object, RecordOutput out, RecordDataOutput stream) throws IOException {
        Class<T> type = (Class<T>) object.getClass();
        Objects.requireNonNull(
                        Objects.requireNonNull(FormatRegistry.loaded().record(type)).writer())
                .write(object, out, stream);
    }

    private static byte[] own(Writable object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        object.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[10];
        random.nextBytes(bytes);
        return bytes;
    }

    private static final class MyText extends Text {}
}

package io.millrace.formats.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.formats.registry.FieldReader;
import io.millrace.formats.registry.FormatRegistry;
import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("jdk")
class KnownReadersTest {

    private static final long SEED = 20261121;

    static Stream<Function<Random, Writable>> objects() {
        return Stream.of(
                random -> new Text("é".repeat(random.nextInt(200))),
                random -> new Text("x".repeat(126 + random.nextInt(3))),
                random -> new BytesWritable(new byte[10], random.nextInt(10)),
                random -> new IntWritable(random.nextInt()),
                random -> new LongWritable(random.nextLong()),
                random -> new FloatWritable(random.nextFloat()),
                random -> new DoubleWritable(random.nextDouble()));
    }

    @ParameterizedTest
    @MethodSource("objects")
    @SuppressWarnings("ReferenceEquality") // the very same object
    void theObjectsAreThoseThatWereWritten(Function<Random, Writable> objects) throws Exception {
        Random random = new Random(SEED);
        @Nullable Writable reused = null;
        for (int i = 0; i < 500; i++) {
            Writable object = objects.apply(random);
            DataOutputBuffer bytes = new DataOutputBuffer();
            bytes.write(new byte[i % 7]);
            object.write(bytes);

            Writable read = read(object.getClass(), bytes, i % 7, bytes.getLength(), reused);

            assertThat(read).isEqualTo(object);
            assertThat(read.getClass()).isEqualTo(object.getClass());
            assertThat(reused == null || read == reused).isTrue();
            reused = read;
        }
    }

    @Test
    void whatIsBehindItsLengthIsWhatReadFieldsLeavesThere() throws Exception {
        Random random = new Random(SEED);
        Text text = new Text();
        Text expectedText = new Text();
        BytesWritable blob = new BytesWritable();
        BytesWritable expectedBlob = new BytesWritable();
        for (int i = 0; i < 2000; i++) {
            DataOutputBuffer bytes = new DataOutputBuffer();
            byte[] content = new byte[1 << random.nextInt(8)];
            random.nextBytes(content);
            int length = random.nextInt(content.length + 1);
            Text written = new Text();
            written.set(content, 0, length);
            written.write(bytes);
            int between = bytes.getLength();
            new BytesWritable(content, length).write(bytes);

            plain(Text.class, bytes, 0, between, expectedText);
            plain(BytesWritable.class, bytes, between, bytes.getLength() - between, expectedBlob);
            assertThat(read(Text.class, bytes, 0, between, text).getBytes())
                    .isEqualTo(expectedText.getBytes());
            assertThat(
                            read(BytesWritable.class, bytes, between, bytes.getLength(), blob)
                                    .getBytes())
                    .isEqualTo(expectedBlob.getBytes());
        }
    }

    @Test
    void anObjectOfASubclassReadsItself() throws Exception {
        DataOutputBuffer bytes = new DataOutputBuffer();
        new Text("a text").write(bytes);
        MyText mine = new MyText();
        assertThat(read(Text.class, bytes, 0, bytes.getLength(), mine)).isSameAs(mine);
        assertThat(mine.reads).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("objects")
    void bytesThatAreNoneOfTheirsEndAsInReadFields(Function<Random, Writable> objects) {
        Random random = new Random(SEED);
        for (int i = 0; i < 500; i++) {
            Class<? extends Writable> type = objects.apply(random).getClass();
            DataOutputBuffer bytes = new DataOutputBuffer();
            byte[] noise = new byte[random.nextInt(12)];
            random.nextBytes(noise);
            smallLength(type, noise);
            write(bytes, noise);
            Object expected = outcome(() -> plain(type, bytes, 0, bytes.getLength(), null));
            Object actual = outcome(() -> read(type, bytes, 0, bytes.getLength(), null));
            assertThat(actual).isEqualTo(expected);
        }
    }

    @Test
    void aRecordThatEndsEarlyIsAnError() throws Exception {
        DataOutputBuffer bytes = new DataOutputBuffer();
        new Text("a text").write(bytes);
        assertThatThrownBy(() -> read(Text.class, bytes, 0, 4, null))
                .isInstanceOf(EOFException.class);
    }

    @Test
    void aSubclassIsNotKnown() {
        assertThat(FormatRegistry.loaded().record(MyText.class)).isNull();
    }

    /** Lengths that are wrong, but not beyond memory. */
    private static void smallLength(Class<?> type, byte[] noise) {
        Arrays.fill(
                noise, 0, Math.min(noise.length, type == BytesWritable.class ? 3 : 0), (byte) 0);
        if (type == Text.class && noise.length > 0) {
            noise[0] = (byte) (noise[0] & 15);
        }
    }

    private static void write(DataOutputBuffer out, byte[] bytes) {
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw new AssertionError("a buffer in memory takes all bytes", e);
        }
    }

    /** What reading comes to: the object's own bytes, or the class of what was thrown. */
    private static Object outcome(Reading reading) {
        try {
            DataOutputBuffer bytes = new DataOutputBuffer();
            reading.run().write(bytes);
            return Arrays.toString(Arrays.copyOf(bytes.getData(), bytes.getLength()));
        } catch (IOException | RuntimeException e) {
            return e.getClass();
        }
    }

    private interface Reading {
        Writable run() throws IOException;
    }

    @SuppressWarnings("unchecked") // the reader is asked for by the object's class
    private static <T extends Writable> T read(
            Class<T> type, DataOutputBuffer bytes, int at, int end, @Nullable Writable reuse)
            throws IOException {
        FieldReader<T> plain =
                (array, from, length, into) -> plain(type, bytes, from, length, into);
        return Objects.requireNonNull(
                        Objects.requireNonNull(FormatRegistry.loaded().record(type))
                                .readerOr(plain))
                .read(bytes.getData(), at, end - at, (T) reuse);
    }

    private static <T extends Writable> T plain(
            Class<T> type, DataOutputBuffer bytes, int at, int length, @Nullable T reuse)
            throws IOException {
        T object = reuse == null ? ReflectionUtils.newInstance(type, null) : reuse;
        DataInputBuffer in = new DataInputBuffer();
        in.reset(bytes.getData(), at, length);
        object.readFields(in);
        return object;
    }

    private static final class MyText extends Text {

        private int reads;

        @Override
        public void readFields(DataInput in) throws IOException {
            super.readFields(in);
            reads++;
        }
    }
}

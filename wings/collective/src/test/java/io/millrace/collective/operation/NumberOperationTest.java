package io.millrace.collective.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Array;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberOperationTest {

    /** Half of the values in one state and half in another, which is sent. */
    private static Writable of(NumberOperation operation, List<? extends Writable> values)
            throws Exception {
        Numbers one = operation.newState();
        Numbers other = operation.newState();
        for (int i = 0; i < values.size(); i++) {
            operation.add(i % 2 == 0 ? one : other, values.get(i));
        }
        Numbers combined = copy(one);
        combined.combine(operation, written(other));
        operation.combine(one, copy(other));
        Writable result = operation.result(one);
        assertThat(text(operation.result(combined))).isEqualTo(text(result));
        return result;
    }

    private static DataInputBuffer written(Numbers numbers) throws Exception {
        DataOutputBuffer out = new DataOutputBuffer();
        numbers.write(out);
        DataInputBuffer in = new DataInputBuffer();
        in.reset(out.getData(), out.getLength());
        return in;
    }

    private static Numbers copy(Numbers numbers) throws Exception {
        Numbers copy = new Numbers();
        copy.readFields(written(numbers));
        return copy;
    }

    /** The type and the numbers of a result. */
    private static String text(Writable result) {
        if (result instanceof ArrayPrimitiveWritable vector) {
            return IntStream.range(0, Array.getLength(vector.get()))
                    .mapToObj(at -> Array.get(vector.get(), at))
                    .toList()
                    .toString();
        }
        return result.getClass().getName() + " " + result;
    }

    @ParameterizedTest
    @CsvSource({"SUM, 9", "MIN, 1", "MAX, 5", "PRODUCT, 15", "COUNT, 3", "MEAN, 3.0"})
    void scalarsOfEachTypeAreCombined(NumberOperation operation, String expected) throws Exception {
        List<Writable> results =
                List.of(
                        of(
                                operation,
                                List.of(
                                        new IntWritable(1),
                                        new IntWritable(5),
                                        new IntWritable(3))),
                        of(
                                operation,
                                List.of(
                                        new LongWritable(1),
                                        new LongWritable(5),
                                        new LongWritable(3))),
                        of(
                                operation,
                                List.of(
                                        new FloatWritable(1),
                                        new FloatWritable(5),
                                        new FloatWritable(3))),
                        of(
                                operation,
                                List.of(
                                        new DoubleWritable(1),
                                        new DoubleWritable(5),
                                        new DoubleWritable(3))));
        for (Writable result : results) {
            assertThat(Double.parseDouble(result.toString()))
                    .isEqualTo(Double.parseDouble(expected));
        }
        if (operation != NumberOperation.COUNT && operation != NumberOperation.MEAN) {
            assertThat(results)
                    .extracting(result -> (Object) result.getClass())
                    .containsExactly(
                            IntWritable.class,
                            LongWritable.class,
                            FloatWritable.class,
                            DoubleWritable.class);
        }
    }

    @Test
    void vectorsOfEachTypeAreCombinedElementByElement() throws Exception {
        List<Object> ones =
                List.of(
                        new int[] {1, 2},
                        new long[] {1, 2},
                        new float[] {1, 2},
                        new double[] {1, 2});
        List<Object> others =
                List.of(
                        new int[] {3, 4},
                        new long[] {3, 4},
                        new float[] {3, 4},
                        new double[] {3, 4});
        List<Object> sums =
                List.of(
                        new int[] {4, 6},
                        new long[] {4, 6},
                        new float[] {4, 6},
                        new double[] {4, 6});
        for (int i = 0; i < sums.size(); i++) {
            List<ArrayPrimitiveWritable> values =
                    List.of(
                            new ArrayPrimitiveWritable(ones.get(i)),
                            new ArrayPrimitiveWritable(others.get(i)));
            assertThat(((ArrayPrimitiveWritable) of(NumberOperation.SUM, values)).get())
                    .isEqualTo(sums.get(i));
            assertThat(((ArrayPrimitiveWritable) of(NumberOperation.MEAN, values)).get())
                    .isEqualTo(new double[] {2, 3});
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1024, 1025, 2048, 5000})
    void vectorsOfAnyLengthAreCombinedAsTheyAreRead(int length) throws Exception {
        int[] ints = IntStream.range(0, length).toArray();
        long[] longs = IntStream.of(ints).asLongStream().toArray();
        double[] doubles = IntStream.of(ints).asDoubleStream().toArray();
        float[] floats = new float[length];
        for (int i = 0; i < length; i++) {
            floats[i] = i;
        }
        for (Object vector : List.of(ints, longs, doubles, floats)) {
            ArrayPrimitiveWritable value = new ArrayPrimitiveWritable(vector);
            Object sum =
                    ((ArrayPrimitiveWritable) of(NumberOperation.SUM, List.of(value, value))).get();
            assertThat(Array.getLength(sum)).isEqualTo(length);
            for (int i = 0; i < length; i++) {
                assertThat(((Number) Array.get(sum, i)).intValue()).isEqualTo(2 * i);
            }
        }
    }

    @Test
    void numbersThatAreReadReplaceThoseBefore() throws Exception {
        Numbers one = NumberOperation.SUM.newState();
        NumberOperation.SUM.add(one, new ArrayPrimitiveWritable(new double[] {1, 2}));
        for (Writable next :
                List.of(
                        new ArrayPrimitiveWritable(new double[] {3, 4}),
                        new ArrayPrimitiveWritable(new double[] {5}),
                        new ArrayPrimitiveWritable(new int[] {6}),
                        new LongWritable(7))) {
            Numbers other = NumberOperation.SUM.newState();
            NumberOperation.SUM.add(other, next);
            one.readFields(written(other));
            assertThat(text(one.value())).isEqualTo(text(next));
        }
    }

    @Test
    void anArrayThatTheMapperUsesAgainIsNotKept() {
        double[] array = {1};
        Numbers state = NumberOperation.SUM.newState();
        NumberOperation.SUM.add(state, new ArrayPrimitiveWritable(array));
        array[0] = 100;
        NumberOperation.SUM.add(state, new ArrayPrimitiveWritable(array));
        Writable sum = NumberOperation.SUM.result(state);
        assertThat(((ArrayPrimitiveWritable) sum).get()).isEqualTo(new double[] {101});
    }

    @Test
    void valuesThatDoNotGoTogetherAreNamed() {
        Numbers state = NumberOperation.SUM.newState();
        NumberOperation.SUM.add(state, new ArrayPrimitiveWritable(new double[2]));
        assertThatThrownBy(() ->
                        NumberOperation.SUM.add(state, new ArrayPrimitiveWritable(new double[3])))
                .hasMessage("SUM of incompatible values: double[2] and double[3]");
        Numbers other = NumberOperation.SUM.newState();
        NumberOperation.SUM.add(other, new ArrayPrimitiveWritable(new float[2]));
        assertThatThrownBy(() -> state.combine(NumberOperation.SUM, written(other)))
                .hasMessage("SUM of incompatible values: double[2] and float[2]");
        assertThatThrownBy(() -> NumberOperation.SUM.add(state, new Text("x")))
                .hasMessageContaining("org.apache.hadoop.io.Text; write an Operation for it");
    }
}

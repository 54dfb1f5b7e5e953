package io.millrace.formats.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.record.KeyOrder;
import io.millrace.formats.registry.JobFormats;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("jdk")
class KeyOrdersTest {

    private static final long SEED = 20261121;
    private static final int PAIRS = 20_000;

    record KnownKey(Class<?> type, Function<Random, Writable> maker) {
        @Override
        public String toString() {
            return type.getSimpleName();
        }
    }

    static Stream<KnownKey> knownKeys() {
        return Stream.of(
                new KnownKey(Text.class, KeyOrdersTest::text),
                new KnownKey(BytesWritable.class, random -> new BytesWritable(bytes(random))),
                new KnownKey(MD5Hash.class, random -> new MD5Hash(fewDifferences(random, 16))),
                new KnownKey(IntWritable.class, random -> new IntWritable(oddInt(random))),
                new KnownKey(LongWritable.class, random -> new LongWritable(oddLong(random))),
                new KnownKey(
                        ShortWritable.class, random -> new ShortWritable((short) oddInt(random))),
                new KnownKey(
                        ByteWritable.class, random -> new ByteWritable((byte) random.nextInt())),
                new KnownKey(
                        BooleanWritable.class, random -> new BooleanWritable(random.nextBoolean())),
                new KnownKey(
                        FloatWritable.class,
                        random -> new FloatWritable(Float.intBitsToFloat(oddInt(random)))),
                new KnownKey(DoubleWritable.class, random -> new DoubleWritable(oddDouble(random))),
                new KnownKey(NullWritable.class, random -> NullWritable.get()));
    }

    private static KeyOrder known(JobConf conf) {
        return KeyOrders.of(conf, KnownOrders.of(conf, JobFormats.in(conf::get)));
    }

    @ParameterizedTest
    @MethodSource("knownKeys")
    void knownOrderAgreesWithHadoopsComparator(KnownKey key) throws IOException {
        JobConf conf = confWithKey(key.type);
        KeyOrder order = known(conf);
        assertThat(order.prefixed()).isTrue();
        compareAll(order, conf.getOutputKeyComparator(), key);
    }

    @ParameterizedTest
    @MethodSource("knownKeys")
    void withoutFastPathsThereIsNoPrefix(KnownKey key) throws IOException {
        JobConf conf = confWithKey(key.type);
        KeyOrder order = KeyOrders.of(conf, KnownOrders.NONE);
        assertThat(order.prefixed()).isFalse();
        assertThat(order.prefixDecides(0)).isFalse();
        compareAll(order, conf.getOutputKeyComparator(), key);
    }

    @Test
    void decreasingComparatorOfLongsIsKnown() throws IOException {
        JobConf conf = confWithKey(LongWritable.class);
        conf.setOutputKeyComparatorClass(LongWritable.DecreasingComparator.class);
        KeyOrder order = known(conf);
        assertThat(order.prefixed()).isTrue();
        compareAll(
                order,
                conf.getOutputKeyComparator(),
                new KnownKey(LongWritable.class, random -> new LongWritable(oddLong(random))));
    }

    @Test
    void configuredComparatorOfKnownKeyHasNoPrefix() throws IOException {
        JobConf conf = confWithKey(Text.class);
        conf.setOutputKeyComparatorClass(BackwardText.class);
        KeyOrder order = known(conf);
        assertThat(order.prefixed()).isFalse();
        compareAll(
                order,
                conf.getOutputKeyComparator(),
                new KnownKey(Text.class, KeyOrdersTest::text));
    }

    @Test
    void subclassOfKnownKeyHasNoPrefix() {
        assertThat(known(confWithKey(SubInt.class)).prefixed()).isFalse();
    }

    @Test
    void keyWithoutComparatorIsComparedAsObject() throws IOException {
        JobConf conf = confWithKey(VIntWritable.class);
        compareAll(
                known(conf),
                conf.getOutputKeyComparator(),
                new KnownKey(VIntWritable.class, random -> new VIntWritable(oddInt(random))));
    }

    @Test
    void keyWithoutOrderIsRefusedAsInHadoop() {
        JobConf conf = confWithKey(Unordered.class);
        assertThatThrownBy(() -> known(conf)).isInstanceOf(ClassCastException.class);
    }

    @Test
    void registeredComparatorWithStateIsMadeAnewForEachUse() {
        WritableComparator.define(Stateful.class, new Stateful.Order());
        int before = Stateful.Order.MADE.get();
        KeyOrders.of(confWithKey(Stateful.class), KnownOrders.NONE);
        KeyOrders.of(confWithKey(Stateful.class), KnownOrders.NONE);
        assertThat(Stateful.Order.MADE.get()).isEqualTo(before + 2);
    }

    private static void compareAll(KeyOrder order, RawComparator<?> hadoop, KnownKey key)
            throws IOException {
        Random random = new Random(SEED);
        for (int i = 0; i < PAIRS; i++) {
            byte[] left = serialized(random, key);
            byte[] right = random.nextInt(8) == 0 ? left.clone() : serialized(random, key);
            int expected =
                    Integer.signum(
                            hadoop.compare(left, 3, left.length - 3, right, 3, right.length - 3));
            String what =
                    key
                            + " with seed "
                            + SEED
                            + ", pair "
                            + i
                            + ": "
                            + Arrays.toString(left)
                            + " and "
                            + Arrays.toString(right);
            assertThat(
                            Integer.signum(
                                    order.compare(
                                            left, 3, left.length - 3, right, 3, right.length - 3)))
                    .as(what)
                    .isEqualTo(expected);
            if (order.prefixed()) {
                long prefix = order.prefix(left, 3, left.length - 3);
                int byPrefix =
                        Integer.signum(
                                Long.compareUnsigned(
                                        prefix, order.prefix(right, 3, right.length - 3)));
                assertThat(byPrefix)
                        .as(what)
                        .isIn(order.prefixDecides(prefix) ? expected : 0, expected);
            }
        }
    }

    /** A key behind three bytes that are not part of it. */
    private static byte[] serialized(Random random, KnownKey key) throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        out.write(new byte[] {-1, -1, -1});
        key.maker.apply(random).write(out);
        return Arrays.copyOf(out.getData(), out.getLength());
    }

    private static JobConf confWithKey(Class<?> type) {
        JobConf conf = new JobConf(false);
        conf.setMapOutputKeyClass(type);
        return conf;
    }

    private static Text text(Random random) {
        Text text = new Text();
        byte[] bytes = bytes(random);
        text.set(bytes, 0, bytes.length);
        return text;
    }

    private static byte[] bytes(Random random) {
        return fewDifferences(
                random, random.nextInt(10) == 0 ? 100 + random.nextInt(400) : random.nextInt(12));
    }

    private static byte[] fewDifferences(Random random, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = random.nextInt(4) == 0 ? (byte) random.nextInt() : 0;
        }
        return bytes;
    }

    private static int oddInt(Random random) {
        int[] odd = {
            0,
            1,
            -1,
            Integer.MIN_VALUE,
            Integer.MAX_VALUE,
            0x7fc00000,
            0x7fc00001,
            0xff800001,
            0x7f800000
        };
        int pick = random.nextInt(odd.length * 2);
        return pick < odd.length ? odd[pick] : random.nextInt();
    }

    private static long oddLong(Random random) {
        long[] odd = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, -1L << 32};
        int pick = random.nextInt(odd.length * 2);
        return pick < odd.length ? odd[pick] : random.nextLong();
    }

    private static double oddDouble(Random random) {
        double[] odd = {
            0,
            -0.0,
            Double.NaN,
            Double.longBitsToDouble(-1L),
            Double.MIN_VALUE,
            -Double.MIN_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY
        };
        int pick = random.nextInt(odd.length * 2);
        return pick < odd.length ? odd[pick] : Double.longBitsToDouble(random.nextLong());
    }

    public static final class BackwardText extends Text.Comparator {
        @Override
        public int compare(
                byte[] left,
                int leftOffset,
                int leftLength,
                byte[] right,
                int rightOffset,
                int rightLength) {
            return -super.compare(left, leftOffset, leftLength, right, rightOffset, rightLength);
        }
    }

    public static final class SubInt extends IntWritable {}

    public static final class Unordered implements Writable {
        @Override
        public void write(DataOutput out) {}

        @Override
        public void readFields(DataInput in) {}
    }

    public static final class Stateful implements WritableComparable<Stateful> {
        private int value;

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(value);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            value = in.readInt();
        }

        @Override
        public int compareTo(Stateful other) {
            return Integer.compare(value, other.value);
        }

        static final class Order extends WritableComparator {
            static final AtomicInteger MADE = new AtomicInteger();

            private Order() {
                super(Stateful.class, true);
                MADE.incrementAndGet();
            }
        }
    }
}

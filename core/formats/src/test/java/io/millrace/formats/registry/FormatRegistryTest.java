package io.millrace.formats.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.formats.order.HadoopOrders;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.order.KnownOrders;
import io.millrace.formats.record.FieldWays.Way;
import io.millrace.formats.record.HadoopRecordClasses;
import io.millrace.formats.record.RecordDeserializer;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.record.RecordSerializer;
import io.millrace.formats.record.RecordWays;
import io.millrace.formats.registry.Readings.Celsius;
import io.millrace.formats.registry.Readings.WarmestFirst;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class FormatRegistryTest {

    private final Configuration conf = new Configuration();

    @Test
    void theBuiltInAndOtherProvidersAreFoundAlike() {
        assertThat(FormatRegistry.loaded().providers())
                .extracting(each -> each.getClass().getSimpleName())
                .containsExactlyInAnyOrder(
                        "HadoopRecordClasses",
                        "HadoopOrders",
                        "HadoopInputs",
                        "HadoopOutputs",
                        "Readings");
    }

    @Test
    void aClassOfAProviderIsWrittenAndReadWithoutItself() throws Exception {
        RecordSerialization serialization = new RecordSerialization(conf, JobFormats.in(conf::get));
        RecordWays ways = serialization.ways(Celsius.class, Text.class);
        assertThat(ways.keys().writing()).isEqualTo(Way.KNOWN);
        assertThat(ways.keys().reading()).isEqualTo(Way.KNOWN);
        RecordSerializer<Celsius, Text> serializer =
                serialization.serializer(Celsius.class, Text.class, ways);
        Bytes sink = new Bytes();
        serializer.target(sink);
        Celsius written = new Celsius(-3);

        assertThat(serializer.write(written, new Text("x"), 0)).isEqualTo(3);

        RecordDeserializer<Celsius, Text> deserializer =
                serialization.deserializer(Celsius.class, Text.class, ways);
        Celsius read = deserializer.key(sink.record(), 0, 1, null);
        assertThat(read).isEqualTo(written);
        assertThat(written.called + read.called).isZero();
    }

    @Test
    void withoutFastPathsAClassOfAProviderWritesAndReadsItself() {
        conf.setBoolean("millrace.fast.paths", false);
        RecordWays ways =
                new RecordSerialization(conf, JobFormats.in(conf::get))
                        .ways(Celsius.class, Text.class);
        assertThat(ways.keys().writing()).isEqualTo(Way.STREAM);
        assertThat(ways.values().reading()).isEqualTo(Way.STREAM);
    }

    @Test
    void aSerializerOfFieldWritersNeedsNoConfiguration() throws Exception {
        RecordEntry<Celsius> celsius = entry(Celsius.class);
        RecordEntry<Text> text = entry(Text.class);
        RecordSerializer<Celsius, Text> serializer =
                new RecordSerializer<>(
                        Objects.requireNonNull(celsius.writer()),
                        Objects.requireNonNull(text.writer()));
        Bytes sink = new Bytes();
        serializer.target(sink);
        String longText = "é".repeat(100); // which Text writes to the stream by itself
        serializer.write(new Celsius(20), new Text(longText), 0);
        byte[] record = sink.record();
        RecordDeserializer<Celsius, Text> deserializer =
                new RecordDeserializer<>(
                        Objects.requireNonNull(celsius.readerOr((b, a, l, r) -> new Celsius())),
                        (bytes, at, length, reuse) -> {
                            Text read = new Text();
                            read.set(bytes, at + 2, length - 2); // behind a length of two bytes
                            return read;
                        });
        assertThat(deserializer.key(record, 0, 1, null).degrees()).isEqualTo(20);
        assertThat(deserializer.value(record, 1, record.length - 1, null).toString())
                .isEqualTo(longText);
    }

    private static <T> RecordEntry<T> entry(Class<T> type) {
        return Objects.requireNonNull(FormatRegistry.loaded().record(type));
    }

    @Test
    void keysOfAProviderAreOrderedByItsPrefix() {
        JobConf job = new JobConf(conf);
        job.setMapOutputKeyClass(Celsius.class);
        job.setOutputKeyComparatorClass(WarmestFirst.class);
        KeyOrder order = KeyOrders.of(job, KnownOrders.of(job, JobFormats.in(job::get)));
        assertThat(order.prefixed()).isTrue();
        WritableComparator objects = new WarmestFirst();
        for (int left : List.of(-40, -1, 0, 1, 30)) {
            for (int right : List.of(-40, -1, 0, 1, 30)) {
                byte[] first = {(byte) left};
                byte[] second = {(byte) right};
                int expected =
                        Integer.signum(objects.compare(new Celsius(left), new Celsius(right)));
                assertThat(Integer.signum(order.compare(first, 0, 1, second, 0, 1)))
                        .isEqualTo(expected);
                assertThat(
                                Long.compareUnsigned(
                                        order.prefix(first, 0, 1), order.prefix(second, 0, 1)))
                        .isEqualTo(expected);
            }
        }
        job.setMapOutputKeyClass(Warmer.class);
        assertThat(KnownOrders.of(job, JobFormats.in(job::get))).isEqualTo(KnownOrders.NONE);
    }

    @Test
    void aSubclassIsNotTheClass() {
        assertThat(FormatRegistry.loaded().record(Warmer.class)).isNull();
        assertThat(FormatRegistry.loaded().input(new TextInputFormat() {}.getClass())).isNull();
    }

    @Test
    void twoProvidersOfOneClassAreRefusedAndNamed() {
        assertThatThrownBy(() ->
                        FormatRegistry.of(List.of(new HadoopRecordClasses(), new OtherText())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "org.apache.hadoop.io.Text is registered by both %s and %s. Remove one of them from the class path",
                        HadoopRecordClasses.class.getName(), OtherText.class.getName());
        assertThatThrownBy(() -> FormatRegistry.of(List.of(new HadoopOrders(), new HadoopOrders())))
                .hasMessageContaining(
                        "org.apache.hadoop.io.Text as compared by org.apache.hadoop.io.Text$Comparator");
    }

    @Test
    void whatIsReadAndWrittenIsListedForPeople() {
        assertThat(FormatRegistry.loaded().readRecords())
                .isEqualTo("lines of text and SequenceFiles");
        assertThat(FormatRegistry.loaded().writtenRecords())
                .isEqualTo("lines of text and SequenceFiles");
    }

    /** Of another class than the known one. */
    public static final class Warmer extends Celsius {}

    private static final class OtherText implements FormatProvider {
        @Override
        public List<RecordEntry<?>> records() {
            return List.of(new RecordEntry<>(Text.class, null, null));
        }
    }

    private static final class Bytes implements RecordSink {

        private final RecordOutput output = new RecordOutput(16);

        @Override
        public RecordOutput output() {
            return output;
        }

        @Override
        public void endKey() {}

        @Override
        public void endRecord(int partition) {}

        @Override
        public void discardRecord() {}

        byte[] record() {
            return Arrays.copyOfRange(
                    output.array(), output.start(), output.start() + output.length());
        }
    }
}

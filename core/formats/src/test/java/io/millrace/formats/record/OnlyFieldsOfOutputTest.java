package io.millrace.formats.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.flow.OnlyFields;
import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.formats.registry.JobFormats;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes get a stream to write to, unless all that they do is to write fields. */
class OnlyFieldsOfOutputTest {

    /** What the classes below have in common. */
    public abstract static class Write implements Writable {
        @Override
        public void readFields(DataInput in) {}
    }

    /** Writes fields, in a loop, of whatever kinds. */
    public static class Fields extends Write {
        @Override
        public void write(DataOutput out) throws IOException {
            for (int i = 0; i < 100; i++) {
                out.writeDouble(i / 7.0);
                WritableUtils.writeVInt(out, i * i);
            }
            Text.writeString(out, "fünf");
            out.writeUTF("€");
            out.writeChars("und");
            out.writeBytes("mehr");
        }
    }

    /** Has objects written that are its own. */
    public static class HandsOn extends Fields {

        private final Text text = new Text("its own");
        private final Text more = new Text("x".repeat(1000));

        @Override
        public void write(DataOutput out) throws IOException {
            super.write(out);
            text.write(out);
            more.write(out);
            new LongWritable(7).write(out);
        }
    }

    /** Asks how much was written. */
    public static class Asks extends Write {
        @Override
        public void write(DataOutput out) throws IOException {
            out.writeLong(1);
            out.writeInt(out instanceof DataOutputStream stream ? stream.size() : -1);
        }
    }

    /** Has an object written that somebody else may set. */
    public static final class Given extends Write {

        private Writable given = new Fields();

        public Given() {
            give(new Asks());
        }

        void give(Writable other) {
            given = other;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            given.write(out);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Fields.class, HandsOn.class})
    void aClassThatWritesFieldsIsGivenNoStream(Class<? extends Write> type) throws Exception {
        assertThat(OnlyFields.writes(type)).isTrue();
        assertThat(written(type, type, true)).isEqualTo(written(type, type, false));
    }

    @ParameterizedTest
    @ValueSource(classes = {Asks.class, Given.class})
    void aClassThatMayDoMoreWithItsOutputIsGivenAStream(Class<? extends Write> type)
            throws Exception {
        assertThat(OnlyFields.writes(type)).isFalse();
        assertThat(written(type, type, true)).isEqualTo(written(type, type, false));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anObjectOfAnotherClassThanWasSaidIsWrittenAsItsOwn(boolean fastPaths) throws Exception {
        assertThat(written(Fields.class, Stricter.class, fastPaths))
                .isEqualTo(written(Asks.class, Asks.class, false));
    }

    /** Of the class of another, but asks. */
    public static final class Stricter extends Fields {
        @Override
        public void write(DataOutput out) throws IOException {
            new Asks().write(out);
        }
    }

    /** The bytes of an object in a job whose values are said to be of a class. */
    private static byte[] written(
            Class<? extends Write> said, Class<? extends Write> type, boolean fastPaths)
            throws Exception {
        Configuration conf = new Configuration(false);
        conf.set("io.serializations", "org.apache.hadoop.io.serializer.WritableSerialization");
        conf.setBoolean("millrace.fast.paths", fastPaths);
        @SuppressWarnings("unchecked") // or a class of such values
        RecordSerializer<NullWritable, Write> serializer =
                new RecordSerialization(conf, JobFormats.in(conf::get))
                        .serializer(NullWritable.class, (Class<Write>) said);
        Bytes bytes = new Bytes();
        serializer.target(bytes);
        serializer.write(NullWritable.get(), type.getDeclaredConstructor().newInstance(), 0);
        return bytes.of();
    }

    /** One record's bytes. */
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

        byte[] of() {
            return Arrays.copyOfRange(output.array(), output.start(), output.position());
        }
    }
}

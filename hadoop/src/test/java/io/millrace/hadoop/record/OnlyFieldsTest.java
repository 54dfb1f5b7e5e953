package io.millrace.hadoop.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnlyFieldsTest {

    /** What the classes below have in common. */
    public abstract static class Read implements Writable {

        String read = "";

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(7);
            Text.writeString(out, "seven");
            WritableUtils.writeVInt(out, 77);
        }

        String told() {
            return read;
        }
    }

    /** Reads fields, in a loop, of whatever kinds. */
    public static class Fields extends Read {
        @Override
        public void readFields(DataInput in) throws IOException {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 2; i++) {
                text.append(i == 0 ? in.readShort() : in.readUnsignedShort());
            }
            try {
                text.append(Text.readString(in)).append(WritableUtils.readVInt(in));
            } finally {
                read = text.toString();
            }
        }
    }

    /** Inherits its method. */
    public static final class Inherits extends Fields {}

    /** Asks how much is left. */
    public static final class Casts extends Read {
        @Override
        public void readFields(DataInput in) throws IOException {
            read = "left: " + ((DataInputStream) in).available();
        }
    }

    /** Reads on only if it can see how much is left. */
    public static final class Asks extends Read {
        @Override
        public void readFields(DataInput in) throws IOException {
            read = in instanceof DataInputStream stream ? "left: " + stream.available() : "blind";
        }
    }

    /** Has another class read. */
    public static final class HandsOn extends Read {
        @Override
        public void readFields(DataInput in) throws IOException {
            IntWritable number = new IntWritable();
            number.readFields(in);
            read = number.toString();
        }
    }

    /** Keeps the input. */
    public static final class Keeps extends Read {
        private DataInput kept;

        @Override
        public void readFields(DataInput in) {
            kept = in;
        }

        @Override
        String told() {
            return kept.getClass().getSimpleName();
        }
    }

    /** Reads from one of two inputs. */
    public static final class Chooses extends Read {
        private final DataInput other = new DataInputStream(DataInputStream.nullInputStream());

        @Override
        public void readFields(DataInput in) throws IOException {
            read = Integer.toString((read.isEmpty() ? in : other).readInt());
        }
    }

    /** Looks at its class. */
    public static final class Looks extends Read {
        @Override
        public void readFields(DataInput in) {
            read = in.getClass().getSimpleName();
        }
    }

    /** Makes a function of it. */
    public static final class Defers extends Read {
        private Supplier<String> later;

        @Override
        public void readFields(DataInput in) {
            later = () -> in.getClass().getSimpleName();
        }

        @Override
        String told() {
            return later.get();
        }
    }

    /** Reads lines, which are no fields. */
    public static final class Lines extends Read {
        @Override
        public void readFields(DataInput in) throws IOException {
            read = in.readLine();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Fields.class, Inherits.class})
    void aClassThatReadsFieldsIsGivenThemWithoutAStream(Class<? extends Read> type)
            throws Exception {
        assertThat(OnlyFields.reads(type)).isTrue();
        assertThat(read(type, true)).isEqualTo("07seven77").isEqualTo(read(type, false));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Casts.class,
                Asks.class,
                HandsOn.class,
                Keeps.class,
                Chooses.class,
                Looks.class,
                Defers.class,
                Lines.class
            })
    void aClassThatMayDoMoreWithItsInputIsGivenAStream(Class<? extends Read> type)
            throws Exception {
        assertThat(OnlyFields.reads(type)).isFalse();
        String plain = read(type, false).replace("DataInputBuffer", "RecordInput");
        assertThat(read(type, true)).isNotEmpty().isEqualTo(plain);
    }

    @Test
    void ofClassesWithoutCodeNothingIsKnown() {
        assertThat(OnlyFields.reads(Read.class)).isFalse();
        assertThat(OnlyFields.reads(Writable.class)).isFalse();
        assertThat(OnlyFields.reads(String.class)).isFalse();
    }

    /** What an object tells of what it has read, the second time. */
    @SuppressWarnings("unchecked") // of this very class
    private static String read(Class<? extends Read> type, boolean fastPaths) throws Exception {
        Configuration conf = new Configuration(false);
        conf.set("io.serializations", "org.apache.hadoop.io.serializer.WritableSerialization");
        conf.setBoolean("millrace.fast.paths", fastPaths);
        RecordDeserializer<Text, Read> deserializer =
                new RecordDeserializer<>(conf, Text.class, (Class<Read>) type);
        DataOutputBuffer bytes = new DataOutputBuffer();
        bytes.writeByte(1);
        type.getDeclaredConstructor().newInstance().write(bytes);
        int length = bytes.getLength() - 1;
        Read first = deserializer.value(bytes.getData(), 1, length, null);
        first.read = "";
        Read second = deserializer.value(bytes.getData(), 1, length, first);
        assertThat(second).isSameAs(first);
        return Objects.requireNonNull(second.told());
    }
}

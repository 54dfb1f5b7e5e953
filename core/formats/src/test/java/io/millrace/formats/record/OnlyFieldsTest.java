package io.millrace.formats.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.flow.OnlyFields;
import io.millrace.formats.registry.JobFormats;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VIntWritable;
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

        String text() {
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

    /** Has objects read that it makes itself. */
    public static final class HandsOn extends Read {

        private final ShortWritable kept = new ShortWritable();
        private Text set = new Text("unset");

        public HandsOn() {
            set = new Text();
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            Writable first = new ShortWritable();
            first.readFields(in);
            kept.readFields(in);
            set.readFields(in);
            VIntWritable last = new VIntWritable();
            last.readFields(in);
            read = first + "" + kept + set + last;
        }
    }

    /** Has its superclass read the text, and a method of its own the rest. */
    public static class Shares extends Fields {
        @Override
        public void readFields(DataInput in) throws IOException {
            super.readFields(in);
            readMore(in, read);
        }

        /** Nothing is left; what there is, is not asked for. */
        void readMore(DataInput in, String before) throws IOException {
            in.skipBytes(before.length());
        }
    }

    /** Calls itself for what is inside it. */
    public static final class Nests extends Read {

        private final Fields inner = new Fields();

        @Override
        public void readFields(DataInput in) throws IOException {
            inner.read = read;
            descend(3L, in);
            read = inner.read;
        }

        public void descend(long depth, DataInput in) throws IOException {
            if (depth > 0) {
                descend(depth - 1, in);
            } else {
                inner.readFields(in);
            }
        }
    }

    /** Inherits a method that calls another, which it overrides. */
    public static final class Overrides extends Calls {
        @Override
        public void more(DataInput in) throws IOException {
            read = "left: " + ((DataInputStream) in).available();
        }
    }

    /** Calls a method of its own. */
    public static class Calls extends Read {
        @Override
        public void readFields(DataInput in) throws IOException {
            more(in);
        }

        public void more(DataInput in) throws IOException {
            in.skipBytes(Integer.BYTES);
            read = Text.readString(in);
        }
    }

    /** Has an object read that somebody else may set. */
    public static final class Given extends Read {

        private Read given = new Fields();

        public Given() {
            give(new Casts());
        }

        void give(Read other) {
            given = other;
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            given.readFields(in);
            read = given.read;
        }
    }

    /** Has an object read that is one of two. */
    public static final class OneOfTwo extends Read {

        private final Read either = System.nanoTime() == 0 ? new Fields() : new Casts();

        @Override
        public void readFields(DataInput in) throws IOException {
            either.readFields(in);
            read = either.read;
        }
    }

    /** Has an object read that anybody in the package may set. */
    public static final class Open extends Read {

        Read open = new Fields();

        public Open() {
            OnlyFieldsTest.change(this);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            open.readFields(in);
            read = open.read;
        }
    }

    private static void change(Open other) {
        other.open = new Casts();
    }

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

    /** Keeps the input. */
    public static final class Keeps extends Read {
        private DataInput kept;

        @Override
        public void readFields(DataInput in) {
            kept = in;
        }

        @Override
        String text() {
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
        String text() {
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
    @ValueSource(classes = {Fields.class, Inherits.class, HandsOn.class, Shares.class, Nests.class})
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
                Overrides.class,
                Given.class,
                OneOfTwo.class,
                Open.class,
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

    /** Reads more than the class that it is taken for. */
    public static final class Stricter extends Fields {
        @Override
        public void readFields(DataInput in) throws IOException {
            read = "left: " + ((DataInputStream) in).available();
        }
    }

    @Test
    void anObjectOfAnotherClassThanWasSaidReadsAsItsOwn() throws Exception {
        RecordDeserializer<Text, Read> deserializer = deserializer(Fields.class, true);
        Read given = new Stricter();
        assertThat(deserializer.value(new byte[5], 1, 4, given)).isSameAs(given);
        assertThat(given.text()).isEqualTo("left: 4");
    }

    @Test
    void ofClassesWithoutCodeNothingIsKnown() {
        assertThat(OnlyFields.reads(Read.class)).isFalse();
        assertThat(OnlyFields.reads(Writable.class)).isFalse();
        assertThat(OnlyFields.reads(String.class)).isFalse();
    }

    @SuppressWarnings("unchecked") // of this very class
    private static RecordDeserializer<Text, Read> deserializer(
            Class<? extends Read> type, boolean fastPaths) throws IOException {
        Configuration conf = new Configuration(false);
        conf.set("io.serializations", "org.apache.hadoop.io.serializer.WritableSerialization");
        conf.setBoolean("millrace.fast.paths", fastPaths);
        return new RecordSerialization(conf, JobFormats.in(conf::get))
                .deserializer(Text.class, (Class<Read>) type);
    }

    /** What an object tells of what it has read, the second time. */
    private static String read(Class<? extends Read> type, boolean fastPaths) throws Exception {
        RecordDeserializer<Text, Read> deserializer = deserializer(type, fastPaths);
        DataOutputBuffer bytes = new DataOutputBuffer();
        bytes.writeByte(1);
        type.getDeclaredConstructor().newInstance().write(bytes);
        int length = bytes.getLength() - 1;
        Read first = deserializer.value(bytes.getData(), 1, length, null);
        first.read = "";
        Read second = deserializer.value(bytes.getData(), 1, length, first);
        assertThat(second).isSameAs(first);
        return Objects.requireNonNull(second.text());
    }
}

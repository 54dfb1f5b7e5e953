package io.millrace.records.writable;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;

/** Random fields, their values, and the values as Hadoop's own methods read them. */
final class RandomWritables {

    private final Random random;
    private int names;

    RandomWritables(Random random) {
        this.random = random;
    }

    /** Up to so many fields. */
    List<WritableField> fields(int most) {
        List<WritableField> fields = new ArrayList<>();
        WritableForm[] forms = WritableForm.values();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            fields.add(new WritableField("f" + names++, forms[random.nextInt(forms.length)]));
        }
        return fields;
    }

    /** Writes a random value. */
    void write(WritableForm form, DataOutput out) throws IOException {
        long number = random.nextLong() >> random.nextInt(Long.SIZE);
        switch (form) {
            case BOOLEAN -> out.writeBoolean(random.nextBoolean());
            case BYTE -> out.writeByte((int) number);
            case SHORT -> out.writeShort((int) number);
            case INT -> out.writeInt((int) number);
            case LONG -> out.writeLong(number);
            case FLOAT -> out.writeFloat((float) random.nextGaussian());
            case DOUBLE -> out.writeDouble(random.nextGaussian());
            case VINT -> WritableUtils.writeVInt(out, (int) number);
            case VLONG -> WritableUtils.writeVLong(out, number);
            case TEXT -> new Text(text()).write(out);
            case UTF -> out.writeUTF(text());
            case BYTES -> new BytesWritable(text().getBytes(ISO_8859_1)).write(out);
        }
    }

    private String text() {
        return "é\0x".repeat(random.nextInt(random.nextInt(4) == 0 ? 100 : 4));
    }

    /** A value as Hadoop reads it. */
    static String read(WritableForm form, DataInput in) throws IOException {
        return switch (form) {
            case BOOLEAN -> String.valueOf(in.readBoolean());
            case BYTE -> String.valueOf(in.readByte());
            case SHORT -> String.valueOf(in.readShort());
            case INT -> String.valueOf(in.readInt());
            case LONG -> String.valueOf(in.readLong());
            case FLOAT -> String.valueOf((double) in.readFloat());
            case DOUBLE -> String.valueOf(in.readDouble());
            case VINT, VLONG -> String.valueOf(WritableUtils.readVLong(in));
            case TEXT -> bytes(in, WritableUtils.readVLong(in));
            case UTF -> bytes(in, in.readUnsignedShort());
            case BYTES -> bytes(in, in.readInt());
        };
    }

    private static String bytes(DataInput in, long length) throws IOException {
        if (length < 0 || length > 10_000) {
            throw new IOException("a length of " + length);
        }
        byte[] bytes = new byte[(int) length];
        in.readFully(bytes);
        return new String(bytes, ISO_8859_1);
    }

    /** All columns of a decoded record. */
    static String shown(WritableRecord record) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < record.columns().size(); i++) {
            shown.append(shown(record, i)).append('|');
        }
        return shown.toString();
    }

    private static String shown(WritableRecord record, int column) {
        return switch (record.columns().get(column).form()) {
            case BOOLEAN -> String.valueOf(record.getBoolean(column));
            case BYTE, SHORT, INT -> String.valueOf(record.getInt(column));
            case LONG, VLONG -> String.valueOf(record.getLong(column));
            case VINT -> vint(record, column);
            case FLOAT, DOUBLE -> String.valueOf(record.getDouble(column));
            case TEXT, UTF, BYTES ->
                    new String(
                            record.getText(column).bytes(),
                            record.getText(column).offset(),
                            record.getText(column).length(),
                            ISO_8859_1);
        };
    }

    private static String vint(WritableRecord record, int column) {
        try {
            return String.valueOf(record.getInt(column));
        } catch (io.millrace.records.text.BadFieldException e) {
            return "BAD";
        }
    }
}

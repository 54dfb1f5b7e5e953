package io.millrace.records.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The serialized form of a field, big-endian. A record is its number of fields in four bytes, and
 * for each field one byte with the position of its form in this list, and the field. Texts, numbers
 * of many digits and bytes start with their length in four bytes.
 */
enum FieldForm {
    NULL(Void.class) {
        @Override
        void write(Object field, DataOutput out) {}

        @Override
        @Nullable Object read(DataInput in) {
            return null;
        }
    },
    INTEGER(Long.class) {
        @Override
        void write(Object field, DataOutput out) throws IOException {
            out.writeLong((Long) field);
        }

        @Override
        Object read(DataInput in) throws IOException {
            return in.readLong();
        }
    },
    DOUBLE(Double.class) {
        @Override
        void write(Object field, DataOutput out) throws IOException {
            out.writeDouble((Double) field);
        }

        @Override
        Object read(DataInput in) throws IOException {
            return in.readDouble();
        }
    },
    DECIMAL(BigDecimal.class) {
        @Override
        void write(Object field, DataOutput out) throws IOException {
            out.writeInt(((BigDecimal) field).scale());
            writeBytes(((BigDecimal) field).unscaledValue().toByteArray(), out);
        }

        @Override
        Object read(DataInput in) throws IOException {
            int scale = in.readInt();
            return new BigDecimal(new BigInteger(readBytes(in)), scale);
        }
    },
    BOOLEAN(Boolean.class) {
        @Override
        void write(Object field, DataOutput out) throws IOException {
            out.writeBoolean((Boolean) field);
        }

        @Override
        Object read(DataInput in) throws IOException {
            return in.readBoolean();
        }
    },
    TEXT(String.class) {
        @Override
        void write(Object field, DataOutput out) throws IOException {
            writeBytes(((String) field).getBytes(StandardCharsets.UTF_8), out);
        }

        @Override
        Object read(DataInput in) throws IOException {
            return new String(readBytes(in), StandardCharsets.UTF_8);
        }
    },
    DATE(LocalDate.class) {
        @Override
        void write(Object field, DataOutput out) throws IOException {
            out.writeLong(((LocalDate) field).toEpochDay());
        }

        @Override
        Object read(DataInput in) throws IOException {
            return LocalDate.ofEpochDay(in.readLong());
        }
    },
    TIMESTAMP(LocalDateTime.class) {
        @Override
        void write(Object field, DataOutput out) throws IOException {
            LocalDateTime time = (LocalDateTime) field;
            out.writeLong(time.toEpochSecond(ZoneOffset.UTC));
            out.writeInt(time.get(ChronoField.NANO_OF_SECOND));
        }

        @Override
        Object read(DataInput in) throws IOException {
            long second = in.readLong();
            return LocalDateTime.ofEpochSecond(second, in.readInt(), ZoneOffset.UTC);
        }
    },
    BYTES(byte[].class) {
        @Override
        void write(Object field, DataOutput out) throws IOException {
            writeBytes((byte[]) field, out);
        }

        @Override
        Object read(DataInput in) throws IOException {
            return readBytes(in);
        }
    };

    private final Class<?> type;

    FieldForm(Class<?> type) {
        this.type = type;
    }

    abstract void write(Object field, DataOutput out) throws IOException;

    abstract @Nullable Object read(DataInput in) throws IOException;

    /** The form of a field. */
    static FieldForm of(@Nullable Object field) {
        if (field == null) {
            return NULL;
        }
        for (FieldForm form : values()) {
            if (form.type == field.getClass()) {
                return form;
            }
        }
        throw new IllegalArgumentException(
                "A field cannot be a %s; allowed: %s."
                        .formatted(
                                field.getClass().getName(),
                                Arrays.stream(values())
                                        .skip(1)
                                        .map(form -> form.type.getSimpleName())
                                        .collect(Collectors.joining(", "))));
    }

    private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] readBytes(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }
}

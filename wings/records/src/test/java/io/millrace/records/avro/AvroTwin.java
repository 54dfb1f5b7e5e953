package io.millrace.records.avro;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.TextSlice;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/** Records as Avro's own reader sees them, and as {@link AvroRecord} shows them: the same text. */
public final class AvroTwin {

    static {
        // Avro reads these once. Otherwise, it reserves memory for any length in damaged bytes.
        System.setProperty("org.apache.avro.limits.bytes.maxLength", "1000000");
        System.setProperty("org.apache.avro.limits.string.maxLength", "1000000");
        System.setProperty("org.apache.avro.limits.collectionItems.maxLength", "100000");
    }

    private AvroTwin() {}

    /** Writes records to a file, some of them with sizes before the items of arrays and maps. */
    public static void write(
            File file, Schema schema, List<GenericRecord> records, String codec, Random random)
            throws IOException {
        GenericDatumWriter<GenericRecord> datums = new GenericDatumWriter<>(schema);
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(datums)) {
            writer.setCodec(CodecFactory.fromString(codec));
            writer.setSyncInterval(32 + random.nextInt(3000));
            writer.create(schema, file);
            for (GenericRecord record : records) {
                if (random.nextBoolean()) {
                    writer.append(record);
                } else {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    BinaryEncoder encoder =
                            new EncoderFactory()
                                    .configureBlockSize(64)
                                    .blockingBinaryEncoder(bytes, null);
                    datums.write(record, encoder);
                    encoder.flush();
                    writer.appendEncoded(ByteBuffer.wrap(bytes.toByteArray()));
                }
            }
        }
    }

    /** The columns of the records of a file, read by Avro. */
    public static List<String> read(File file, List<String> columns) throws IOException {
        List<String> shown = new ArrayList<>();
        try (DataFileReader<GenericRecord> reader =
                new DataFileReader<>(file, new GenericDatumReader<>())) {
            while (reader.hasNext()) {
                shown.add(shown(reader.next(), columns));
            }
        }
        return shown;
    }

    /** Columns of a record of Avro. */
    public static String shown(GenericRecord record, List<String> columns) {
        return columns.stream()
                .map(column -> field(record, column))
                .collect(Collectors.joining("|"));
    }

    /** All columns of a decoded record. */
    public static String shown(AvroRecord record) {
        return IntStream.range(0, record.columns().size())
                .mapToObj(column -> field(record, column))
                .collect(Collectors.joining("|"));
    }

    private static String field(GenericRecord record, String column) {
        Object value = record;
        Schema schema = record.getSchema();
        for (String name : column.split("\\.", -1)) {
            if (value == null) {
                return "NULL";
            }
            schema = ((GenericRecord) value).getSchema().getField(name).schema();
            value = ((GenericRecord) value).get(name);
        }
        try {
            return value == null ? "NULL" : value(value, type(schema));
        } catch (ArithmeticException | NumberFormatException e) {
            return "BAD";
        }
    }

    private static Schema type(Schema schema) {
        return schema.getType() != Schema.Type.UNION
                ? schema
                : schema.getTypes().stream()
                        .filter(each -> each.getType() != Schema.Type.NULL)
                        .findFirst()
                        .orElseThrow();
    }

    private static String value(Object value, Schema type) {
        if (type.getLogicalType() instanceof LogicalTypes.Decimal) {
            return String.valueOf(new BigInteger(bytes(value)).longValueExact());
        }
        if (type.getLogicalType() != null && type.getLogicalType().getName().endsWith("millis")) {
            return String.valueOf(Math.multiplyExact((long) value, 1000L));
        }
        if (value instanceof Float number) {
            return String.valueOf(number.doubleValue());
        }
        return value instanceof Number || value instanceof Boolean
                ? value.toString()
                : new String(bytes(value), ISO_8859_1);
    }

    private static byte[] bytes(Object value) {
        if (value instanceof Utf8 text) {
            return Arrays.copyOf(text.getBytes(), text.getByteLength());
        }
        if (value instanceof GenericFixed fixed) {
            return fixed.bytes();
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        }
        return ((GenericEnumSymbol<?>) value).toString().getBytes(ISO_8859_1);
    }

    private static String field(AvroRecord record, int column) {
        if (record.isNull(column)) {
            return "NULL";
        }
        try {
            return Objects.toString(value(record, column));
        } catch (BadFieldException e) {
            return "BAD";
        }
    }

    private static @Nullable Object value(AvroRecord record, int column) {
        return switch (record.columns().get(column).type()) {
            case INT -> record.getInt(column);
            case LONG -> record.getLong(column);
            case FLOAT, DOUBLE -> record.getDouble(column);
            case BOOLEAN -> record.getBoolean(column);
            case DECIMAL -> record.getDecimal(column);
            case DATE -> record.getDate(column);
            case TIMESTAMP -> record.getTimestamp(column);
            case TEXT, BYTES, ENUM -> {
                TextSlice text = record.getText(column);
                yield new String(text.bytes(), text.offset(), text.length(), ISO_8859_1);
            }
        };
    }
}

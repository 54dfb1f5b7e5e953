package io.millrace.records.avro;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/** Random schemas, and random records of them. */
public final class RandomAvro {

    private static final int MOST_DEPTH = 3;

    private final Random random;
    private int names;

    /** Schemas and records of a source of random numbers. */
    public RandomAvro(Random random) {
        this.random = random;
    }

    /** A record with all kinds of fields. */
    public Schema schema() {
        return record(0);
    }

    /** A record of a schema. */
    public GenericRecord next(Schema schema) {
        return (GenericRecord) value(schema, 0);
    }

    private Schema record(int depth) {
        Schema record = Schema.createRecord("R" + names++, null, "test", false);
        List<Schema.Field> fields = new ArrayList<>();
        int count = 1 + random.nextInt(7);
        for (int i = 0; i < count; i++) {
            fields.add(new Schema.Field("f" + i, field(depth)));
        }
        if (random.nextInt(3) == 0) {
            // The type refers to itself.
            fields.add(new Schema.Field("next", Schema.createUnion(nothing(), record)));
        }
        record.setFields(fields);
        return record;
    }

    private Schema field(int depth) {
        int kind = random.nextInt(10);
        if (kind < 5) {
            return single(depth);
        }
        return switch (kind) {
            case 5 -> Schema.createUnion(nothing(), single(depth));
            case 6 -> Schema.createUnion(single(depth), nothing());
            case 7 -> Schema.createUnion(single(depth));
            case 8 ->
                    Schema.createUnion(
                            Schema.create(Schema.Type.INT),
                            nothing(),
                            Schema.create(Schema.Type.STRING),
                            fixed(3));
            default -> random.nextInt(5) == 0 ? nothing() : single(depth);
        };
    }

    private Schema single(int depth) {
        boolean isDeep = depth < MOST_DEPTH;
        return switch (random.nextInt(isDeep ? 19 : 16)) {
            case 0, 1 -> Schema.create(Schema.Type.INT);
            case 2, 3 -> Schema.create(Schema.Type.LONG);
            case 4 -> Schema.create(Schema.Type.FLOAT);
            case 5 -> Schema.create(Schema.Type.DOUBLE);
            case 6 -> Schema.create(Schema.Type.BOOLEAN);
            case 7, 8 -> Schema.create(Schema.Type.STRING);
            case 9 -> Schema.create(Schema.Type.BYTES);
            case 10 -> fixed(random.nextInt(20));
            case 11 -> symbols();
            case 12 -> LogicalTypes.decimal(20, 3).addToSchema(Schema.create(Schema.Type.BYTES));
            case 13 -> LogicalTypes.decimal(2, 1).addToSchema(fixed(1 + random.nextInt(12)));
            case 14 -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
            case 15 -> timestamp();
            case 16 -> Schema.createArray(field(depth + 1));
            case 17 -> Schema.createMap(field(depth + 1));
            default -> record(depth + 1);
        };
    }

    private Schema timestamp() {
        Schema number = Schema.create(Schema.Type.LONG);
        return switch (random.nextInt(4)) {
            case 0 -> LogicalTypes.timestampMillis().addToSchema(number);
            case 1 -> LogicalTypes.timestampMicros().addToSchema(number);
            case 2 -> LogicalTypes.localTimestampMillis().addToSchema(number);
            default -> LogicalTypes.localTimestampMicros().addToSchema(number);
        };
    }

    private Schema fixed(int size) {
        return Schema.createFixed("F" + names++, null, "test", size);
    }

    private Schema symbols() {
        List<String> symbols = new ArrayList<>();
        int count = 1 + random.nextInt(random.nextBoolean() ? 4 : 200);
        for (int i = 0; i < count; i++) {
            symbols.add("S" + i);
        }
        return Schema.createEnum("E" + names++, null, "test", symbols);
    }

    private static Schema nothing() {
        return Schema.create(Schema.Type.NULL);
    }

    private Object value(Schema schema, int depth) {
        return switch (schema.getType()) {
            case NULL -> null;
            case BOOLEAN -> random.nextBoolean();
            case INT -> (int) whole();
            case LONG -> whole();
            case FLOAT -> random.nextInt(9) == 0 ? Float.NaN : (float) random.nextGaussian();
            case DOUBLE -> random.nextInt(9) == 0 ? -0.0 : random.nextGaussian();
            case STRING -> new Utf8("é".repeat(length(3)) + "x".repeat(length(100)));
            case BYTES -> ByteBuffer.wrap(bytes(length(20)));
            case FIXED -> new GenericData.Fixed(schema, bytes(schema.getFixedSize()));
            case ENUM -> {
                List<String> symbols = schema.getEnumSymbols();
                yield new GenericData.EnumSymbol(
                        schema, symbols.get(random.nextInt(symbols.size())));
            }
            case UNION -> {
                List<Schema> types = schema.getTypes();
                Schema first = types.get(0);
                boolean stop = depth > 12 && first.getType() == Schema.Type.NULL;
                yield value(stop ? first : types.get(random.nextInt(types.size())), depth + 1);
            }
            case ARRAY -> {
                List<Object> items = new ArrayList<>();
                for (int i = length(5); i > 0; i--) {
                    items.add(value(schema.getElementType(), depth + 1));
                }
                yield items;
            }
            case MAP -> {
                Map<Utf8, Object> map = new HashMap<>();
                for (int i = length(5); i > 0; i--) {
                    map.put(new Utf8("k" + i), value(schema.getValueType(), depth + 1));
                }
                yield map;
            }
            case RECORD -> {
                GenericRecord record = new GenericData.Record(schema);
                for (Schema.Field field : schema.getFields()) {
                    record.put(field.pos(), value(field.schema(), depth + 1));
                }
                yield record;
            }
        };
    }

    private long whole() {
        long any = random.nextLong() >> random.nextInt(Long.SIZE);
        return random.nextInt(20) == 0 ? Long.MIN_VALUE : any;
    }

    private int length(int most) {
        return random.nextInt(3) == 0 ? 0 : random.nextInt(most + 1);
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        if (count > 8 && random.nextBoolean()) {
            // A decimal that fits into a long, although it has more bytes.
            Arrays.fill(bytes, 0, count - 7, (byte) (bytes[count - 7] >> 7));
        }
        return bytes;
    }
}

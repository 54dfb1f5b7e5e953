package io.millrace.records.avro;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;

/** Random schemas with which records of a schema can be read. */
final class RandomReader {

    private final Random random;
    private final IdentityHashMap<Schema, Schema> records = new IdentityHashMap<>();
    private int names;

    RandomReader(Random random) {
        this.random = random;
    }

    /** A schema for records of another: with fewer fields, new ones, other names, wider numbers. */
    Schema of(Schema stored) {
        records.clear();
        return record(stored);
    }

    private Schema record(Schema stored) {
        Schema known = records.get(stored);
        if (known != null) {
            return known;
        }
        Schema record = Schema.createRecord(stored.getName(), null, stored.getNamespace(), false);
        // Before its fields, which may refer to it.
        records.put(stored, record);
        List<Schema.Field> fields = new ArrayList<>();
        for (Schema.Field field : stored.getFields()) {
            if (random.nextInt(4) > 0) {
                boolean isRenamed = random.nextInt(4) == 0;
                String name = isRenamed ? "new" + names++ : field.name();
                Schema.Field kept = new Schema.Field(name, wider(field.schema()));
                if (isRenamed) {
                    kept.addAlias(field.name());
                }
                fields.add(kept);
            }
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            fields.add(added(0));
        }
        Collections.shuffle(fields, random);
        record.setFields(fields);
        return record;
    }

    /** A type that can have all values of a type. */
    private Schema wider(Schema type) {
        if (type.getLogicalType() != null) {
            return type;
        }
        return switch (type.getType()) {
            case INT -> any(type, Schema.Type.LONG, Schema.Type.FLOAT, Schema.Type.DOUBLE);
            case LONG -> any(type, Schema.Type.FLOAT, Schema.Type.DOUBLE);
            case FLOAT -> any(type, Schema.Type.DOUBLE);
            case STRING -> any(type, Schema.Type.BYTES);
            case ENUM -> fewerSymbols(type);
            case RECORD -> record(type);
            case UNION ->
                    isNullable(type)
                            ? Schema.createUnion(type.getTypes().stream().map(this::wider).toList())
                            : type;
            default -> type;
        };
    }

    private Schema any(Schema type, Schema.Type... wider) {
        return random.nextBoolean() ? type : Schema.create(wider[random.nextInt(wider.length)]);
    }

    /** An enum in another order, without some of the symbols, for which it has a default. */
    private Schema fewerSymbols(Schema type) {
        List<String> symbols = new ArrayList<>(type.getEnumSymbols());
        Collections.shuffle(symbols, random);
        List<String> some = symbols.subList(0, 1 + random.nextInt(symbols.size()));
        return Schema.createEnum(
                type.getName(), null, type.getNamespace(), List.copyOf(some), some.get(0));
    }

    private static boolean isNullable(Schema union) {
        return union.getTypes().size() == 2
                && union.getTypes().stream().anyMatch(each -> each.getType() == Schema.Type.NULL);
    }

    private Schema.Field added(int depth) {
        String name = "added" + names++;
        Schema text = Schema.create(Schema.Type.STRING);
        return switch (random.nextInt(depth < 3 ? 6 : 5)) {
            case 0 -> field(name, Schema.create(Schema.Type.LONG), random.nextLong());
            case 1 -> field(name, Schema.create(Schema.Type.DOUBLE), random.nextGaussian());
            case 2 -> field(name, text, "x".repeat(random.nextInt(200)));
            case 3 ->
                    field(
                            name,
                            Schema.createUnion(Schema.create(Schema.Type.NULL), text),
                            JsonProperties.NULL_VALUE);
            case 4 ->
                    field(
                            name,
                            Schema.createEnum("E" + name, null, "test", List.of("A", "B")),
                            "B");
            default -> {
                // All of its fields have defaults of their own.
                Schema inner =
                        Schema.createRecord(
                                "R" + name,
                                null,
                                "test",
                                false,
                                List.of(added(depth + 1), added(depth + 1)));
                yield field(name, inner, Map.of());
            }
        };
    }

    private static Schema.Field field(String name, Schema type, Object value) {
        return new Schema.Field(name, type, null, value);
    }
}

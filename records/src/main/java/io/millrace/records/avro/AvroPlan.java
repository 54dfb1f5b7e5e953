package io.millrace.records.avro;

import io.millrace.records.avro.AvroNode.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a schema that a job requests, and how to pass the values of a record. Used by one
 * thread.
 */
final class AvroPlan {

    private static final int DOUBLE_BYTES = 8;
    private static final int FLOAT_BYTES = 4;

    private final List<String> names;
    private final int requested;
    private final Map<String, AvroColumn> found = new LinkedHashMap<>();
    private final IdentityHashMap<Schema, AvroNode> plain = new IdentityHashMap<>();
    private final AvroNode root;

    /**
     * A plan for the columns with the names, in their order, or for all if there are no names.
     *
     * @param more names of columns that are read as well, after these
     * @throws IllegalArgumentException if the schema does not have them
     */
    AvroPlan(Schema schema, List<String> names, Set<String> more) {
        if (schema.getType() != Schema.Type.RECORD) {
            throw new IllegalArgumentException(
                    "The values are of the type %s, not records. Records have columns."
                            .formatted(schema.getType().getName()));
        }
        List<String> all = new ArrayList<>();
        addColumns(schema, "", new ArrayList<>(), all);
        List<String> first = names.isEmpty() ? all : names;
        requested = first.size();
        this.names = Stream.concat(first.stream(), more.stream()).distinct().toList();
        root = record(schema, "", false);
        for (String name : this.names) {
            if (!found.containsKey(name)) {
                throw new IllegalArgumentException(
                        "The schema does not have the column '%s'. Its columns are: %s. Arrays, maps, and unions of several types besides null cannot be columns."
                                .formatted(name, String.join(", ", all)));
            }
        }
    }

    AvroNode root() {
        return root;
    }

    /** How many of the columns, the first ones, the job requests. */
    int requested() {
        return requested;
    }

    List<AvroColumn> columns() {
        return names.stream().map(found::get).toList();
    }

    /** Adds the names of all columns. A record in a record of the same type has none. */
    private static void addColumns(
            Schema record, String prefix, List<Schema> around, Collection<String> all) {
        around.add(record);
        for (Schema.Field field : record.getFields()) {
            Schema type = single(field.schema());
            String name = prefix + field.name();
            if (type == null) {
                continue;
            }
            if (type.getType() != Schema.Type.RECORD) {
                all.add(name);
            } else if (around.stream().noneMatch(each -> each == type)) {
                addColumns(type, name + ".", around, all);
            }
        }
        around.remove(around.size() - 1);
    }

    /** The type of a column's values besides null; null if the field cannot be a column. */
    private static @Nullable Schema single(Schema schema) {
        return switch (schema.getType()) {
            case NULL, ARRAY, MAP -> null;
            case UNION -> {
                List<Schema> types =
                        schema.getTypes().stream()
                                .filter(each -> each.getType() != Schema.Type.NULL)
                                .toList();
                yield types.size() == 1 ? single(types.get(0)) : null;
            }
            default -> schema;
        };
    }

    /** A record with columns. */
    private AvroNode record(Schema schema, String prefix, boolean nullable) {
        List<Schema.Field> fields = schema.getFields();
        AvroNode node = AvroNode.of(Kind.RECORD, fields.size());
        for (int i = 0; i < fields.size(); i++) {
            Schema.Field field = fields.get(i);
            String name = prefix + field.name();
            boolean isAsked =
                    names.stream()
                            .anyMatch(each -> each.equals(name) || each.startsWith(name + "."));
            node.child(
                    i,
                    field.name(),
                    isAsked && single(field.schema()) != null
                            ? column(field.schema(), name, nullable)
                            : plain(field.schema()));
        }
        return node.complete();
    }

    /** A column, or a record or union with columns. */
    private AvroNode column(Schema schema, String name, boolean nullable) {
        if (schema.getType() == Schema.Type.RECORD) {
            return record(schema, name + ".", nullable);
        }
        if (schema.getType() == Schema.Type.UNION) {
            List<Schema> types = schema.getTypes();
            AvroNode node = AvroNode.of(Kind.UNION, types.size());
            boolean orNull = nullable || types.size() > 1;
            for (int i = 0; i < types.size(); i++) {
                Schema type = types.get(i);
                node.child(
                        i,
                        "",
                        type.getType() == Schema.Type.NULL
                                ? plain(type)
                                : column(type, name, orNull));
            }
            return node.complete();
        }
        int index = names.indexOf(name);
        if (index >= 0) {
            found.put(name, new AvroColumn(name, schema, nullable));
        }
        return leaf(schema, index);
    }

    /** A value without columns. */
    private AvroNode plain(Schema schema) {
        AvroNode known = plain.get(schema);
        if (known != null) {
            return known;
        }
        return switch (schema.getType()) {
            case RECORD ->
                    nested(
                            schema,
                            Kind.RECORD,
                            schema.getFields().stream().map(Schema.Field::schema).toList());
            case UNION -> nested(schema, Kind.UNION, schema.getTypes());
            case ARRAY -> nested(schema, Kind.ITEMS, List.of(schema.getElementType()));
            case MAP -> map(schema);
            default -> leaf(schema, AvroNode.NO_COLUMN);
        };
    }

    private AvroNode nested(Schema schema, Kind kind, List<Schema> children) {
        AvroNode node = AvroNode.of(kind, children.size());
        // Before its children, which may refer to it.
        plain.put(schema, node);
        for (int i = 0; i < children.size(); i++) {
            String name = kind == Kind.RECORD ? schema.getFields().get(i).name() : "";
            node.child(i, name, plain(children.get(i)));
        }
        return node.complete();
    }

    /** A map: items of a key and a value each. */
    private AvroNode map(Schema schema) {
        AvroNode node = AvroNode.of(Kind.ITEMS, 1);
        plain.put(schema, node);
        AvroNode entry = AvroNode.of(Kind.RECORD, 2);
        node.child(0, "", entry);
        entry.child(0, "key", AvroNode.leaf(Kind.BYTES, 0, AvroNode.NO_COLUMN));
        entry.child(1, "value", plain(schema.getValueType()));
        entry.complete();
        return node.complete();
    }

    private static AvroNode leaf(Schema schema, int column) {
        return switch (schema.getType()) {
            case NULL -> AvroNode.leaf(Kind.NULL, 0, column);
            case BOOLEAN -> AvroNode.leaf(Kind.FIXED, 1, column);
            case FLOAT -> AvroNode.leaf(Kind.FIXED, FLOAT_BYTES, column);
            case DOUBLE -> AvroNode.leaf(Kind.FIXED, DOUBLE_BYTES, column);
            case FIXED -> AvroNode.leaf(Kind.FIXED, schema.getFixedSize(), column);
            case INT, ENUM -> AvroNode.leaf(Kind.INT, 0, column);
            case LONG -> AvroNode.leaf(Kind.LONG, 0, column);
            case BYTES, STRING -> AvroNode.leaf(Kind.BYTES, 0, column);
            case RECORD, UNION, ARRAY, MAP ->
                    throw new IllegalArgumentException("Not a single value: " + schema);
        };
    }
}

package io.millrace.records.avro;

import io.millrace.records.avro.AvroNode.Kind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/**
 * The columns of a schema that a job requests, and how to pass the values of a record. Used by one
 * thread.
 */
final class AvroPlan {

    private static final int DOUBLE_BYTES = 8;
    private static final int FLOAT_BYTES = 4;

    private final ReaderSchema reader;
    private final List<String> names;
    private final int requested;
    private final Map<String, AvroColumn> found = new LinkedHashMap<>();
    private final IdentityHashMap<Schema, AvroNode> plain = new IdentityHashMap<>();
    private final AvroNode root;

    /**
     * A plan for the columns with the names, in their order, or for all if there are no names.
     *
     * @param stored the schema of a file
     * @param reader the schema whose columns the job requests
     * @param more names of columns that are read as well, after these
     * @throws IllegalArgumentException if the schema does not have them, or the file cannot give
     *     them
     */
    AvroPlan(Schema stored, ReaderSchema reader, List<String> names, Set<String> more) {
        this.reader = reader;
        requireRecord(stored);
        requireRecord(reader.schema());
        List<String> all = SchemaColumns.names(reader.schema());
        List<String> first = names.isEmpty() ? all : names;
        requested = first.size();
        this.names = Stream.concat(first.stream(), more.stream()).distinct().toList();
        root = record(reader.rename(stored), "", false);
        for (String name : this.names) {
            if (!found.containsKey(name)) {
                throw missing(name, all);
            }
        }
    }

    private static void requireRecord(Schema schema) {
        if (schema.getType() != Schema.Type.RECORD) {
            throw new IllegalArgumentException(
                    "The values are of the type %s, not records. Records have columns."
                            .formatted(schema.getType().getName()));
        }
    }

    private IllegalArgumentException missing(String name, List<String> all) {
        return new IllegalArgumentException(
                SchemaColumns.type(reader.schema(), name) == null
                        ? "The schema does not have the column '%s'. Its columns are: %s. Arrays, maps, and unions of several types besides null cannot be columns."
                                .formatted(name, String.join(", ", all))
                        : "The file does not have the column '%s', and the job's schema has no default for it."
                                .formatted(name));
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

    /** A record with columns. */
    private AvroNode record(Schema schema, String prefix, boolean nullable) {
        List<Schema.Field> fields = schema.getFields();
        List<AvroColumn> defaults = defaults(schema, prefix, nullable);
        AvroNode node = AvroNode.of(Kind.RECORD, fields.size() + defaults.size());
        for (int i = 0; i < fields.size(); i++) {
            Schema.Field field = fields.get(i);
            String name = prefix + field.name();
            boolean isAsked =
                    names.stream()
                            .anyMatch(each -> each.equals(name) || each.startsWith(name + "."));
            node.child(
                    i,
                    field.name(),
                    isAsked && SchemaColumns.single(field.schema()) != null
                            ? column(field.schema(), name, nullable)
                            : plain(field.schema()));
        }
        for (int i = 0; i < defaults.size(); i++) {
            String name = defaults.get(i).name();
            node.child(
                    fields.size() + i, name, AvroNode.leaf(Kind.DEFAULT, 0, names.indexOf(name)));
        }
        return node.complete();
    }

    /**
     * Finds the columns that a record does not have, and returns those with other values than null.
     */
    private List<AvroColumn> defaults(Schema record, String prefix, boolean nullable) {
        List<AvroColumn> defaults = new ArrayList<>();
        for (String name : names) {
            boolean isElsewhere =
                    !name.startsWith(prefix)
                            || record.getField(name.substring(prefix.length()).split("\\.", 2)[0])
                                    != null;
            AvroColumn column = isElsewhere ? null : reader.absent(name, prefix, nullable);
            if (column != null) {
                found.put(name, column);
                if (column.constant() != null) {
                    defaults.add(column);
                }
            }
        }
        return defaults;
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
        AvroColumn column = names.contains(name) ? reader.column(name, schema, nullable) : null;
        if (column == null) {
            return leaf(schema, AvroNode.NO_COLUMN);
        }
        found.put(name, column);
        return leaf(schema, names.indexOf(name));
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

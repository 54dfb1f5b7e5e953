package io.millrace.records.avro;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** The columns of a schema: its fields with single values, including those in nested records. */
final class SchemaColumns {

    private SchemaColumns() {}

    /** The names of all columns. A record in a record of the same type has none. */
    static List<String> names(Schema record) {
        List<String> all = new ArrayList<>();
        addNames(record, "", new ArrayList<>(), all);
        return all;
    }

    private static void addNames(
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
                addNames(type, name + ".", around, all);
            }
        }
        around.remove(around.size() - 1);
    }

    /** The type of a field's values besides null; null if the field cannot be a column. */
    static @Nullable Schema single(Schema schema) {
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

    /** The type of a column's values besides null; null if the schema does not have the column. */
    static @Nullable Schema type(Schema record, String name) {
        Schema.Field field = field(record, path(name));
        Schema type = field == null ? null : single(field.schema());
        return type == null || type.getType() == Schema.Type.RECORD ? null : type;
    }

    /** The field at the end of a path; null if the schema does not have it. */
    static Schema.@Nullable Field field(Schema record, List<String> path) {
        Schema around = record;
        Schema.Field field = null;
        for (String name : path) {
            if (around == null || around.getType() != Schema.Type.RECORD) {
                return null;
            }
            field = around.getField(name);
            around = field == null ? null : single(field.schema());
        }
        return field;
    }

    /** The names of the fields to a column, from the outermost. */
    static List<String> path(String name) {
        return List.of(name.split("\\.", -1));
    }
}

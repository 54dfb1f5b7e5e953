package io.millrace.records.proto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.EnumValueDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.OneofDescriptor;
import org.jspecify.annotations.Nullable;

/** The columns of a message type that a job requests, and how to find them in a message. */
final class ProtoPlan {

    private static final int NO_COLUMN = -1;

    private final List<Request> requests = new ArrayList<>();
    private final int requested;
    private final ProtoNode root;

    /** A requested column and the fields that lead to it. */
    private record Request(int column, String name, List<FieldDescriptor> path) {}

    /**
     * A plan for the columns with the names, in their order, or for all if there are no names.
     *
     * @param more names of columns that are read as well, after these
     * @throws IllegalArgumentException if the type does not have them
     */
    ProtoPlan(Descriptor type, List<String> names, Set<String> more) {
        List<String> all = new ArrayList<>();
        addColumns(type, "", false, new ArrayList<>(), all);
        List<String> first = names.isEmpty() ? all : names;
        requested = first.size();
        Stream.concat(first.stream(), more.stream())
                .distinct()
                .forEach(name -> add(name, path(type, name, all)));
        root = requests.isEmpty() ? new ProtoNode(List.of()) : node(0, requests);
    }

    private void add(String name, List<FieldDescriptor> path) {
        for (Request other : requests) {
            if (other.path.equals(path)) {
                throw new IllegalArgumentException(
                        "The columns '%s' and '%s' are the same field. Name each column once."
                                .formatted(other.name, name));
            }
        }
        requests.add(new Request(requests.size(), name, path));
    }

    ProtoNode root() {
        return root;
    }

    /** How many of the columns, the first ones, the job requests. */
    int requested() {
        return requested;
    }

    List<ProtoColumn> columns() {
        return requests.stream().map(each -> new ProtoColumn(each.name, each.path)).toList();
    }

    Positions positions() {
        boolean[] isList = new boolean[requests.size()];
        for (Request each : requests) {
            isList[each.column] = each.path.get(each.path.size() - 1).isRepeated();
        }
        return new Positions(isList);
    }

    /**
     * Adds the names of all columns. A message in one of the same type has none, and neither has a
     * list in a list.
     */
    private static void addColumns(
            Descriptor type,
            String prefix,
            boolean isInList,
            List<Descriptor> around,
            Collection<String> all) {
        around.add(type);
        for (FieldDescriptor field : type.getFields()) {
            String name = prefix + field.getName();
            if (isInList && field.isRepeated()) {
                continue;
            }
            if (!isMessage(field)) {
                all.add(name);
            } else if (!around.contains(field.getMessageType())) {
                addColumns(
                        field.getMessageType(),
                        name + ".",
                        isInList || field.isRepeated(),
                        around,
                        all);
            }
        }
        around.remove(around.size() - 1);
    }

    private static boolean isMessage(FieldDescriptor field) {
        return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
    }

    /** The fields that lead to a column. Each part of its name is a name or a number. */
    private static List<FieldDescriptor> path(Descriptor type, String name, List<String> all) {
        List<FieldDescriptor> path = new ArrayList<>();
        Descriptor in = type;
        for (String part : name.split("\\.", -1)) {
            FieldDescriptor field = in == null ? null : find(in, part);
            if (field == null) {
                throw new IllegalArgumentException(
                        "The message %s does not have the column '%s'. Its columns are: %s."
                                .formatted(type.getFullName(), name, String.join(", ", all)));
            }
            path.add(field);
            in = isMessage(field) ? field.getMessageType() : null;
        }
        if (path.stream().filter(FieldDescriptor::isRepeated).count() > 1) {
            throw new IllegalArgumentException(
                    "The column '%s' of the message %s is a list in a list. At most one field on the way to a column may be repeated."
                            .formatted(name, type.getFullName()));
        }
        return path;
    }

    private static @Nullable FieldDescriptor find(Descriptor type, String part) {
        try {
            return type.findFieldByNumber(Integer.parseInt(part));
        } catch (NumberFormatException e) {
            return type.findFieldByName(part);
        }
    }

    /** The node for the messages that contain the fields at a depth of some paths. */
    private ProtoNode node(int depth, List<Request> some) {
        Map<FieldDescriptor, List<Request>> asked = new LinkedHashMap<>();
        for (Request each : some) {
            asked.computeIfAbsent(each.path.get(depth), field -> new ArrayList<>()).add(each);
        }
        // Other fields of a oneof clear its columns.
        for (FieldDescriptor field : List.copyOf(asked.keySet())) {
            OneofDescriptor oneof = field.getContainingOneof();
            if (oneof != null) {
                oneof.getFields().forEach(each -> asked.putIfAbsent(each, List.of()));
            }
        }
        boolean isItem =
                some.get(0).path.subList(0, depth).stream().anyMatch(FieldDescriptor::isRepeated);
        List<ProtoNode.Field> fields = new ArrayList<>();
        asked.forEach((field, below) -> fields.add(field(field, depth, below, asked, isItem)));
        return new ProtoNode(fields);
    }

    private ProtoNode.Field field(
            FieldDescriptor field,
            int depth,
            List<Request> requested,
            Map<FieldDescriptor, List<Request>> asked,
            boolean isItem) {
        int column = NO_COLUMN;
        List<Request> below = new ArrayList<>();
        for (Request each : requested) {
            if (each.path.size() > depth + 1) {
                below.add(each);
            } else {
                column = each.column;
            }
        }
        Stream<Request> cleared =
                asked.entrySet().stream()
                        .filter(other -> other.getKey() != field)
                        .filter(other -> field.getContainingOneof() != null)
                        .filter(other ->
                                other.getKey().getContainingOneof() == field.getContainingOneof())
                        .flatMap(other -> other.getValue().stream());
        return new ProtoNode.Field(
                field.getNumber(),
                field.getName(),
                wireType(field),
                field.isPackable(),
                field.isRepeated(),
                symbols(field),
                column,
                below.isEmpty() ? null : node(depth + 1, below),
                columns(below.stream()),
                columns(cleared),
                isItem);
    }

    private static int[] columns(Stream<Request> requests) {
        return requests.mapToInt(Request::column).toArray();
    }

    /** The numbers of an enum of proto2. Those of proto3 may have others. */
    private static int @Nullable [] symbols(FieldDescriptor field) {
        if (field.getType() != FieldDescriptor.Type.ENUM || !ProtoColumn.isProto2(field)) {
            return null;
        }
        int[] numbers =
                field.getEnumType().getValues().stream()
                        .mapToInt(EnumValueDescriptor::getNumber)
                        .toArray();
        Arrays.sort(numbers);
        return numbers;
    }

    private static int wireType(FieldDescriptor field) {
        return switch (field.getType()) {
            case INT32, UINT32, SINT32, INT64, UINT64, SINT64, BOOL, ENUM -> WireType.VARINT;
            case SFIXED32, FIXED32, FLOAT -> WireType.FIXED32;
            case SFIXED64, FIXED64, DOUBLE -> WireType.FIXED64;
            case STRING, BYTES, MESSAGE -> WireType.LENGTH;
            case GROUP -> WireType.START_GROUP;
        };
    }
}

package io.millrace.records.proto;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.TextSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.DescriptorValidationException;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.EnumValueDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FileDescriptor;
import org.apache.hadoop.thirdparty.protobuf.DynamicMessage;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.Message;

/** Messages as DynamicMessage sees them, and as {@link ProtoRecord} shows them: the same text. */
public final class ProtoTwin {

    private ProtoTwin() {}

    /** The first message type of a file. */
    public static Descriptor type(FileDescriptorProto file) {
        try {
            return FileDescriptor.buildFrom(file, new FileDescriptor[0]).getMessageTypes().get(0);
        } catch (DescriptorValidationException e) {
            throw new IllegalArgumentException(file.toString(), e);
        }
    }

    /** Columns of a message, decoded by Google's library. */
    public static String shown(Descriptor type, byte[] bytes, List<String> columns)
            throws InvalidProtocolBufferException {
        return shown(DynamicMessage.newBuilder(type).mergeFrom(bytes).buildPartial(), columns);
    }

    /** Columns of a message. */
    public static String shown(Message message, List<String> columns) {
        return columns.stream()
                .map(column -> column(message, column))
                .collect(Collectors.joining("|"));
    }

    /** All columns of a decoded record. */
    public static String shown(ProtoRecord record) {
        return IntStream.range(0, record.columns().size())
                .mapToObj(column -> column(record, column))
                .collect(Collectors.joining("|"));
    }

    private static String column(Message message, String name) {
        List<String> items = new ArrayList<>();
        boolean isList = add(message, List.of(name.split("\\.", -1)), items);
        return isList ? items.toString() : items.get(0);
    }

    /** Adds the values at the end of a path; whether the path has a list. */
    private static boolean add(Message message, List<String> path, List<String> items) {
        FieldDescriptor field = message.getDescriptorForType().findFieldByName(path.get(0));
        List<String> rest = path.subList(1, path.size());
        if (!field.isRepeated()) {
            if (!rest.isEmpty()) {
                return add((Message) message.getField(field), rest, items);
            }
            boolean isSet = !field.hasPresence() || message.hasField(field);
            items.add((isSet ? "" : "NULL ") + value(field, message.getField(field)));
            return false;
        }
        for (Object item : (List<?>) message.getField(field)) {
            if (rest.isEmpty()) {
                items.add(value(field, item));
            } else {
                add((Message) item, rest, items);
            }
        }
        return true;
    }

    private static String value(FieldDescriptor field, Object value) {
        if (value instanceof Message) {
            return "MESSAGE";
        }
        if (value instanceof EnumValueDescriptor symbol) {
            boolean isKnown = field.getEnumType().findValueByNumber(symbol.getNumber()) != null;
            return symbol.getNumber() + (isKnown ? symbol.getName() : "BAD");
        }
        if (value instanceof ByteString bytes) {
            return bytes.toString(ISO_8859_1);
        }
        if (value instanceof String text) {
            return new String(text.getBytes(UTF_8), ISO_8859_1);
        }
        if (value instanceof Float number) {
            return String.valueOf(number.doubleValue());
        }
        boolean isUnsigned =
                field.getType() == FieldDescriptor.Type.UINT32
                        || field.getType() == FieldDescriptor.Type.FIXED32;
        return isUnsigned ? Integer.toUnsignedString((int) value) : value.toString();
    }

    private static String column(ProtoRecord record, int column) {
        if (!record.columns().get(column).repeated()) {
            return (record.isNull(column) ? "NULL " : "") + value(record, column, 0);
        }
        List<String> items = new ArrayList<>();
        for (int i = 0; i < record.getCount(column); i++) {
            items.add((record.isNull(column, i) ? "NULL " : "") + value(record, column, i));
        }
        return items.toString();
    }

    private static String value(ProtoRecord record, int column, int index) {
        return switch (record.columns().get(column).type()) {
            case INT -> String.valueOf(record.getInt(column, index));
            case UINT, LONG -> String.valueOf(record.getLong(column, index));
            case FLOAT, DOUBLE -> String.valueOf(record.getDouble(column, index));
            case BOOLEAN -> String.valueOf(record.getBoolean(column, index));
            case BYTES -> text(record.getText(column, index));
            // Google's decoder replaces bytes that are not UTF-8.
            case TEXT ->
                    new String(
                            record.getText(column, index).toString().getBytes(UTF_8), ISO_8859_1);
            case ENUM -> record.getInt(column, index) + name(record, column, index);
            case MESSAGE -> "MESSAGE";
        };
    }

    private static String name(ProtoRecord record, int column, int index) {
        try {
            return text(record.getText(column, index));
        } catch (BadFieldException e) {
            return "BAD";
        }
    }

    private static String text(TextSlice text) {
        return new String(text.bytes(), text.offset(), text.length(), ISO_8859_1);
    }
}

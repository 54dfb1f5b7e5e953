package io.millrace.records.proto;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.EnumValueDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;

/** A column of messages: a field, in nested messages if any. */
public final class ProtoColumn {

    /** How the number of a value is encoded. */
    enum Form {
        VARINT,
        ZIGZAG,
        FIXED32,
        FIXED64,
        /** Not a number. */
        NONE
    }

    private final String name;
    private final FieldDescriptor field;
    private final ProtoType type;
    private final Form form;
    private final boolean repeated;
    private final boolean nullable;

    /**
     * A column for the last field of a path.
     *
     * @param name as the job requests it
     */
    ProtoColumn(String name, List<FieldDescriptor> path) {
        this.name = name;
        field = path.get(path.size() - 1);
        type = typeOf(field);
        form = formOf(field);
        repeated = path.stream().anyMatch(FieldDescriptor::isRepeated);
        nullable =
                !field.isRepeated()
                        && (type == ProtoType.MESSAGE
                                || field.getContainingOneof() != null
                                || isProto2(field));
    }

    /** The name of the field; in nested messages, the names from the outermost, with points. */
    public String name() {
        return name;
    }

    public ProtoType type() {
        return type;
    }

    /** Whether the field, or a message that contains it, is repeated. */
    public boolean repeated() {
        return repeated;
    }

    /** Whether {@code isNull} distinguishes a field that is not set from one with the default. */
    public boolean nullable() {
        return nullable;
    }

    Form form() {
        return form;
    }

    /** Whether the field's file has the syntax proto2. */
    static boolean isProto2(FieldDescriptor field) {
        return !field.getFile().toProto().getSyntax().equals("proto3");
    }

    /** The value of a numeric field that is not set: a whole number, or the bits of a real one. */
    long defaultNumber() {
        if (field.isRepeated() || type == ProtoType.MESSAGE) {
            return 0;
        }
        Object value = field.getDefaultValue();
        if (value instanceof Boolean flag) {
            return flag ? 1 : 0;
        }
        if (value instanceof Float number) {
            return Float.floatToRawIntBits(number);
        }
        if (value instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        }
        if (value instanceof EnumValueDescriptor symbol) {
            return symbol.getNumber();
        }
        return value instanceof Number number ? number.longValue() : 0;
    }

    /** The value of a text or bytes field that is not set. */
    byte[] defaultText() {
        if (field.isRepeated() || type == ProtoType.MESSAGE) {
            return new byte[0];
        }
        Object value = field.getDefaultValue();
        return value instanceof ByteString bytes
                ? bytes.toByteArray()
                : value.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The values of an enum, in the order of the file; none for other types. */
    List<EnumValueDescriptor> symbols() {
        return type == ProtoType.ENUM ? field.getEnumType().getValues() : List.of();
    }

    private static ProtoType typeOf(FieldDescriptor field) {
        return switch (field.getType()) {
            case INT32, SINT32, SFIXED32 -> ProtoType.INT;
            case UINT32, FIXED32 -> ProtoType.UINT;
            case INT64, SINT64, SFIXED64, UINT64, FIXED64 -> ProtoType.LONG;
            case FLOAT -> ProtoType.FLOAT;
            case DOUBLE -> ProtoType.DOUBLE;
            case BOOL -> ProtoType.BOOLEAN;
            case STRING -> ProtoType.TEXT;
            case BYTES -> ProtoType.BYTES;
            case ENUM -> ProtoType.ENUM;
            case MESSAGE, GROUP -> ProtoType.MESSAGE;
        };
    }

    private static Form formOf(FieldDescriptor field) {
        return switch (field.getType()) {
            case INT32, UINT32, INT64, UINT64, BOOL, ENUM -> Form.VARINT;
            case SINT32, SINT64 -> Form.ZIGZAG;
            case SFIXED32, FIXED32, FLOAT -> Form.FIXED32;
            case SFIXED64, FIXED64, DOUBLE -> Form.FIXED64;
            case STRING, BYTES, MESSAGE, GROUP -> Form.NONE;
        };
    }

    @Override
    public String toString() {
        return name + ", " + (repeated ? "repeated " : "") + type;
    }
}

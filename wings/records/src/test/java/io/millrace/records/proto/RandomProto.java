package io.millrace.records.proto;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.DescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.EnumDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FieldDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.OneofDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.EnumValueDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.thirdparty.protobuf.DynamicMessage;

/** Random message types, versions of them as another program may have, and random messages. */
public final class RandomProto {

    private static final int TYPES = 3;
    private static final int MOST_FIELDS = 9;
    private static final int MOST_DEPTH = 4;

    private final Random random;

    /** Types and messages of a source of random numbers. */
    public RandomProto(Random random) {
        this.random = random;
    }

    /** A file with the messages M0 to M2, which may contain each other. */
    public FileDescriptorProto file() {
        boolean isProto2 = random.nextBoolean();
        FileDescriptorProto.Builder file =
                FileDescriptorProto.newBuilder()
                        .setName("test.proto")
                        .setPackage("test")
                        .setSyntax(isProto2 ? "proto2" : "proto3");
        EnumDescriptorProto.Builder symbols = EnumDescriptorProto.newBuilder().setName("E");
        for (int number : new int[] {0, 1, 5, -3}) {
            symbols.addValue(symbol(number));
        }
        file.addEnumType(symbols);
        for (int i = 0; i < TYPES; i++) {
            file.addMessageType(message("M" + i, isProto2));
        }
        return file.build();
    }

    /**
     * The same file, with other fields and symbols too, other forms of lists and some other types.
     */
    public FileDescriptorProto version(FileDescriptorProto file) {
        boolean isProto2 = file.getSyntax().equals("proto2");
        FileDescriptorProto.Builder other = file.toBuilder();
        other.getEnumTypeBuilder(0).addValue(symbol(2)).addValue(symbol(77));
        for (DescriptorProto.Builder message : other.getMessageTypeBuilderList()) {
            for (FieldDescriptorProto.Builder field : message.getFieldBuilderList()) {
                change(field);
            }
            for (int i = 0; i < 2; i++) {
                FieldDescriptorProto.Builder added = field("added" + i, isProto2);
                message.addField(added.setNumber(3000 + i));
            }
        }
        return other.build();
    }

    /** A message of a type, with some of its fields. */
    public DynamicMessage next(Descriptor type) {
        return next(type, 0);
    }

    private void change(FieldDescriptorProto.Builder field) {
        boolean isNumber = isPackable(field.getType());
        if (isNumber && field.getLabel() != Label.LABEL_REPEATED && random.nextInt(8) == 0) {
            field.clearDefaultValue()
                    .clearTypeName()
                    .setType(
                            random.nextBoolean()
                                    ? FieldDescriptorProto.Type.TYPE_FIXED64
                                    : FieldDescriptorProto.Type.TYPE_INT64);
        }
        if (isNumber && field.getLabel() == Label.LABEL_REPEATED) {
            field.getOptionsBuilder().setPacked(random.nextBoolean());
        }
    }

    private static EnumValueDescriptorProto symbol(int number) {
        return EnumValueDescriptorProto.newBuilder()
                .setName(number < 0 ? "S_" + -number : "S" + number)
                .setNumber(number)
                .build();
    }

    private DescriptorProto message(String name, boolean isProto2) {
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
        Set<Integer> numbers = new HashSet<>();
        int fields = 1 + random.nextInt(MOST_FIELDS);
        List<FieldDescriptorProto.Builder> optional = new ArrayList<>();
        boolean hasOneof = random.nextBoolean();
        for (int i = 0; i < fields; i++) {
            FieldDescriptorProto.Builder field = field("f" + i, isProto2);
            int number;
            do {
                number = 1 + random.nextInt(random.nextInt(4) == 0 ? 2900 : 20);
            } while (!numbers.add(number));
            field.setNumber(number);
            boolean isSingle = field.getLabel() == Label.LABEL_OPTIONAL;
            if (hasOneof && isSingle && random.nextInt(2) == 0) {
                field.setOneofIndex(0).clearDefaultValue();
            } else if (!isProto2 && isSingle && random.nextBoolean()) {
                optional.add(field);
            }
            message.addField(field);
        }
        if (hasOneof
                && message.getFieldList().stream().anyMatch(FieldDescriptorProto::hasOneofIndex)) {
            message.addOneofDecl(OneofDescriptorProto.newBuilder().setName("choice"));
        }
        // A field with the word optional of proto3 is alone in a oneof.
        for (FieldDescriptorProto.Builder each : message.getFieldBuilderList()) {
            if (optional.stream().anyMatch(one -> one.getName().equals(each.getName()))) {
                each.setProto3Optional(true).setOneofIndex(message.getOneofDeclCount());
                message.addOneofDecl(
                        OneofDescriptorProto.newBuilder().setName("_" + each.getName()));
            }
        }
        return message.build();
    }

    private FieldDescriptorProto.Builder field(String name, boolean isProto2) {
        FieldDescriptorProto.Type[] types = FieldDescriptorProto.Type.values();
        FieldDescriptorProto.Type type;
        do {
            type = types[random.nextInt(types.length)];
        } while (type == FieldDescriptorProto.Type.TYPE_GROUP && !isProto2);
        boolean isList = random.nextInt(3) == 0;
        FieldDescriptorProto.Builder field =
                FieldDescriptorProto.newBuilder()
                        .setName(name)
                        .setType(type)
                        .setLabel(isList ? Label.LABEL_REPEATED : Label.LABEL_OPTIONAL);
        if (type == FieldDescriptorProto.Type.TYPE_MESSAGE
                || type == FieldDescriptorProto.Type.TYPE_GROUP) {
            field.setTypeName(".test.M" + random.nextInt(TYPES));
        } else if (type == FieldDescriptorProto.Type.TYPE_ENUM) {
            field.setTypeName(".test.E");
        }
        if (isList && isPackable(type)) {
            field.getOptionsBuilder().setPacked(random.nextBoolean());
        }
        if (isProto2 && !isList && random.nextBoolean()) {
            setDefault(field);
        }
        return field;
    }

    private static void setDefault(FieldDescriptorProto.Builder field) {
        switch (field.getType()) {
            case TYPE_MESSAGE, TYPE_GROUP -> {}
            case TYPE_BOOL -> field.setDefaultValue("true");
            case TYPE_STRING -> field.setDefaultValue("été");
            case TYPE_BYTES -> field.setDefaultValue("\\001\\377a");
            case TYPE_ENUM -> field.setDefaultValue("S_3");
            case TYPE_FLOAT, TYPE_DOUBLE -> field.setDefaultValue("-1.5");
            case TYPE_UINT32, TYPE_FIXED32 -> field.setDefaultValue("4000000000");
            default -> field.setDefaultValue("42");
        }
    }

    private static boolean isPackable(FieldDescriptorProto.Type type) {
        return switch (type) {
            case TYPE_STRING, TYPE_BYTES, TYPE_MESSAGE, TYPE_GROUP -> false;
            default -> true;
        };
    }

    private DynamicMessage next(Descriptor type, int depth) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        for (FieldDescriptor field : type.getFields()) {
            boolean isMessage = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
            if (random.nextInt(4) == 0 || (isMessage && depth == MOST_DEPTH)) {
                continue;
            }
            if (!field.isRepeated()) {
                message.setField(field, value(field, depth));
                continue;
            }
            for (int i = random.nextInt(isMessage ? 3 : 7); i > 0; i--) {
                message.addRepeatedField(field, value(field, depth));
            }
        }
        return message.buildPartial();
    }

    private Object value(FieldDescriptor field, int depth) {
        return switch (field.getJavaType()) {
            case INT -> (int) whole();
            case LONG -> whole();
            case FLOAT -> (float) random.nextGaussian();
            case DOUBLE -> random.nextInt(9) == 0 ? Double.NaN : random.nextGaussian();
            case BOOLEAN -> random.nextBoolean();
            case STRING -> "é".repeat(random.nextInt(3)) + "x".repeat(random.nextInt(20));
            case BYTE_STRING -> {
                byte[] bytes = new byte[random.nextInt(random.nextInt(9) == 0 ? 300 : 9)];
                random.nextBytes(bytes);
                yield ByteString.copyFrom(bytes);
            }
            case ENUM -> {
                List<EnumValueDescriptor> values = field.getEnumType().getValues();
                yield values.get(random.nextInt(values.size()));
            }
            case MESSAGE -> next(field.getMessageType(), depth + 1);
        };
    }

    private long whole() {
        return random.nextLong() >> random.nextInt(Long.SIZE);
    }
}

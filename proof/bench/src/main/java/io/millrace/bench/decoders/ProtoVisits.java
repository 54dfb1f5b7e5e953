package io.millrace.bench.decoders;

import io.millrace.records.text.DelimitedLines;
import io.millrace.records.text.DelimitedRecord;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.DescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FieldDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorSet;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.DescriptorValidationException;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FileDescriptor;
import org.apache.hadoop.thirdparty.protobuf.DynamicMessage;

/** The table UserVisits as messages of Protocol Buffers. */
final class ProtoVisits {

    static final String NAME = "Visit";

    private static final FileDescriptorProto FILE =
            FileDescriptorProto.newBuilder()
                    .setName("visits.proto")
                    .setSyntax("proto3")
                    .addMessageType(message())
                    .build();

    private ProtoVisits() {}

    /** The type of the messages; fields have the numbers of the columns, from 1. */
    static Descriptor type() {
        try {
            return FileDescriptor.buildFrom(FILE, new FileDescriptor[0])
                    .findMessageTypeByName(NAME);
        } catch (DescriptorValidationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes the descriptor to a file. */
    static void writeDescriptor(Path file) throws IOException {
        Files.write(file, FileDescriptorSet.newBuilder().addFile(FILE).build().toByteArray());
    }

    private static DescriptorProto message() {
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(NAME);
        for (int column = 0; column < MutableDecoder.SCHEMA.columns().size(); column++) {
            message.addField(
                    FieldDescriptorProto.newBuilder()
                            .setName(MutableDecoder.SCHEMA.columns().get(column).name())
                            .setNumber(column + 1)
                            .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
                            .setType(type(column)));
        }
        return message.build();
    }

    private static FieldDescriptorProto.Type type(int column) {
        return switch (MutableDecoder.SCHEMA.columns().get(column).type()) {
            case INT, DATE -> FieldDescriptorProto.Type.TYPE_INT32;
            case DOUBLE -> FieldDescriptorProto.Type.TYPE_DOUBLE;
            default -> FieldDescriptorProto.Type.TYPE_STRING;
        };
    }

    static void write(byte[] text, Path file) throws IOException {
        Descriptor type = type();
        DelimitedRecord record = new DelimitedRecord(MutableDecoder.SCHEMA);
        DelimitedLines lines = new DelimitedLines(text, 0, text.length);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            while (lines.next(record)) {
                DynamicMessage.Builder visit = DynamicMessage.newBuilder(type);
                for (int column = 0; column < type.getFields().size(); column++) {
                    visit.setField(type.findFieldByNumber(column + 1), value(record, column));
                }
                visit.build().writeDelimitedTo(out);
            }
        }
    }

    private static Object value(DelimitedRecord record, int column) {
        return switch (MutableDecoder.SCHEMA.columns().get(column).type()) {
            case INT -> record.getInt(column);
            case DATE -> record.getDate(column);
            case DOUBLE -> record.getDouble(column);
            default -> record.getText(column).toString();
        };
    }
}

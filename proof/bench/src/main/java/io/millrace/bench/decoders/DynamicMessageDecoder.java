package io.millrace.bench.decoders;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.thirdparty.protobuf.DynamicMessage;

/** Google's decoder without generated classes, which decodes all fields. */
final class DynamicMessageDecoder extends VisitDecoder<DynamicMessage> {

    private static final int BUFFER_BYTES = 64 << 10;

    private final Descriptor type = ProtoVisits.type();
    private final FieldDescriptor[] fields = type.getFields().toArray(FieldDescriptor[]::new);

    DynamicMessageDecoder() {
        super("DynamicMessage", 3);
    }

    @Override
    void each(Path file, Columns columns, Consumer<DynamicMessage> use) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
            while (true) {
                DynamicMessage.Builder visit = DynamicMessage.newBuilder(type);
                if (!visit.mergeDelimitedFrom(in)) {
                    return;
                }
                use.accept(visit.build());
            }
        }
    }

    @Override
    void text(DynamicMessage visit, int column, Digest digest) {
        digest.text((String) visit.getField(fields[column]));
    }

    @Override
    double real(DynamicMessage visit, int column) {
        return (double) visit.getField(fields[column]);
    }

    @Override
    int whole(DynamicMessage visit, int column) {
        return (int) visit.getField(fields[column]);
    }
}

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
final class DynamicMessageDecoder implements Decoder<Path> {

    private static final int BUFFER_BYTES = 64 << 10;

    private final Descriptor type = ProtoVisits.type();
    private final FieldDescriptor[] fields = type.getFields().toArray(FieldDescriptor[]::new);

    @Override
    public String title() {
        return "DynamicMessage";
    }

    @Override
    public long two(Path file) throws IOException {
        Digest digest = new Digest();
        each(
                file,
                visit -> {
                    digest.text((String) visit.getField(fields[0]));
                    digest.real((double) visit.getField(fields[3]));
                });
        return digest.value();
    }

    @Override
    public long nine(Path file) throws IOException {
        Digest digest = new Digest();
        each(
                file,
                visit -> {
                    digest.text((String) visit.getField(fields[0]));
                    digest.text((String) visit.getField(fields[1]));
                    digest.whole((int) visit.getField(fields[2]));
                    digest.real((double) visit.getField(fields[3]));
                    for (int column = 4; column < 8; column++) {
                        digest.text((String) visit.getField(fields[column]));
                    }
                    digest.whole((int) visit.getField(fields[8]));
                });
        return digest.value();
    }

    private void each(Path file, Consumer<DynamicMessage> use) throws IOException {
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
}

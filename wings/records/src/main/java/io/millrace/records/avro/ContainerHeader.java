package io.millrace.records.avro;

import io.millrace.records.binary.BadBinaryFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileConstants;

/**
 * The start of a container file.
 *
 * <pre>
 * 4   magic "Obj", 1
 * map metadata, with the schema and the codec
 * 16  sync marker, which follows each block
 * </pre>
 *
 * @param end the offset of the first block
 */
record ContainerHeader(Schema schema, BlockCodec codec, byte[] marker, long end) {

    /** Avro has no limit. A schema is much smaller. */
    private static final int MOST_BYTES = 16 << 20;

    /** Reads the start of a file. Leaves the file's position after the header. */
    static ContainerHeader read(ContainerBytes file) throws IOException {
        byte[] magic = new byte[DataFileConstants.MAGIC.length];
        if (file.length() < magic.length) {
            throw notAvro(file);
        }
        file.readFully(magic, magic.length);
        if (!Arrays.equals(magic, DataFileConstants.MAGIC)) {
            throw notAvro(file);
        }
        Map<String, byte[]> metadata = metadata(file);
        byte[] marker = new byte[DataFileConstants.SYNC_SIZE];
        file.readFully(marker, marker.length);
        try {
            String schema = text(metadata, DataFileConstants.SCHEMA, "");
            return new ContainerHeader(
                    new Schema.Parser().setValidate(false).setValidateDefaults(false).parse(schema),
                    codec(metadata, file),
                    marker,
                    file.position());
        } catch (AvroRuntimeException e) {
            throw new BadBinaryFileException(
                    file.path(),
                    0,
                    "The schema of the header cannot be used: %s. %s"
                            .formatted(e.getMessage(), BadBinaryFileException.DAMAGED),
                    e);
        }
    }

    private static BlockCodec codec(Map<String, byte[]> metadata, ContainerBytes file)
            throws IOException {
        try {
            return BlockCodec.of(
                    text(metadata, DataFileConstants.CODEC, DataFileConstants.NULL_CODEC));
        } catch (IOException e) {
            throw new BadBinaryFileException(file.path(), 0, String.valueOf(e.getMessage()), e);
        }
    }

    private static Map<String, byte[]> metadata(ContainerBytes file) throws IOException {
        Map<String, byte[]> metadata = new HashMap<>();
        while (true) {
            long count = file.readLong();
            if (count == 0) {
                return metadata;
            }
            if (count < 0) {
                // The length in bytes of the entries, which are read anyway.
                file.readLong();
            }
            for (long i = count; i != 0; i -= Long.signum(count)) {
                metadata.put(new String(bytes(file), StandardCharsets.UTF_8), bytes(file));
            }
        }
    }

    private static byte[] bytes(ContainerBytes file) throws IOException {
        long at = file.position();
        long length = file.readLong();
        if (length < 0 || length > Math.min(MOST_BYTES, file.length() - file.position())) {
            throw file.bad(
                    at,
                    "The header contains a length of %d bytes, but the file has %d, and at most %d are allowed. %s"
                            .formatted(
                                    length,
                                    file.length(),
                                    MOST_BYTES,
                                    BadBinaryFileException.DAMAGED));
        }
        byte[] bytes = new byte[(int) length];
        file.readFully(bytes, bytes.length);
        return bytes;
    }

    private static String text(Map<String, byte[]> metadata, String key, String absent) {
        byte[] value = metadata.get(key);
        return value == null ? absent : new String(value, StandardCharsets.UTF_8);
    }

    private static BadBinaryFileException notAvro(ContainerBytes file) {
        return file.bad(
                0,
                "The file does not start with Obj1. It is not an Avro container file. Remove it from the input.");
    }
}

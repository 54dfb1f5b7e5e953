package io.millrace.records.avro;

import io.millrace.records.binary.MalformedException;
import io.millrace.records.binary.Varints;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.file.Codec;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileConstants;

/** Decompresses blocks with Avro's codecs. Used by one thread at a time. */
final class BlockCodec {

    /** Snappy decompresses three bytes into at most 64. */
    private static final int SNAPPY_GROWTH = 22;

    private final String name;
    private final Codec codec;

    private BlockCodec(String name, Codec codec) {
        this.name = name;
        this.codec = codec;
    }

    /**
     * The codec with a name.
     *
     * @throws IOException if Avro does not know it, or its library is missing
     */
    static BlockCodec of(String name) throws IOException {
        try {
            // Avro has no other way to a codec, except through its own reader of files, which
            // reserves memory for any length and takes a truncated block for the end of the file.
            Method create = CodecFactory.class.getDeclaredMethod("createInstance");
            create.setAccessible(true);
            return new BlockCodec(name, (Codec) create.invoke(CodecFactory.fromString(name)));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new IOException("This version of Avro does not create codecs.", e);
        } catch (InvocationTargetException | LinkageError e) {
            throw new IOException(missing(name), e);
        } catch (AvroRuntimeException e) {
            throw new IOException(
                    "Avro does not know the codec %s. Use an Avro that has it, or write the file with another codec."
                            .formatted(name),
                    e);
        }
    }

    private static String missing(String name) {
        return "The library of the codec %s is not on the class path. Add it: Avro names it as an optional dependency."
                .formatted(name);
    }

    /** Decompresses the first bytes of an array, which may be those of the result. */
    ByteBuffer decompress(byte[] bytes, int length) throws IOException, MalformedException {
        if (name.equals(DataFileConstants.SNAPPY_CODEC)) {
            checkSnappy(bytes, length);
        }
        try {
            return codec.decompress(ByteBuffer.wrap(bytes, 0, length));
        } catch (LinkageError e) {
            throw new IOException(missing(name), e);
        } catch (IOException e) {
            throw new MalformedException("The codec %s fails: %s.".formatted(name, e), e);
        } catch (RuntimeException e) {
            throw new MalformedException("The codec %s fails: %s.".formatted(name, e), e);
        }
    }

    /** Avro reserves as many bytes as the block says. */
    private static void checkSnappy(byte[] bytes, int length) throws MalformedException {
        Varints.end(bytes, 0, length, Varints.INT_BYTES);
        long size = Varints.value(bytes, 0);
        if (size > (long) length * SNAPPY_GROWTH) {
            throw new MalformedException(
                    "Snappy cannot decompress %d bytes into %d.".formatted(length, size));
        }
    }
}

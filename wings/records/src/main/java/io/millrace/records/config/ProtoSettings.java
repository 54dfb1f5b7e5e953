package io.millrace.records.config;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** The settings of the decoder of Protocol Buffers. */
public final class ProtoSettings {

    /** The file with the descriptor. */
    public static final String DESCRIPTOR = "millrace.records.proto.descriptor";

    /** The full name of the message type. */
    public static final String MESSAGE = "millrace.records.proto.message";

    /** The form of the files. */
    public static final String FORM = "millrace.records.proto.form";

    /** Most bytes of a message. */
    public static final String MOST_BYTES = "millrace.records.proto.message.bytes";

    /** The value of {@link #FORM} for lengths before messages. */
    public static final String DELIMITED = "delimited";

    /** The value of {@link #FORM} for values of SequenceFiles. */
    public static final String SEQUENCE = "sequence";

    /** The default of {@link #MOST_BYTES}. */
    public static final int DEFAULT_MOST_BYTES = 64 << 20;

    /** The greatest value of {@link #MOST_BYTES}. */
    public static final int MAX_MOST_BYTES = 1 << 30;

    private ProtoSettings() {}

    /** Sets the descriptor and the message type of a job. */
    public static void set(Configuration conf, String descriptor, String message) {
        conf.set(DESCRIPTOR, descriptor);
        conf.set(MESSAGE, message);
    }

    /**
     * The path of the descriptor.
     *
     * @throws IOException if it is not set
     */
    public static String descriptor(Configuration conf) throws IOException {
        return required(
                conf, DESCRIPTOR, "the path of a file that protoc --descriptor_set_out writes");
    }

    /**
     * The full name of the message type.
     *
     * @throws IOException if it is not set
     */
    public static String message(Configuration conf) throws IOException {
        return required(conf, MESSAGE, "the full name of a message of the descriptor");
    }

    /**
     * Whether messages are values of SequenceFiles.
     *
     * @throws IllegalArgumentException if the setting is not valid
     */
    public static boolean isSequence(Configuration conf) {
        String form = conf.getTrimmed(FORM, DELIMITED);
        if (!form.equals(DELIMITED) && !form.equals(SEQUENCE)) {
            throw new IllegalArgumentException(
                    "%s is '%s'; allowed: %s, %s.".formatted(FORM, form, DELIMITED, SEQUENCE));
        }
        return form.equals(SEQUENCE);
    }

    /**
     * Most bytes of a message.
     *
     * @throws IllegalArgumentException if the setting is not valid
     */
    public static int mostBytes(Configuration conf) {
        long bytes = conf.getLongBytes(MOST_BYTES, DEFAULT_MOST_BYTES);
        if (bytes < 1 || bytes > MAX_MOST_BYTES) {
            throw new IllegalArgumentException(
                    "%s is %d; allowed: 1 to %d.".formatted(MOST_BYTES, bytes, MAX_MOST_BYTES));
        }
        return (int) bytes;
    }

    private static String required(Configuration conf, String key, String meaning)
            throws IOException {
        String value = conf.getTrimmed(key, "");
        if (value.isEmpty()) {
            throw new IOException(
                    "The job reads messages, but %s is not set. Set it to %s."
                            .formatted(key, meaning));
        }
        return value;
    }
}

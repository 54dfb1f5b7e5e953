package io.millrace.bytecode.flow;

import java.io.DataInput;
import java.io.DataOutput;
import java.util.regex.Pattern;
import org.apache.hadoop.io.Writable;

/**
 * Says whether all that a class's {@code readFields} does with its input is to read fields, and
 * whether all that its {@code write} does with its output is to write fields. Hadoop passes streams
 * there, and code may rely on that: it may cast them, or ask how many bytes are left or were
 * written. Such a class gets a stream. Other classes do not notice when they get something faster.
 */
public final class OnlyFields {

    private static final StreamKind INPUT =
            new StreamKind(DataInput.class, Pattern.compile("skipBytes|read(?!Line).+"));
    private static final StreamKind OUTPUT =
            new StreamKind(DataOutput.class, Pattern.compile("write.*"));

    private static final ClassValue<Boolean> READS = answers("readFields", INPUT);
    private static final ClassValue<Boolean> WRITES = answers("write", OUTPUT);

    private OnlyFields() {}

    /** Whether objects of exactly this class only read fields. */
    public static boolean reads(Class<?> type) {
        return Writable.class.isAssignableFrom(type) && READS.get(type);
    }

    /** Whether objects of exactly this class only write fields. */
    public static boolean writes(Class<?> type) {
        return Writable.class.isAssignableFrom(type) && WRITES.get(type);
    }

    private static ClassValue<Boolean> answers(String method, StreamKind kind) {
        return new ClassValue<>() {
            @Override
            protected Boolean computeValue(Class<?> type) {
                return StreamFlow.isOfFields(type, method, kind);
            }
        };
    }
}

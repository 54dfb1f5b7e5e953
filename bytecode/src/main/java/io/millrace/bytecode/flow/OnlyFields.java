package io.millrace.bytecode.flow;

import java.io.DataInput;
import java.io.DataOutput;
import java.util.regex.Pattern;
import org.apache.hadoop.io.Writable;

/**
 * Says of a class whether all that its {@code readFields} does with the input is to read fields,
 * and all that its {@code write} does with the output is to write fields. Hadoop gives streams
 * there, and code may rely on that: it may cast one, or ask how much of it is left or was written.
 * Such a class gets its stream. Others do not notice when they get something quicker.
 */
public final class OnlyFields {

    private static final StreamKind INPUT =
            new StreamKind(DataInput.class, Pattern.compile("skipBytes|read(?!Line).+"));
    private static final StreamKind OUTPUT =
            new StreamKind(DataOutput.class, Pattern.compile("write.*"));

    private static final ClassValue<Boolean> READS = answers("readFields", INPUT);
    private static final ClassValue<Boolean> WRITES = answers("write", OUTPUT);

    private OnlyFields() {}

    /** Whether objects of exactly this class read nothing but fields. */
    public static boolean reads(Class<?> type) {
        return Writable.class.isAssignableFrom(type) && READS.get(type);
    }

    /** Whether objects of exactly this class write nothing but fields. */
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

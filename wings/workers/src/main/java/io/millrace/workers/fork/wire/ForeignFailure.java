package io.millrace.workers.fork.wire;

import io.millrace.engine.task.Thrown;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An exception of another JVM. Prints itself, its stack and its causes like the original, without
 * needing the original's class here.
 */
public final class ForeignFailure extends Exception {

    private static final long serialVersionUID = 1;

    private static final int MOST_FRAMES = 1024;
    private static final int MOST_CAUSES = 100;

    private final String text;

    private ForeignFailure(String text, @Nullable Throwable cause) {
        super(text, cause);
        this.text = text;
    }

    /** Sends a failure to the other end. */
    public static void write(Throwable failure, DataOutput out) throws IOException {
        write(Thrown.sound(failure), out, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static void write(Throwable failure, DataOutput out, Set<Throwable> told)
            throws IOException {
        told.add(failure);
        out.writeUTF(Thrown.text(failure));
        StackTraceElement[] stack = failure.getStackTrace();
        int frames = Math.min(stack.length, MOST_FRAMES);
        out.writeInt(frames);
        for (int i = 0; i < frames; i++) {
            out.writeUTF(stack[i].getClassName());
            out.writeUTF(stack[i].getMethodName());
            String file = stack[i].getFileName();
            out.writeUTF(file == null ? "" : file);
            out.writeInt(stack[i].getLineNumber());
        }
        Throwable cause = failure.getCause();
        boolean goesOn = cause != null && told.size() < MOST_CAUSES && !told.contains(cause);
        out.writeBoolean(goesOn);
        if (cause != null && goesOn) {
            write(cause, out, told);
        }
    }

    /** Receives a failure from the other end. */
    public static ForeignFailure readFrom(DataInput in) throws IOException {
        String text = in.readUTF();
        StackTraceElement[] stack = new StackTraceElement[in.readInt()];
        for (int i = 0; i < stack.length; i++) {
            String type = in.readUTF();
            String method = in.readUTF();
            String file = in.readUTF();
            stack[i] =
                    new StackTraceElement(type, method, file.isEmpty() ? null : file, in.readInt());
        }
        ForeignFailure read = new ForeignFailure(text, in.readBoolean() ? readFrom(in) : null);
        read.setStackTrace(stack);
        return read;
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // shows the original's class
    public String toString() {
        return text;
    }
}

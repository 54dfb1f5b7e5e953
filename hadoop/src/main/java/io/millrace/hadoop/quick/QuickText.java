package io.millrace.hadoop.quick;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.apache.hadoop.io.Text;

/**
 * What conversions between {@link Text} and strings do in a job's classes, which are rewritten to
 * come here: the same as Text's own, which make a buffer and ask an encoder or decoder each time;
 * the JVM knows strings' own conversions. For exactly Text; its subclasses do what they do.
 *
 * <p>Public because the job's classes call it; nobody else does.
 */
public final class QuickText {

    private QuickText() {}

    /**
     * Text's fields. Writing them is the only way to set a text without a second copy and yet to
     * leave the array alone that it had, which {@link Text#getBytes} may have given to somebody.
     */
    private static final class Fields {

        static final VarHandle BYTES = field("bytes", byte[].class);
        static final VarHandle LENGTH = field("length", int.class);
        static final VarHandle TEXT_LENGTH = field("textLength", int.class);

        private Fields() {}

        private static VarHandle field(String name, Class<?> type) {
            try {
                return MethodHandles.privateLookupIn(Text.class, MethodHandles.lookup())
                        .findVarHandle(Text.class, name, type);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("Hadoop's Text has no field " + name + " of " + type, e);
            }
        }
    }

    /** Whether Hadoop's Text is made as is known here; if not, nobody may call the others. */
    public static boolean usable() {
        try {
            return Fields.BYTES.isAccessModeSupported(VarHandle.AccessMode.SET);
        } catch (LinkageError e) {
            return false;
        }
    }

    /** {@link Text#set(String)}. */
    public static void set(Text text, String string) {
        if (text.getClass() != Text.class) {
            text.set(string);
            return;
        }
        set(text, string.getBytes(UTF_8), string.length());
    }

    /** The same with a string that its {@code bytes} are, one for each character. */
    static void set(Text text, byte[] bytes, int start, int end) {
        if (text.getClass() != Text.class) {
            text.set(new String(bytes, start, end - start, UTF_8));
            return;
        }
        set(text, Arrays.copyOfRange(bytes, start, end), end - start);
    }

    private static void set(Text text, byte[] bytes, int characters) {
        Fields.BYTES.set(text, bytes);
        Fields.LENGTH.set(text, bytes.length);
        Fields.TEXT_LENGTH.set(text, characters);
    }

    /** {@link Text#toString()}. */
    public static String toString(Text text) {
        return text.getClass() == Text.class
                ? new String(text.getBytes(), 0, text.getLength(), UTF_8)
                : text.toString();
    }

    /** What {@link Text#Text(String)} has to be given as bytes instead. */
    public static byte[] encoded(String string) {
        return string.getBytes(UTF_8);
    }
}

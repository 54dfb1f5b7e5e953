package io.millrace.bytecode.quick;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;

/**
 * Replaces conversions between {@link Text} and strings in a job's rewritten classes, with the same
 * results. Text's own conversions create a buffer and call an encoder or decoder each time; the JVM
 * optimizes the conversions of strings. Only for exactly Text; subclasses keep their behaviour. The
 * text's array also has the same size as Text would give it, with free space at the end, because
 * {@link Text#getBytes} exposes it.
 *
 * <p>Public because the job's classes call it; other code must not.
 */
public final class QuickText {

    /** Initial array size, for each character, of the encoder that Text uses. */
    private static final float BYTES_PER_CHARACTER = UTF_8.newEncoder().averageBytesPerChar();

    /** Shorter strings get an array without free space, so its size need not be computed. */
    private static final int LEAST_WITH_ROOM =
            IntStream.iterate(1, characters -> characters + 1)
                    .filter(characters -> (int) (characters * BYTES_PER_CHARACTER) != characters)
                    .findFirst()
                    .getAsInt();

    private QuickText() {}

    /**
     * Text's fields. Writing them is the only way to set a text without a second copy and without
     * changing its old array, which {@link Text#getBytes} may have given away.
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

    /**
     * Whether Hadoop's Text has the expected fields; if not, the other methods must not be called.
     */
    public static boolean usable() {
        try {
            return Fields.BYTES.isAccessModeSupported(VarHandle.AccessMode.SET);
        } catch (LinkageError e) {
            return false;
        }
    }

    /** {@link Text#set(String)}. */
    public static void set(Text text, @Nullable String string) {
        if (string == null || text.getClass() != Text.class) {
            text.set(string);
            return;
        }
        byte[] bytes = string.getBytes(UTF_8);
        int room = room(string.length(), bytes.length);
        fill(
                text,
                room == bytes.length ? bytes : Arrays.copyOf(bytes, room),
                bytes.length,
                string.length());
    }

    /**
     * Like {@link #set(Text, String)}, for exactly Text, with a string whose characters are these
     * bytes.
     */
    static void set(Text text, byte[] bytes, int start, int end) {
        int length = end - start;
        int room = room(length, length);
        byte[] copy;
        if (room == length) {
            copy = Arrays.copyOfRange(bytes, start, end);
        } else {
            copy = new byte[room];
            System.arraycopy(bytes, start, copy, 0, length);
        }
        fill(text, copy, length, length);
    }

    private static void fill(Text text, byte[] bytes, int length, int characters) {
        Fields.BYTES.set(text, bytes);
        Fields.LENGTH.set(text, length);
        Fields.TEXT_LENGTH.set(text, characters);
    }

    /** The length of the encoder's array, which doubles while it is too short. */
    private static int room(int characters, int bytes) {
        int room =
                characters < LEAST_WITH_ROOM
                        ? characters
                        : (int) (characters * BYTES_PER_CHARACTER);
        while (room < bytes) {
            room = (int) Math.min(2L * room + 1, Integer.MAX_VALUE);
        }
        return room;
    }

    /** {@link Text#toString()}. */
    public static String toString(Text text) {
        return text.getClass() == Text.class
                ? new String(text.getBytes(), 0, text.getLength(), UTF_8)
                : text.toString();
    }
}

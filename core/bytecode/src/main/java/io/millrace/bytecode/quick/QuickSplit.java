package io.millrace.bytecode.quick;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@link String#split(String, int)} in a job's rewritten classes if the code only reads
 * the array's length and known elements. The array has the same length, but the other elements may
 * be null. Elements are found eight bytes at a time in ASCII strings; the JDK splits all others.
 *
 * <p>Public because the job's classes call it; other code must not.
 */
public final class QuickSplit {

    private QuickSplit() {}

    /**
     * {@link String#split(String, int)}.
     *
     * @param separator the only character that the pattern matches: ASCII, but not null or the
     *     question mark
     * @param read a bit for each element that is needed
     */
    public static String[] split(String string, String regex, int limit, int separator, long read) {
        byte[] bytes = string.getBytes(UTF_8);
        String[] elements =
                bytes.length == string.length()
                        ? split(bytes, bytes.length, string, limit, separator, read)
                        : null;
        return elements == null ? string.split(regex, limit) : elements;
    }

    /** The same for the string of a text. */
    public static String[] split(Text text, String regex, int limit, int separator, long read) {
        String[] elements =
                text.getClass() == Text.class
                        ? split(text.getBytes(), text.getLength(), null, limit, separator, read)
                        : null;
        return elements == null ? QuickText.toString(text).split(regex, limit) : elements;
    }

    /**
     * The elements that are needed of ASCII characters.
     *
     * @param string the characters as a string; null to create the elements from the bytes
     * @return null if not all characters are ASCII
     */
    private static String @Nullable [] split(
            byte[] bytes,
            int length,
            @Nullable String string,
            int limit,
            int separator,
            long read) {
        int end = limit == 0 ? withoutEmpty(bytes, length, separator) : length;
        int separators = Separators.count(bytes, end, separator);
        if (separators == Separators.NOT_ASCII) {
            return null;
        }
        int count = end == 0 && length > 0 ? 0 : separators + 1;
        String[] elements = new String[limit > 0 ? Math.min(count, limit) : count];
        int start = 0;
        int next = 0;
        for (long left = read; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            if (i >= elements.length) {
                break;
            }
            if (i > next) {
                start = Separators.find(bytes, start, separator, i - next - 1) + 1;
            }
            int stop = i == elements.length - 1 ? end : Separators.find(bytes, start, separator, 0);
            elements[i] =
                    string == null
                            ? substring(bytes, length, start, stop)
                            : string.substring(start, stop);
            start = stop + 1;
            next = i + 1;
        }
        return elements;
    }

    /** The end without the empty elements that {@code split} leaves out, if it has no limit. */
    private static int withoutEmpty(byte[] bytes, int length, int separator) {
        int end = length;
        while (end > 0 && bytes[end - 1] == separator) {
            end--;
        }
        return end;
    }

    /**
     * Part of a text's string. Like those of {@link String#substring(int, int)}, all parts that are
     * empty are the same object, but the whole string is a new one.
     */
    private static String substring(byte[] bytes, int length, int start, int end) {
        return start == end && length > 0 ? "" : new String(bytes, start, end - start, ISO_8859_1);
    }
}

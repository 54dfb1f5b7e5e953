package io.millrace.bytecode.quick;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;

/**
 * A string with one byte for each of its characters: the character itself if it is Latin-1,
 * otherwise a question mark. For an ASCII text, no string is created until a part of it is
 * requested.
 */
final class CharacterBytes {

    private final byte[] bytes;
    private final boolean utf8;
    private final @Nullable String string;

    private CharacterBytes(byte[] bytes, boolean utf8, @Nullable String string) {
        this.bytes = bytes;
        this.utf8 = utf8;
        this.string = string;
    }

    static CharacterBytes of(String string) {
        byte[] encoded = string.getBytes(UTF_8);
        boolean utf8 = encoded.length == string.length();
        return new CharacterBytes(utf8 ? encoded : string.getBytes(ISO_8859_1), utf8, string);
    }

    /** The text's current content. */
    static CharacterBytes of(Text text) {
        if (text.getClass() == Text.class) {
            byte[] copy = text.copyBytes();
            if (ByteWords.areAscii(copy)) {
                return new CharacterBytes(copy, true, null);
            }
        }
        return of(QuickText.toString(text));
    }

    byte[] bytes() {
        return bytes;
    }

    /** Whether each character has its own byte; the two of a surrogate pair share one. */
    boolean isComplete() {
        return string == null || bytes.length == string.length();
    }

    /** Whether the bytes are also the UTF-8 encoding of the string. */
    boolean isUtf8() {
        return utf8;
    }

    /** The whole string. */
    @Override
    public String toString() {
        return string == null ? substring(0, bytes.length) : string;
    }

    /** The characters from {@code start} up to {@code end}. */
    String substring(int start, int end) {
        return string == null
                ? new String(bytes, start, end - start, ISO_8859_1)
                : string.substring(start, end);
    }
}

package io.millrace.bytecode.quick;

import java.util.Objects;
import java.util.StringTokenizer;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@link StringTokenizer} in a job's rewritten classes, with the same tokens and errors;
 * the JDK's examines a string one character at a time. It handles ASCII delimiters that are not
 * returned as tokens; for everything else it delegates to one of the JDK's.
 *
 * <p>It avoids strings that the job would create only to pass them on: the string of a {@link Text}
 * that is tokenized, and the strings of tokens that become a text or a number.
 *
 * <p>Public because the job's classes call it; other code must not.
 *
 * <p>Used by one thread at a time, as the one that it replaces.
 */
public final class QuickTokenizer extends StringTokenizer {

    private static final int UNKNOWN = -1;

    private final CharacterBytes characters;
    private final byte[] bytes;
    private DelimiterSet delimiters;

    /**
     * The JDK tokenizer that takes over in cases not handled here; it starts at {@link #position}.
     */
    private @Nullable StringTokenizer plain;

    private int position;

    /** Start of the next token, once {@code hasMoreTokens} was called. */
    private int next = UNKNOWN;

    /** {@link StringTokenizer#StringTokenizer(String)}. */
    public QuickTokenizer(@Nullable String string) {
        this(characters(string), DelimiterSet.USUAL, false);
    }

    /** {@link StringTokenizer#StringTokenizer(String, String)}. */
    public QuickTokenizer(@Nullable String string, @Nullable String delimiters) {
        this(characters(string), delimiters, false);
    }

    /** {@link StringTokenizer#StringTokenizer(String, String, boolean)}. */
    public QuickTokenizer(@Nullable String string, @Nullable String delimiters, boolean returned) {
        this(characters(string), delimiters, returned);
    }

    /** {@link StringTokenizer#StringTokenizer(String)} of {@link Text#toString}. */
    public QuickTokenizer(Text text) {
        this(CharacterBytes.of(text), DelimiterSet.USUAL, false);
    }

    /** {@link StringTokenizer#StringTokenizer(String, String)} of {@link Text#toString}. */
    public QuickTokenizer(Text text, @Nullable String delimiters) {
        this(CharacterBytes.of(text), delimiters, false);
    }

    /**
     * @param string null for no string: the superclass throws
     */
    private QuickTokenizer(
            @Nullable CharacterBytes string, @Nullable String delimiters, boolean returned) {
        // An empty string for the superclass: no tokens, and no delimiters.
        super(string == null ? null : "", "");
        characters = Objects.requireNonNull(string);
        bytes = characters.bytes();
        DelimiterSet set = returned ? null : DelimiterSet.of(delimiters);
        if (set == null || !characters.isComplete()) {
            this.delimiters = DelimiterSet.NONE;
            plain = new StringTokenizer(characters.toString(), delimiters, returned);
        } else {
            this.delimiters = set;
        }
    }

    private static @Nullable CharacterBytes characters(@Nullable String string) {
        return string == null ? null : CharacterBytes.of(string);
    }

    /** {@link Text#set(String)} of the tokenizer's {@link StringTokenizer#nextToken()}. */
    public static void setNext(Text text, StringTokenizer tokenizer) {
        if (tokenizer instanceof QuickTokenizer quick
                && quick.plain == null
                && quick.characters.isUtf8()
                && text.getClass() == Text.class) {
            int start = quick.advance();
            QuickText.set(text, quick.bytes, start, quick.position);
        } else {
            QuickText.set(text, tokenizer.nextToken());
        }
    }

    /** {@link Integer#parseInt} of the tokenizer's {@link StringTokenizer#nextToken()}. */
    public static int nextInt(StringTokenizer tokenizer) {
        if (tokenizer instanceof QuickTokenizer quick && quick.plain == null) {
            int start = quick.advance();
            long value = QuickInteger.parsed(quick.bytes, start, quick.position);
            return value == (int) value
                    ? (int) value
                    : Integer.parseInt(quick.characters.substring(start, quick.position));
        }
        return Integer.parseInt(tokenizer.nextToken());
    }

    /** {@link Long#parseLong} of the tokenizer's {@link StringTokenizer#nextToken()}. */
    public static long nextLong(StringTokenizer tokenizer) {
        if (tokenizer instanceof QuickTokenizer quick && quick.plain == null) {
            int start = quick.advance();
            long value = QuickInteger.parsed(quick.bytes, start, quick.position);
            return value == QuickInteger.UNKNOWN
                    ? Long.parseLong(quick.characters.substring(start, quick.position))
                    : value;
        }
        return Long.parseLong(tokenizer.nextToken());
    }

    /** {@link Double#parseDouble} of the tokenizer's {@link StringTokenizer#nextToken()}. */
    public static double nextDouble(StringTokenizer tokenizer) {
        if (tokenizer instanceof QuickTokenizer quick && quick.plain == null) {
            int start = quick.advance();
            double value = QuickDouble.parsed(quick.bytes, start, quick.position);
            return Double.isNaN(value)
                    ? Double.parseDouble(quick.characters.substring(start, quick.position))
                    : value;
        }
        return QuickDouble.parseDouble(tokenizer.nextToken());
    }

    @Override
    public boolean hasMoreTokens() {
        if (plain != null) {
            return plain.hasMoreTokens();
        }
        next = delimiters.skip(bytes, position);
        return next < bytes.length;
    }

    @Override
    public String nextToken() {
        if (plain != null) {
            return plain.nextToken();
        }
        int start = advance();
        return characters.substring(start, position);
    }

    /**
     * Moves to the end of the next token, and returns its start.
     *
     * @throws java.util.NoSuchElementException if there is none
     */
    private int advance() {
        int start = next == UNKNOWN ? delimiters.skip(bytes, position) : next;
        next = UNKNOWN;
        position = delimiters.find(bytes, start);
        if (start == position) {
            super.nextToken(); // has none either, and throws
        }
        return start;
    }

    /** Unlike the JDK's, the old delimiters have not yet skipped anything. */
    @Override
    public String nextToken(@Nullable String newDelimiters) {
        if (plain == null) {
            DelimiterSet set = DelimiterSet.of(newDelimiters);
            if (set != null) {
                delimiters = set;
                next = UNKNOWN;
                return nextToken();
            }
            plain = new StringTokenizer(characters.substring(position, bytes.length));
        }
        return plain.nextToken(newDelimiters);
    }

    @Override
    public int countTokens() {
        if (plain != null) {
            return plain.countTokens();
        }
        int count = 0;
        int start = delimiters.skip(bytes, position);
        while (start < bytes.length) {
            count++;
            start = delimiters.skip(bytes, delimiters.find(bytes, start));
        }
        return count;
    }

    /** As for the class that the job's code names. */
    @Override
    public String toString() {
        return StringTokenizer.class.getName() + "@" + Integer.toHexString(hashCode());
    }
}

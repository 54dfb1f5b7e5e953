package io.millrace.bytecode.quick;

import java.util.Objects;
import java.util.StringTokenizer;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link StringTokenizer} is in a job's classes, which are rewritten to make this instead:
 * the same tokens and errors, while the JDK's looks at a string a character at a time. For
 * delimiters of ASCII that are not tokens themselves; all else is left to one of the JDK's.
 *
 * <p>Strings that the job would make only to hand them on are not made: of a {@link Text} whose
 * tokens are asked for, and of tokens that go to a text or are numbers.
 *
 * <p>Public because the job's classes call it; nobody else does.
 */
public final class QuickTokenizer extends StringTokenizer {

    private static final int UNKNOWN = -1;

    private final CharacterBytes characters;
    private final byte[] bytes;
    private DelimiterSet delimiters;

    /**
     * Who does all from now on, where this one does not know how; it begins at {@link #position}.
     */
    private @Nullable StringTokenizer plain;

    private int position;

    /** Where the next token begins, once somebody has asked whether there is one. */
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
     * @param string null for no string, which is the superclass's error
     */
    private QuickTokenizer(
            @Nullable CharacterBytes string, @Nullable String delimiters, boolean returned) {
        // Nothing for the superclass to look at: no tokens, and no delimiters.
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
     * Goes to the end of the next token, and says where it starts.
     *
     * @throws java.util.NoSuchElementException if there is none
     */
    private int advance() {
        int start = next == UNKNOWN ? delimiters.skip(bytes, position) : next;
        next = UNKNOWN;
        position = delimiters.find(bytes, start);
        if (start == position) {
            super.nextToken(); // has none either, and says so
        }
        return start;
    }

    /** Also what the old delimiters would have skipped is not skipped yet. */
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

    /** As of the class that the job's code names. */
    @Override
    public String toString() {
        return StringTokenizer.class.getName() + "@" + Integer.toHexString(hashCode());
    }
}

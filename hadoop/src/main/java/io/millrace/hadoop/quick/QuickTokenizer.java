package io.millrace.hadoop.quick;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.NoSuchElementException;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link StringTokenizer} is in a job's classes, which are rewritten to make this instead:
 * the same tokens and errors, while the JDK's looks at a string a character at a time. For
 * delimiters of ASCII that are not tokens themselves; all else is left to one of the JDK's.
 *
 * <p>Public because the job's classes call it; nobody else does.
 */
public final class QuickTokenizer extends StringTokenizer {

    private static final int UNKNOWN = -1;

    private final String string;

    /** A byte for each character: itself where it is Latin-1, a question mark where it is not. */
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
    public QuickTokenizer(String string) {
        this(string, DelimiterSet.USUAL);
    }

    /** {@link StringTokenizer#StringTokenizer(String, String)}. */
    public QuickTokenizer(String string, @Nullable String delimiters) {
        this(string, delimiters, false);
    }

    /** {@link StringTokenizer#StringTokenizer(String, String, boolean)}. */
    public QuickTokenizer(String string, @Nullable String delimiters, boolean returned) {
        // No delimiters, which the superclass would look at; a missing string is its error.
        super(string, null);
        this.string = string;
        bytes = string.getBytes(ISO_8859_1);
        DelimiterSet set = returned ? null : DelimiterSet.of(delimiters);
        if (set == null || bytes.length != string.length()) {
            this.delimiters = DelimiterSet.NONE;
            plain = new StringTokenizer(string, delimiters, returned);
        } else {
            this.delimiters = set;
        }
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
        int start = next == UNKNOWN ? delimiters.skip(bytes, position) : next;
        next = UNKNOWN;
        position = delimiters.find(bytes, start);
        if (start == position) {
            throw new NoSuchElementException();
        }
        return string.substring(start, position);
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
            plain = new StringTokenizer(string.substring(position));
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
}

package io.millrace.engine.task;

import java.io.Writer;

/**
 * The beginning and the end of a text of any length, for texts that are kept in memory. It stores
 * no more than it shows. Used by one thread.
 */
public final class Excerpt extends Writer {

    private final int first;
    private final int last;
    private final StringBuilder head = new StringBuilder();
    private final StringBuilder tail = new StringBuilder();
    private long leftOut;

    /** An empty excerpt; three quarters of {@code most} characters are for the beginning. */
    public Excerpt(int most) {
        this.last = most / 4;
        this.first = most - last;
    }

    /** The text itself, or an excerpt if it is longer than {@code most}. */
    public static String of(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        Excerpt excerpt = new Excerpt(most);
        excerpt.write(text, 0, text.length());
        return excerpt.toString();
    }

    @Override
    public void write(String text, int offset, int length) {
        int toHead = Math.min(first - head.length(), length);
        head.append(text, offset, offset + toHead);
        int left = length - toHead;
        int toTail = Math.min(last, left);
        leftOut += left - toTail;
        tail.append(text, offset + length - toTail, offset + length);
        if (tail.length() > last) {
            leftOut += tail.length() - last;
            tail.delete(0, tail.length() - last);
        }
    }

    @Override
    public void write(char[] text, int offset, int length) {
        write(new String(text, offset, length), 0, length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public String toString() {
        return leftOut == 0
                ? head.toString() + tail
                : head + "\n... (" + leftOut + " characters left out) ...\n" + tail;
    }
}

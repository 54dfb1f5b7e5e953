package io.millrace.exchange.ring;

import java.nio.ByteBuffer;

/**
 * The memory of one direction: bytes, and the control words of its two ends. The {@link RingWriter}
 * and the {@link RingReader} over it may be in two processes, one thread at a time each.
 *
 * <p>The tail counts the bytes ever written, and only the writer sets it; the head counts the bytes
 * ever read, and only the reader sets it. A byte has its place at its number, modulo the capacity.
 * The bytes before the tail belong to the reader, and those from the tail on, up to a capacity
 * after the head, to the writer. Two orders make that right:
 *
 * <ul>
 *   <li><b>Bytes.</b> The writer stores bytes, and then the tail; the reader loads the tail, and
 *       then the bytes. The store releases and the load acquires (both are volatile, which is
 *       stronger), so the writing of a byte happens before its reading. The head orders the reading
 *       of a byte before the writing of the next one in its place in the same way.
 *   <li><b>Sleep.</b> An end that is about to sleep stores its flag and then loads the other's
 *       counter; the other stores its counter and then loads the flag. All four are volatile, and
 *       volatile accesses have one order that all threads agree on. So at least one of the two sees
 *       the store of the other: the first does not sleep, or the second wakes it.
 * </ul>
 *
 * <p>The Java memory model describes the threads of one process. For a processor, two mappings of a
 * file are the same memory: its rules of coherence and order do not depend on the process, and both
 * processes run the same instructions.
 */
final class Ring {

    /** Bytes of control words in memory. */
    static final int CONTROL_BYTES = 512;

    /** Number of control words. */
    static final int WORDS = 4;

    private static final int TAIL = 0;
    private static final int HEAD = 1;
    private static final int READER_SLEEPS = 2;
    private static final int WRITER_SLEEPS = 3;

    private final Words words;
    private final ByteBuffer bytes;

    /**
     * A ring over memory that was zeroed before its first use.
     *
     * @param bytes as many as a power of two
     */
    Ring(Words words, ByteBuffer bytes) {
        if (Integer.bitCount(bytes.capacity()) != 1) {
            throw new IllegalArgumentException("a ring of " + bytes.capacity() + " bytes");
        }
        this.words = words;
        this.bytes = bytes;
    }

    int capacity() {
        return bytes.capacity();
    }

    /** The bytes from number {@code from} on, {@code count} or as many as lie in a row. */
    ByteBuffer slice(long from, long count) {
        int at = (int) from & (bytes.capacity() - 1);
        return bytes.slice(at, (int) Math.min(count, bytes.capacity() - at));
    }

    long tail() {
        return words.get(TAIL);
    }

    void setTail(long tail) {
        words.set(TAIL, tail);
    }

    long head() {
        return words.get(HEAD);
    }

    void setHead(long head) {
        words.set(HEAD, head);
    }

    void setReaderSleeps(boolean sleeps) {
        words.set(READER_SLEEPS, sleeps ? 1 : 0);
    }

    /** Whether the reader sleeps; it is woken once. */
    boolean takeReaderSleeps() {
        return take(READER_SLEEPS);
    }

    void setWriterSleeps(boolean sleeps) {
        words.set(WRITER_SLEEPS, sleeps ? 1 : 0);
    }

    /** Whether the writer sleeps; it is woken once. */
    boolean takeWriterSleeps() {
        return take(WRITER_SLEEPS);
    }

    private boolean take(int flag) {
        return words.get(flag) != 0 && words.replace(flag, 1, 0);
    }
}

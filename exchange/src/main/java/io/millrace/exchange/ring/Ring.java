package io.millrace.exchange.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

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

    /** Bytes of control words. */
    static final int CONTROL_BYTES = 512;

    /** The distance of two words: two cache lines, which processors may load together. */
    private static final int STRIDE = 128;

    private static final int TAIL = 0;
    private static final int HEAD = STRIDE;
    private static final int READER_SLEEPS = 2 * STRIDE;
    private static final int WRITER_SLEEPS = 3 * STRIDE;

    private static final VarHandle WORD =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer control;
    private final ByteBuffer bytes;

    /**
     * A ring over memory that was zeroed before its first use.
     *
     * @param control {@value #CONTROL_BYTES} bytes outside the heap, at a multiple of eight
     * @param bytes as many as a power of two
     */
    Ring(ByteBuffer control, ByteBuffer bytes) {
        if (Integer.bitCount(bytes.capacity()) != 1) {
            throw new IllegalArgumentException("a ring of " + bytes.capacity() + " bytes");
        }
        this.control = control;
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
        return (long) WORD.getVolatile(control, TAIL);
    }

    void setTail(long tail) {
        WORD.setVolatile(control, TAIL, tail);
    }

    long head() {
        return (long) WORD.getVolatile(control, HEAD);
    }

    void setHead(long head) {
        WORD.setVolatile(control, HEAD, head);
    }

    void setReaderSleeps(boolean sleeps) {
        WORD.setVolatile(control, READER_SLEEPS, sleeps ? 1L : 0L);
    }

    /** Whether the reader sleeps; it is woken once. */
    boolean takeReaderSleeps() {
        return take(READER_SLEEPS);
    }

    void setWriterSleeps(boolean sleeps) {
        WORD.setVolatile(control, WRITER_SLEEPS, sleeps ? 1L : 0L);
    }

    /** Whether the writer sleeps; it is woken once. */
    boolean takeWriterSleeps() {
        return take(WRITER_SLEEPS);
    }

    private boolean take(int flag) {
        return (long) WORD.getVolatile(control, flag) != 0
                && WORD.compareAndSet(control, flag, 1L, 0L);
    }
}

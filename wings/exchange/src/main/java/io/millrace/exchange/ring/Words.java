package io.millrace.exchange.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The control words of a ring, each of them volatile. A model checker has its own. */
interface Words {

    long get(int word);

    void set(int word, long value);

    /** Sets a word that has a value; returns whether it had it. */
    boolean replace(int word, long value, long next);

    /** Words in memory outside the heap, at a multiple of eight. */
    final class Mapped implements Words {

        /** The distance of two words: two cache lines, which processors may load together. */
        private static final int STRIDE = 128;

        private static final VarHandle WORD =
                MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

        private final ByteBuffer memory;

        Mapped(ByteBuffer memory) {
            this.memory = memory;
        }

        @Override
        public long get(int word) {
            return (long) WORD.getVolatile(memory, word * STRIDE);
        }

        @Override
        public void set(int word, long value) {
            WORD.setVolatile(memory, word * STRIDE, value);
        }

        @Override
        public boolean replace(int word, long value, long next) {
            return WORD.compareAndSet(memory, word * STRIDE, value, next);
        }
    }
}

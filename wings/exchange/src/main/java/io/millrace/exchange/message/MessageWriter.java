package io.millrace.exchange.message;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import java.io.DataOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes a message. The first {@value Message#SMALL_BYTES} bytes go into an array; a message that
 * grows beyond it moves into slabs, each larger than the one before up to the ordinary size, so
 * that it takes at most a few times its length.
 *
 * <p>A writer never waits for memory: its worker holds records, and others wait for the message. It
 * calls {@code tryTake}, so that other holders spill if they can, and the headroom stays untouched
 * while other memory is free. Otherwise it overdraws: the memory left to others shrinks until the
 * message has been read. Only tasks outside the gang may wait for that, and the gang does not wait
 * for them.
 *
 * <p>Used by one thread. Its creator calls {@link #finish} or {@link #close}.
 */
public final class MessageWriter extends DataOutputStream {

    private static final int FIRST_ARRAY_BYTES = 64;
    private static final int FIRST_SLAB_BYTES = 4 * 1024 - 32;

    /** Growth factor of slab sizes. */
    private static final int GROWTH = 4;

    private final Body body;

    public MessageWriter(MemoryAccount memory) {
        this(new Body(memory));
    }

    private MessageWriter(Body body) {
        super(body);
        this.body = body;
    }

    /** Bytes so far. */
    public long length() {
        return body.length();
    }

    /**
     * The written message, which the caller owns. The writer must not be used afterwards, but may
     * be closed.
     */
    public Message finish() {
        return body.finish();
    }

    /** Releases an unfinished message. Idempotent. */
    @Override
    public void close() {
        body.close();
    }

    /** The target of the bytes: first an array, then slabs. */
    private static final class Body extends OutputStream {

        private final MemoryAccount memory;
        private List<Slab> slabs = new ArrayList<>();

        /** The current target: the small array, or the last slab's. */
        private byte[] array = new byte[FIRST_ARRAY_BYTES];

        private int at;

        /** Bytes of the slabs before the last. */
        private long before;

        Body(MemoryAccount memory) {
            this.memory = memory;
        }

        long length() {
            return before + at;
        }

        @Override
        public void write(int value) {
            if (at == array.length) {
                grow();
            }
            array[at++] = (byte) value;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            int done = 0;
            while (done < length) {
                if (at == array.length) {
                    grow();
                }
                int part = Math.min(length - done, array.length - at);
                System.arraycopy(bytes, offset + done, array, at, part);
                at += part;
                done += part;
            }
        }

        private void grow() {
            if (!slabs.isEmpty()) {
                before += at;
                addSlab((int) Math.min(memory.slabBytes(), (long) GROWTH * array.length));
                at = 0;
            } else if (array.length < Message.SMALL_BYTES) {
                array = Arrays.copyOf(array, Math.min(Message.SMALL_BYTES, GROWTH * at));
            } else {
                byte[] small = array;
                addSlab(
                        Math.max(
                                2 * Message.SMALL_BYTES,
                                Math.min(memory.slabBytes(), FIRST_SLAB_BYTES)));
                System.arraycopy(small, 0, array, 0, at);
            }
        }

        private void addSlab(int bytes) {
            Slab slab = take(bytes);
            slabs.add(slab);
            array = slab.array();
        }

        private Slab take(int bytes) {
            Slab slab = null;
            try {
                slab = memory.tryTake(SlabKind.HEAP, bytes);
            } catch (InterruptedException e) {
                // The writer does not wait; the transport reports the interrupt where it waits.
                Thread.currentThread().interrupt();
            }
            return slab == null ? memory.overdraw(bytes) : slab;
        }

        Message finish() {
            List<Slab> handedOn = slabs;
            slabs = new ArrayList<>();
            return handedOn.isEmpty() ? new Message(array, at) : new Message(handedOn, before + at);
        }

        @Override
        public void close() {
            slabs.forEach(Slab::close);
            slabs.clear();
        }
    }
}

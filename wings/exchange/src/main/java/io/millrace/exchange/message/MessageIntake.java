package io.millrace.exchange.message;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory for a message from another process, taken before its bytes are sent. Used by one thread at
 * a time; its owner calls {@link #finish} or {@link #close}.
 */
public final class MessageIntake implements AutoCloseable {

    private final long length;
    private final byte[] small;
    private List<Slab> slabs;
    private long filled;

    /** The slab that the next bytes go to, and the place in it. */
    private int number;

    private int at;

    private MessageIntake(long length, byte[] small, List<Slab> slabs) {
        this.length = length;
        this.small = small;
        this.slabs = slabs;
    }

    /**
     * Takes memory for a message of {@code length} bytes that is not small. Like a {@link
     * MessageWriter} it never waits: where there is no room it overdraws, because the sender's gang
     * waits for the message.
     */
    public static MessageIntake take(MemoryAccount memory, long length) {
        List<Slab> slabs = new ArrayList<>();
        try {
            for (long left = length; left > 0; ) {
                Slab slab = slab(memory, (int) Math.min(left, memory.slabBytes()));
                slabs.add(slab);
                left -= slab.capacity();
            }
        } catch (OutOfMemoryError e) {
            slabs.forEach(Slab::close);
            throw e;
        }
        return new MessageIntake(length, new byte[0], slabs);
    }

    /**
     * Like {@link #take}, but only memory that is free: null if others would have to give up some,
     * which takes time.
     */
    public static @Nullable MessageIntake takeSpare(MemoryAccount memory, long length) {
        List<Slab> slabs = new ArrayList<>();
        for (long left = length; left > 0; ) {
            Slab slab = memory.takeSpare(SlabKind.HEAP, (int) Math.min(left, memory.slabBytes()));
            if (slab == null) {
                slabs.forEach(Slab::close);
                return null;
            }
            slabs.add(slab);
            left -= slab.capacity();
        }
        return new MessageIntake(length, new byte[0], slabs);
    }

    /** Takes memory without delay: where none is free it overdraws, as {@link #take} may. */
    public static MessageIntake takeAtOnce(MemoryAccount memory, long length) {
        MessageIntake spare = takeSpare(memory, length);
        if (spare != null) {
            return spare;
        }
        List<Slab> slabs = new ArrayList<>();
        for (long left = length; left > 0; ) {
            Slab slab = memory.overdraw((int) Math.min(left, memory.slabBytes()));
            slabs.add(slab);
            left -= slab.capacity();
        }
        return new MessageIntake(length, new byte[0], slabs);
    }

    /** The intake of a message that needs no slab. */
    public static MessageIntake small(int length) {
        return new MessageIntake(length, new byte[length], List.of());
    }

    /** Whether a message of this length needs no slab. */
    public static boolean isSmall(long length) {
        return length <= Message.SMALL_BYTES;
    }

    private static Slab slab(MemoryAccount memory, int bytes) {
        Slab slab = null;
        try {
            slab = memory.tryTake(SlabKind.HEAP, bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller waits for nothing here
        }
        return slab == null ? memory.overdraw(bytes) : slab;
    }

    /** Bytes that have not come yet. */
    public long missing() {
        return length - filled;
    }

    /** Takes bytes of the message from a buffer, until the one is full or the other empty. */
    public void read(ByteBuffer from) {
        while (from.hasRemaining() && filled < length) {
            byte[] target = slabs.isEmpty() ? small : slabs.get(number).array();
            int part =
                    (int) Math.min(length - filled, Math.min(from.remaining(), target.length - at));
            from.get(target, at, part);
            at += part;
            filled += part;
            if (at == target.length) {
                number++;
                at = 0;
            }
        }
    }

    /** The message, which the caller owns. */
    public Message finish() {
        if (missing() > 0) {
            throw new IllegalStateException(filled + " of " + length + " bytes have come");
        }
        List<Slab> handedOn = slabs;
        slabs = List.of();
        return handedOn.isEmpty()
                ? new Message(small, (int) length)
                : new Message(handedOn, length);
    }

    /** Gives back the memory of a message that has not come whole. Idempotent. */
    @Override
    public void close() {
        slabs.forEach(Slab::close);
        slabs = List.of();
    }
}

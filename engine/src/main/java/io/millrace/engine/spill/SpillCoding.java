package io.millrace.engine.spill;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** What becomes of a job's records on their way to disk and back. Immutable. */
public final class SpillCoding {

    /** Records are written as they are. */
    public static final SpillCoding PLAIN = new SpillCoding(false, null);

    private final boolean compressed;
    private final byte @Nullable [] key;

    private SpillCoding(boolean compressed, byte @Nullable [] key) {
        this.compressed = compressed;
        this.key = key;
    }

    /** The same, compressed or not. */
    public SpillCoding compressed(boolean value) {
        return new SpillCoding(value, key);
    }

    /**
     * The same, encrypted with AES in counter mode.
     *
     * @param aesKey of 16, 24 or 32 bytes, used for one job only; null for no encryption
     */
    public SpillCoding encrypted(byte @Nullable [] aesKey) {
        return new SpillCoding(compressed, aesKey == null ? null : aesKey.clone());
    }

    /**
     * The same with a key of its own that is drawn now, if it encrypts: for files whose numbers are
     * not their own among those of the job.
     */
    public SpillCoding rekeyed() {
        if (key == null) {
            return this;
        }
        byte[] drawn = new byte[key.length];
        new SecureRandom().nextBytes(drawn);
        return new SpillCoding(compressed, drawn);
    }

    /** Reads back what {@link #writeTo} wrote. */
    static SpillCoding readFrom(DataInput in) throws IOException {
        boolean compressed = in.readBoolean();
        byte[] key = new byte[in.readInt()];
        in.readFully(key);
        return new SpillCoding(compressed, key.length == 0 ? null : key);
    }

    /** Tells the coding, key and all, to another process. */
    void writeTo(DataOutput out) throws IOException {
        byte[] told = key == null ? new byte[0] : key;
        out.writeBoolean(compressed);
        out.writeInt(told.length);
        out.write(told);
    }

    boolean compressed() {
        return compressed;
    }

    /**
     * For one file, whose number is its own among those of the job; null if nothing is encrypted.
     */
    @Nullable FrameCipher newCipher(int file) {
        return key == null ? null : new FrameCipher(key, file);
    }
}

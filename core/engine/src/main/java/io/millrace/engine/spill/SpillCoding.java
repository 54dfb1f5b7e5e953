package io.millrace.engine.spill;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** The coding of a job's records on disk. Immutable. */
public final class SpillCoding {

    /** Records are written unchanged. */
    public static final SpillCoding PLAIN = new SpillCoding(false, null);

    private final boolean compressed;
    private final byte @Nullable [] key;

    private SpillCoding(boolean compressed, byte @Nullable [] key) {
        this.compressed = compressed;
        this.key = key;
    }

    /** The same coding, with or without compression. */
    public SpillCoding compressed(boolean value) {
        return new SpillCoding(value, key);
    }

    /**
     * The same coding, encrypted with AES in counter mode.
     *
     * @param aesKey of 16, 24 or 32 bytes, used for one job only; null for no encryption
     */
    public SpillCoding encrypted(byte @Nullable [] aesKey) {
        return new SpillCoding(compressed, aesKey == null ? null : aesKey.clone());
    }

    /**
     * If this encrypts, the same coding with a new random key: for files whose numbers are not
     * unique in the job.
     */
    public SpillCoding rekeyed() {
        if (key == null) {
            return this;
        }
        byte[] drawn = new byte[key.length];
        new SecureRandom().nextBytes(drawn);
        return new SpillCoding(compressed, drawn);
    }

    /** Reads what {@link #writeTo} wrote. */
    static SpillCoding readFrom(DataInput in) throws IOException {
        boolean compressed = in.readBoolean();
        byte[] key = new byte[in.readInt()];
        in.readFully(key);
        return new SpillCoding(compressed, key.length == 0 ? null : key);
    }

    /** Writes the coding, including the key, for another process. */
    void writeTo(DataOutput out) throws IOException {
        byte[] told = key == null ? new byte[0] : key;
        out.writeBoolean(compressed);
        out.writeInt(told.length);
        out.write(told);
    }

    boolean compressed() {
        return compressed;
    }

    /** A cipher for one file, whose number must be unique in the job; null without encryption. */
    @Nullable FrameCipher newCipher(int file) {
        return key == null ? null : new FrameCipher(key, file);
    }
}

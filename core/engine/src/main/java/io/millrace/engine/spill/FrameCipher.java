package io.millrace.engine.spill;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES in counter mode over the frames of one file. No key is used twice with the same counter,
 * which consists of the file's number, the frame's position in the file, and the number of the
 * cipher block in the frame. Used by one thread.
 */
final class FrameCipher {

    private static final String AES = "AES";
    private static final int COUNTER_BYTES = 16;

    private final SecretKeySpec key;
    private final int file;
    private final Cipher cipher;

    FrameCipher(byte[] key, int file) {
        this.key = new SecretKeySpec(key, AES);
        this.file = file;
        try {
            this.cipher = Cipher.getInstance(AES + "/CTR/NoPadding");
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    /** Encrypts or decrypts bytes in place; both are the same operation. */
    void apply(byte[] bytes, int offset, int length, long position) {
        ByteBuffer counter = ByteBuffer.allocate(COUNTER_BYTES).putInt(file).putLong(position);
        try {
            cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(counter.array()));
            cipher.doFinal(bytes, offset, length, bytes, offset);
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    private static IllegalStateException unusable(GeneralSecurityException cause) {
        return new IllegalStateException(
                "cannot encrypt runs on disk: this JVM does not support AES/CTR/NoPadding; install a"
                        + " security provider that does, or raise millrace.memory.max so that nothing"
                        + " is spilled",
                cause);
    }
}

package io.millrace.hadoop.job;

import java.io.IOException;
import java.security.SecureRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.CryptoUtils;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.security.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * The key that encrypts a job's intermediate data on disk. It is never stored on disk itself: it is
 * generated for each job and kept in the job's credentials, where Hadoop's own code, such as the
 * spill of a reducer's marked values, looks for it, too.
 */
final class SpillKey {

    private SpillKey() {}

    /**
     * Generates a key, if the job requests encryption.
     *
     * @throws IOException if the job requests a key size that AES does not support
     */
    static void draw(Configuration conf, Credentials credentials) throws IOException {
        if (!CryptoUtils.isEncryptedSpillEnabled(conf)) {
            return;
        }
        int bits =
                conf.getInt(
                        MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA_KEY_SIZE_BITS,
                        MRJobConfig.DEFAULT_MR_ENCRYPTED_INTERMEDIATE_DATA_KEY_SIZE_BITS);
        if (bits != 128 && bits != 192 && bits != 256) {
            throw new IOException(
                    MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA_KEY_SIZE_BITS
                            + " is "
                            + bits
                            + "; allowed: 128, 192, 256");
        }
        byte[] key = new byte[bits / Byte.SIZE];
        new SecureRandom().nextBytes(key);
        TokenCache.setEncryptedSpillKey(key, credentials);
    }

    /** The job's key, or null if it has none. */
    static byte @Nullable [] of(Credentials credentials) {
        return TokenCache.getEncryptedSpillKey(credentials);
    }
}

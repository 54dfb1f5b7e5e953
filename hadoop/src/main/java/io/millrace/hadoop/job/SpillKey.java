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
 * The key of a job that wants its intermediate data encrypted. Never on disk: it is drawn for each
 * job, and kept among the job's credentials, where Hadoop's own code looks for it too (what a
 * reducer's marked values spill, for instance).
 */
final class SpillKey {

    private SpillKey() {}

    /**
     * Draws a key, if the job asks for one.
     *
     * @throws IOException if the job asks for a key size that AES does not have
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

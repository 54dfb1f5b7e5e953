package io.millrace.bench.job;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A digest of lines in any order and any files: their number, and sums of two hash codes of each.
 * Ends of lines do not count.
 */
record LinesDigest(long lines, long sum, long otherSum) {

    private static final int BUFFER_BYTES = 1 << 20;
    private static final long FACTOR = 0x100_0000_01b3L;
    private static final long OTHER_FACTOR = 0x9e37_79b9_7f4a_7c15L;

    static LinesDigest of(List<Path> files) throws IOException {
        LinesDigest all = new LinesDigest(0, 0, 0);
        for (Path file : files) {
            LinesDigest one = of(file);
            all =
                    new LinesDigest(
                            all.lines + one.lines, all.sum + one.sum, all.otherSum + one.otherSum);
        }
        return all;
    }

    private static LinesDigest of(Path file) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long lines = 0;
        long sum = 0;
        long otherSum = 0;
        long hash = 1;
        long other = 1;
        boolean open = false;
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                for (int i = 0; i < read; i++) {
                    byte next = buffer[i];
                    open = next != '\n';
                    if (open) {
                        hash = (hash ^ (next & 0xff)) * FACTOR;
                        other = (other + (next & 0xff)) * OTHER_FACTOR;
                    } else {
                        lines++;
                        sum += mixed(hash);
                        otherSum += mixed(other);
                        hash = 1;
                        other = 1;
                    }
                }
            }
        }
        return open
                ? new LinesDigest(lines + 1, sum + mixed(hash), otherSum + mixed(other))
                : new LinesDigest(lines, sum, otherSum);
    }

    /** So that sums of similar lines differ. */
    private static long mixed(long hash) {
        long mixed = (hash ^ (hash >>> 32)) * OTHER_FACTOR;
        return mixed ^ (mixed >>> 29);
    }
}

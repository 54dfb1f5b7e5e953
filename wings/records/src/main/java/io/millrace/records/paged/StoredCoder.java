package io.millrace.records.paged;

import com.google.errorprone.annotations.Immutable;
import java.io.ByteArrayOutputStream;
import org.apache.hadoop.conf.Configuration;

/** Leaves pages as they are. */
@Immutable
final class StoredCoder implements PageCoder {

    @Override
    public void compress(
            byte[] bytes, int length, ByteArrayOutputStream target, Configuration conf) {
        target.write(bytes, 0, length);
    }

    @Override
    public boolean decompress(
            byte[] from, int at, int stored, byte[] to, int length, Configuration conf) {
        if (stored != length) {
            return false;
        }
        System.arraycopy(from, at, to, 0, length);
        return true;
    }
}

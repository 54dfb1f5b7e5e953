package io.millrace.files.namespace;

import io.millrace.engine.namespace.LendsBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.BufferedFSInputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.jspecify.annotations.Nullable;

/** A file in memory as Hadoop's stream, which also lends its bytes to callers that support that. */
final class MemoryStream extends FSDataInputStream implements LendsBytes {

    private final MemoryInput file;

    /**
     * Reads a file that is closed with the stream. Buffers because formats read numbers byte by
     * byte; large reads bypass the buffer.
     */
    MemoryStream(MemoryInput file, int bufferBytes) {
        super(new BufferedFSInputStream(file, bufferBytes));
        this.file = file;
    }

    @Override
    public @Nullable ByteBuffer lend(long position) throws IOException {
        return file.lend(position);
    }

    @Override
    public void countRead(long bytes) {
        file.countRead(bytes);
    }
}

package io.millrace.workers.gang;

import io.millrace.exchange.call.MeetingPlace;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** A file of a Hadoop file system. While it is replaced, it may be missing for a moment. */
public record MeetingFile(Configuration conf, Path file) implements MeetingPlace {

    @Override
    public void publish(byte[] notice) throws IOException {
        FileSystem files = file.getFileSystem(conf);
        Path next = file.suffix("-next");
        try (FSDataOutputStream out = files.create(next, true)) {
            out.write(notice);
        }
        files.delete(file, false);
        if (!files.rename(next, file)) {
            throw new IOException(
                    "cannot rename "
                            + next
                            + " to "
                            + file
                            + "; the workers of the gang find each other by that file");
        }
    }

    @Override
    public byte @Nullable [] read() throws IOException {
        try (FSDataInputStream in = file.getFileSystem(conf).open(file)) {
            return in.readAllBytes();
        } catch (FileNotFoundException | ChecksumException e) {
            return null; // a local file and its checksums are not replaced in one step
        }
    }
}

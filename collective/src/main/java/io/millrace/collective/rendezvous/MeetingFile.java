package io.millrace.collective.rendezvous;

import io.millrace.exchange.tcp.MeetingPlace;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** A file of Hadoop's, which is replaced as a whole. */
record MeetingFile(Configuration conf, Path file) implements MeetingPlace {

    @Override
    public void publish(byte[] notice) throws IOException {
        FileSystem files = file.getFileSystem(conf);
        Path next = file.suffix("-next");
        try (FSDataOutputStream out = files.create(next, true)) {
            out.write(notice);
        }
        FileContext.getFileContext(files.getUri(), conf)
                .rename(next, file, Options.Rename.OVERWRITE);
    }

    @Override
    public byte @Nullable [] read() throws IOException {
        try (FSDataInputStream in = file.getFileSystem(conf).open(file)) {
            return in.readAllBytes();
        } catch (FileNotFoundException e) {
            return null;
        }
    }
}

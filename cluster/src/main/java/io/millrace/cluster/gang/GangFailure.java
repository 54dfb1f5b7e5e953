package io.millrace.cluster.gang;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The reason why the job of a gang failed, from the driver to the application master. The tasks of
 * the gang end well all the same, because the cluster would try a failed one again, and the whole
 * job with it.
 */
final class GangFailure {

    private GangFailure() {}

    static void write(String reason, GangTerms terms) throws IOException {
        Path file = file(terms);
        try (FSDataOutputStream out = files(file, terms).create(file, true)) {
            out.write(reason.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The reason; null if the job has not failed. */
    static @Nullable String read(GangTerms terms) throws IOException {
        Path file = file(terms);
        try (FSDataInputStream in = files(file, terms).open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (FileNotFoundException e) {
            return null;
        }
    }

    private static Path file(GangTerms terms) {
        return new Path(terms.directory(), "failure");
    }

    private static FileSystem files(Path file, GangTerms terms) throws IOException {
        return file.getFileSystem(terms.gang());
    }
}

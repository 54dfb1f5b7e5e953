package io.millrace.conformance.namespace;

import io.millrace.files.direct.DirectLocalFileSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** What Hadoop's contract tests have to know of local paths whose files are in memory. */
final class RedirectedContract extends AbstractFSContract {

    /** Nothing is there on disk. */
    private static final Path ROOT = newRoot();

    RedirectedContract(Configuration conf) {
        super(conf);
        addConfResource("contract/redirected.xml");
    }

    private static Path newRoot() {
        try {
            return new Path(Files.createTempDirectory("redirected").toUri());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static LocalFileSystem files() throws IOException {
        Configuration conf = new Configuration();
        conf.setClass("fs.file.impl", DirectLocalFileSystem.class, FileSystem.class);
        conf.setBoolean("fs.file.impl.disable.cache", true);
        conf.set("millrace.namespace.redirect", ROOT.toString());
        return FileSystem.getLocal(conf);
    }

    static Path root() {
        return ROOT;
    }

    @Override
    public FileSystem getTestFileSystem() throws IOException {
        return files();
    }

    @Override
    public String getScheme() {
        return "file";
    }

    @Override
    public Path getTestPath() {
        return new Path(ROOT, "test");
    }
}

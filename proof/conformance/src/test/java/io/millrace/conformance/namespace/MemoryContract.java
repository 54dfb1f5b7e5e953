package io.millrace.conformance.namespace;

import io.millrace.files.namespace.MemoryFileSystem;
import io.millrace.files.namespace.MemoryFs;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** What Hadoop's contract tests have to know of {@code mem:///}. */
final class MemoryContract extends AbstractFSContract {

    static final URI ROOT = URI.create("mem:///");

    MemoryContract(Configuration conf) {
        super(conf);
        addConfResource("contract/mem.xml");
    }

    /** With {@code mem:///} as the default file system. */
    static Configuration conf() {
        Configuration conf = new Configuration();
        conf.set("fs.defaultFS", ROOT.toString());
        conf.set(MemoryFs.KEY, MemoryFs.class.getName());
        return conf;
    }

    static FileSystem files() throws IOException {
        return FileSystem.get(ROOT, conf());
    }

    @Override
    public FileSystem getTestFileSystem() throws IOException {
        return files();
    }

    @Override
    public String getScheme() {
        return MemoryFileSystem.SCHEME;
    }

    @Override
    public Path getTestPath() {
        return new Path("/test");
    }
}

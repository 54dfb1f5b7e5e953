package io.millrace.files.namespace;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;

/** {@code mem:///path} for {@code FileContext}. */
public final class MemoryFs extends DelegateToFileSystem {

    /** The key that names this class to Hadoop, which does not find it by itself. */
    public static final String KEY = "fs.AbstractFileSystem.mem.impl";

    /** Called by Hadoop. */
    public MemoryFs(URI name, Configuration conf) throws IOException, URISyntaxException {
        super(name, new MemoryFileSystem(), conf, MemoryFileSystem.SCHEME, false);
    }

    @Override
    public void renameInternal(Path source, Path target, boolean overwrite) throws IOException {
        ((MemoryFileSystem) fsImpl)
                .rename(source, target, overwrite ? Rename.OVERWRITE : Rename.NONE);
    }
}

package io.millrace.files.direct;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.local.LocalConfigKeys;

/**
 * {@link DirectLocalFileSystem} for {@code FileContext}, so that both see the same files, including
 * those in memory. The plain twin is {@code org.apache.hadoop.fs.local.LocalFs}.
 */
public final class DirectLocalFs extends DelegateToFileSystem {

    /** The key that names this class to Hadoop. */
    public static final String KEY = "fs.AbstractFileSystem.file.impl";

    private static final int NO_PORT = -1;

    /** Called by Hadoop. */
    public DirectLocalFs(URI name, Configuration conf) throws IOException, URISyntaxException {
        super(
                FsConstants.LOCAL_FS_URI,
                new DirectLocalFileSystem(),
                conf,
                FsConstants.LOCAL_FS_URI.getScheme(),
                false);
    }

    @Override
    public void renameInternal(Path source, Path target, boolean overwrite) throws IOException {
        ((DirectLocalFileSystem) fsImpl)
                .rename(source, target, overwrite ? Rename.OVERWRITE : Rename.NONE);
    }

    @Override
    public int getUriDefaultPort() {
        return NO_PORT;
    }

    @Override
    @SuppressWarnings("deprecation") // part of the contract
    public FsServerDefaults getServerDefaults() throws IOException {
        return LocalConfigKeys.getServerDefaults();
    }

    @Override
    public FsServerDefaults getServerDefaults(Path path) throws IOException {
        return LocalConfigKeys.getServerDefaults();
    }

    /** The platform decides which names are valid. */
    @Override
    public boolean isValidName(String path) {
        return true;
    }
}

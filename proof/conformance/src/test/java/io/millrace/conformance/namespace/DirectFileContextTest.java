package io.millrace.conformance.namespace;

import io.millrace.files.direct.DirectLocalFs;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FsConstants;
import org.junit.jupiter.api.io.TempDir;

/** The local disk as {@code FileContext} sees it through Millrace's class. */
class DirectFileContextTest extends FileContextTests {

    @TempDir static Path folder;

    static FileContext local() throws IOException {
        Configuration conf = new Configuration();
        conf.set(DirectLocalFs.KEY, DirectLocalFs.class.getName());
        return FileContext.getFileContext(FsConstants.LOCAL_FS_URI, conf);
    }

    @Override
    FileContext context() throws IOException {
        FileContext context = local();
        context.setWorkingDirectory(new org.apache.hadoop.fs.Path(folder.toUri()));
        return context;
    }
}

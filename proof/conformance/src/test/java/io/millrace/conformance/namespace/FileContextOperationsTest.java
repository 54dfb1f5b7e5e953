package io.millrace.conformance.namespace;

import java.io.IOException;
import org.apache.hadoop.fs.FileContext;

/** {@code mem:///} as {@code FileContext} sees it. */
class FileContextOperationsTest extends FileContextTests {

    @Override
    FileContext context() throws IOException {
        return FileContext.getFileContext(MemoryContract.ROOT, MemoryContract.conf());
    }
}

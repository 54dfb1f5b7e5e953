package io.millrace.conformance.namespace;

import org.apache.hadoop.fs.FSMainOperationsBaseTest;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystemContractBaseTest;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The older tests that Hadoop publishes for what is called through {@code FileSystem}. */
class FileSystemOperationsTest {

    @Nested
    class Contract extends FileSystemContractBaseTest {

        @BeforeEach
        void open() throws Exception {
            fs = MemoryContract.files();
        }

        @Override
        protected boolean rootDirTestEnabled() {
            return true;
        }
    }

    @Nested
    class MainOperations extends FSMainOperationsBaseTest {

        MainOperations() {
            super("/main-operations");
        }

        @Override
        protected FileSystem createFileSystem() throws Exception {
            return FileSystem.newInstance(MemoryContract.ROOT, MemoryContract.conf());
        }

        @Override
        protected Path getDefaultWorkingDirectory() throws java.io.IOException {
            return fSys.getHomeDirectory();
        }
    }
}

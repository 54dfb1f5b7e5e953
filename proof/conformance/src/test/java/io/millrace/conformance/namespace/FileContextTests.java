package io.millrace.conformance.namespace;

import java.io.IOException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileContextCreateMkdirBaseTest;
import org.apache.hadoop.fs.FileContextMainOperationsBaseTest;
import org.apache.hadoop.fs.FileContextPermissionBase;
import org.apache.hadoop.fs.FileContextURIBase;
import org.apache.hadoop.fs.FileContextUtilBase;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The tests that Hadoop publishes for what is called through {@code FileContext}. */
abstract class FileContextTests {

    /** A new one, whose working directory is where the tests may write. */
    abstract FileContext context() throws IOException;

    @Nested
    class MainOperations extends FileContextMainOperationsBaseTest {

        @Override
        @BeforeEach
        public void setUp() throws Exception {
            fc = context();
            super.setUp();
        }

        @Override
        protected Path getDefaultWorkingDirectory() throws IOException {
            return context().getWorkingDirectory();
        }

        @Override
        protected boolean listCorruptedBlocksSupported() {
            return false;
        }
    }

    @Nested
    class Uris extends FileContextURIBase {

        @Override
        @BeforeEach
        public void setUp() throws Exception {
            fc1 = context();
            fc2 = context();
            super.setUp();
        }
    }

    @Nested
    class Permissions extends FileContextPermissionBase {

        @Override
        protected FileContext getFileContext() throws Exception {
            return context();
        }
    }

    @Nested
    class Utilities extends FileContextUtilBase {

        @Override
        @BeforeEach
        public void setUp() throws Exception {
            fc = context();
            super.setUp();
        }
    }

    @Nested
    class CreateAndMkdir extends FileContextCreateMkdirBaseTest {

        @Override
        @BeforeEach
        public void setUp() throws Exception {
            fc = context();
            super.setUp();
        }
    }
}

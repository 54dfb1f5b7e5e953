package io.millrace.conformance.namespace;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractContractAppendTest;
import org.apache.hadoop.fs.contract.AbstractContractRootDirectoryTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/** The contract tests on {@code mem:///}, which appends, and has a root of its own. */
class MemoryContractTest extends FileSystemContracts {

    @Override
    AbstractFSContract contract(Configuration conf) {
        return new MemoryContract(conf);
    }

    @AfterAll
    static void whatIsDeletedTakesNoMemory() throws IOException {
        MemoryContract.files().delete(new Path("/"), true);
        checkThatNoMemoryIsTaken();
    }

    @Nested
    class Append extends AbstractContractAppendTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    class RootDirectory extends AbstractContractRootDirectoryTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }
}

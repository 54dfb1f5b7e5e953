package io.millrace.conformance.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.AfterAll;

/** The contract tests on local paths whose files are in memory. */
class RedirectedContractTest extends FileSystemContracts {

    @Override
    AbstractFSContract contract(Configuration conf) {
        return new RedirectedContract(conf);
    }

    @AfterAll
    static void whatIsDeletedTakesNoMemory() throws IOException {
        Path root = RedirectedContract.root();
        assertThat(RedirectedContract.files().getRaw().listStatus(root)).isEmpty();
        RedirectedContract.files().delete(root, true);
        checkThatNoMemoryIsTaken();
    }
}

package io.millrace.conformance.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.job.JobTable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractBulkDeleteTest;
import org.apache.hadoop.fs.contract.AbstractContractContentSummaryTest;
import org.apache.hadoop.fs.contract.AbstractContractCopyFromLocalTest;
import org.apache.hadoop.fs.contract.AbstractContractCreateTest;
import org.apache.hadoop.fs.contract.AbstractContractDeleteTest;
import org.apache.hadoop.fs.contract.AbstractContractGetEnclosingRoot;
import org.apache.hadoop.fs.contract.AbstractContractGetFileStatusTest;
import org.apache.hadoop.fs.contract.AbstractContractMkdirTest;
import org.apache.hadoop.fs.contract.AbstractContractOpenTest;
import org.apache.hadoop.fs.contract.AbstractContractRenameTest;
import org.apache.hadoop.fs.contract.AbstractContractSeekTest;
import org.apache.hadoop.fs.contract.AbstractContractSetTimesTest;
import org.apache.hadoop.fs.contract.AbstractContractVectoredReadTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract tests that Hadoop publishes for file systems, as far as files in memory keep all.
 */
abstract class FileSystemContracts {

    /** What the file system under test promises. */
    abstract AbstractFSContract contract(Configuration conf);

    static void checkThatNoMemoryIsTaken() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (JobTable.of(MillraceProcess.current()).memoryHeldBytes() > 0
                && System.nanoTime() < deadline) {
            System.gc(); // some of the tests forget to close what they read
        }
        assertThat(JobTable.of(MillraceProcess.current()).memoryHeldBytes()).isZero();
    }

    @Nested
    class BulkDelete extends AbstractContractBulkDeleteTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    class ContentSummary extends AbstractContractContentSummaryTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    class CopyFromLocal extends AbstractContractCopyFromLocalTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    class Create extends AbstractContractCreateTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    class Delete extends AbstractContractDeleteTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    class GetEnclosingRoot extends AbstractContractGetEnclosingRoot {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    class GetFileStatus extends AbstractContractGetFileStatusTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    class Mkdir extends AbstractContractMkdirTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    class Open extends AbstractContractOpenTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    class Rename extends AbstractContractRenameTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    class Seek extends AbstractContractSeekTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    class SetTimes extends AbstractContractSetTimesTest {

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }

    @Nested
    @ParameterizedClass
    @MethodSource("params")
    class VectoredRead extends AbstractContractVectoredReadTest {

        VectoredRead(String bufferType) {
            super(bufferType);
        }

        @Override
        protected AbstractFSContract createContract(Configuration conf) {
            return contract(conf);
        }
    }
}

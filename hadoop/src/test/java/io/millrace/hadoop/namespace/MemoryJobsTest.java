package io.millrace.hadoop.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.jobs.ChainJobs;
import io.millrace.hadoop.jobs.FormatJobs;
import io.millrace.hadoop.jobs.MapOnlyJobs;
import io.millrace.hadoop.jobs.OutputFormatJobs;
import io.millrace.hadoop.jobs.SecondarySorts;
import io.millrace.hadoop.jobs.SideOutputJobs;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineMatrix;
import io.millrace.hadoop.testing.EngineMatrix.Extent;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.hadoop.verify.Outcome;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs whose input and output are in memory. */
final class MemoryJobsTest {

    @AfterEach
    void whatIsDeletedTakesNoMemory() throws Exception {
        Path root = new Path("mem:///");
        root.getFileSystem(new Configuration()).delete(root, true);
        NothingLeft.check();
    }

    @EngineMatrix(cases = "central")
    void equalTheLocalRunnerOnDisk(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.checkInMemory(job, setup);
    }

    static Stream<JobCase> central() {
        return Stream.of(WordCounts.newApi(), WordCounts.oldApi(), SecondarySorts.newApi());
    }

    @EngineMatrix(value = Extent.FEW, cases = "formats")
    void ofAllFormatsEqualTheLocalRunnerOnDisk(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.checkInMemory(job, setup);
    }

    static Stream<JobCase> formats() {
        return Stream.of(
                MapOnlyJobs.newApi(),
                MapOnlyJobs.oldApi(),
                ChainJobs.oldChain(),
                FormatJobs.sequenceFiles(CompressionType.BLOCK),
                FormatJobs.compressedText(BZip2Codec.class),
                FormatJobs.splitText(),
                OutputFormatJobs.mapFiles(),
                OutputFormatJobs.oldFilesByKey(),
                SideOutputJobs.multipleOutputs(),
                SideOutputJobs.sideFilesOld());
    }

    @Test
    void bytesAreCountedForTheScheme() throws Exception {
        Outcome outcome = SameAsLocal.checkInMemory(WordCounts.newApi(), EngineSetup.PLAIN);

        String group = FileSystemCounter.class.getName();
        assertThat(outcome.jobs().get(0).counters().get(group + ":MEM_BYTES_READ")).isPositive();
        assertThat(outcome.jobs().get(0).counters().get(group + ":MEM_BYTES_WRITTEN")).isPositive();
    }
}

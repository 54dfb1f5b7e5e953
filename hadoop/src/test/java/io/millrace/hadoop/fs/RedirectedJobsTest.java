package io.millrace.hadoop.fs;

import io.millrace.hadoop.jobs.ChainJobs;
import io.millrace.hadoop.jobs.FormatJobs;
import io.millrace.hadoop.jobs.MapOnlyJobs;
import io.millrace.hadoop.jobs.OutputFormatJobs;
import io.millrace.hadoop.jobs.PipelineJobs;
import io.millrace.hadoop.jobs.SecondarySorts;
import io.millrace.hadoop.jobs.SideOutputJobs;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineMatrix;
import io.millrace.hadoop.testing.EngineMatrix.Extent;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import java.util.stream.Stream;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs whose output directories are kept in memory. */
final class RedirectedJobsTest {

    @AfterEach
    void whatIsDeletedTakesNoMemory() throws Exception {
        NothingLeft.check();
    }

    @EngineMatrix(cases = "central")
    void equalTheLocalRunnerOnDisk(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.checkRedirected(job, setup);
    }

    static Stream<JobCase> central() {
        return Stream.of(WordCounts.newApi(), WordCounts.oldApi(), SecondarySorts.newApi());
    }

    @EngineMatrix(value = Extent.FEW, cases = "formats")
    void ofAllFormatsEqualTheLocalRunnerOnDisk(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.checkRedirected(job, setup);
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
    void ofALongPipelineEqualTheLocalRunnerOnDisk() throws Exception {
        SameAsLocal.checkRedirected(PipelineJobs.twenty(), EngineSetup.PLAIN.with(Memory.TINY));
    }
}

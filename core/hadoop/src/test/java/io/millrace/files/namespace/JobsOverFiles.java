package io.millrace.files.namespace;

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
import java.util.stream.Stream;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.compress.BZip2Codec;

/** Jobs whose files are elsewhere than on disk come to what the local runner comes to there. */
public abstract class JobsOverFiles {

    /** Runs the job on such files, and compares. */
    protected abstract void check(JobCase job, EngineSetup setup) throws Exception;

    @EngineMatrix(cases = "central")
    void equalTheLocalRunnerOnDisk(EngineSetup setup, JobCase job) throws Exception {
        check(job, setup);
    }

    static Stream<JobCase> central() {
        return Stream.of(WordCounts.newApi(), WordCounts.oldApi(), SecondarySorts.newApi());
    }

    @EngineMatrix(value = Extent.FEW, cases = "formats")
    void ofAllFormatsEqualTheLocalRunnerOnDisk(EngineSetup setup, JobCase job) throws Exception {
        check(job, setup);
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
}

package io.millrace.hadoop.same;

import io.millrace.hadoop.jobs.AggregateJobs;
import io.millrace.hadoop.jobs.ChainJobs;
import io.millrace.hadoop.jobs.CombinerJobs;
import io.millrace.hadoop.jobs.DatabaseJobs;
import io.millrace.hadoop.jobs.ExampleTools;
import io.millrace.hadoop.jobs.FormatJobs;
import io.millrace.hadoop.jobs.IdiomJobs;
import io.millrace.hadoop.jobs.InputFormatJobs;
import io.millrace.hadoop.jobs.InvertedIndexes;
import io.millrace.hadoop.jobs.JavaSerializationJobs;
import io.millrace.hadoop.jobs.JoinJobs;
import io.millrace.hadoop.jobs.KeyTypeJobs;
import io.millrace.hadoop.jobs.LibraryJobs;
import io.millrace.hadoop.jobs.MapOnlyJobs;
import io.millrace.hadoop.jobs.MarkResetJobs;
import io.millrace.hadoop.jobs.MixedApiJobs;
import io.millrace.hadoop.jobs.OrderJobs;
import io.millrace.hadoop.jobs.OutputFormatJobs;
import io.millrace.hadoop.jobs.ReducerHabits;
import io.millrace.hadoop.jobs.SecondarySorts;
import io.millrace.hadoop.jobs.ShapeJobs;
import io.millrace.hadoop.jobs.SideOutputJobs;
import io.millrace.hadoop.jobs.ThreadedJobs;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineMatrix;
import io.millrace.hadoop.testing.EngineMatrix.Extent;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Runner;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.testing.Sampled;
import java.util.stream.Stream;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All other sample jobs, each under setups that cover every pair of choices. */
@Sampled(oneIn = 2)
final class SampleJobsTest {
    @EngineMatrix(cases = "sorting")
    void sortingJobsEqualTheLocalRunner(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.check(job, setup);
    }

    static Stream<JobCase> sorting() {
        return Stream.of(
                WordCounts.newApiWithoutCombiner(),
                WordCounts.oldApiWithoutCombiner(),
                SecondarySorts.oldApi(),
                InvertedIndexes.oldApi(),
                ExampleTools.teraSort(),
                OrderJobs.rawComparators(),
                OrderJobs.rawComparatorsOld(),
                OrderJobs.compareToOnly(),
                JavaSerializationJobs.wordCount());
    }

    @EngineMatrix(cases = "shapes")
    void jobsOfUnusualShapeEqualTheLocalRunner(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.check(job, setup);
    }

    static Stream<JobCase> shapes() {
        return Stream.of(
                ShapeJobs.zeroInput(),
                ShapeJobs.zeroInputOld(),
                ShapeJobs.zeroInputMapOnly(),
                ShapeJobs.emptyFile(),
                ShapeJobs.onlyEmptyFiles(),
                ShapeJobs.giantKey(),
                ShapeJobs.largeRecords(),
                ShapeJobs.allToOne(),
                ShapeJobs.allToOneOld(),
                MapOnlyJobs.newApi(),
                MapOnlyJobs.oldApi());
    }

    @EngineMatrix(value = Extent.FEW, cases = "manyTasks")
    void jobsOfManyTasksEqualTheLocalRunner(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.check(job, setup);
    }

    static Stream<JobCase> manyTasks() {
        return Stream.of(
                ShapeJobs.tinyMaps(),
                ExampleTools.teraChain(),
                ExampleTools.grep(),
                ExampleTools.join());
    }

    @EngineMatrix(cases = "reducers")
    void reducersWithOddHabitsSeeTheSame(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.check(job, setup);
    }

    static Stream<JobCase> reducers() {
        return Stream.of(
                ReducerHabits.partly(),
                ReducerHabits.partlyOld(),
                ReducerHabits.twice(),
                ReducerHabits.impolite(),
                ReducerHabits.writesAnywhere(),
                ReducerHabits.writesAnywhereOld(),
                ReducerHabits.ownLoop(),
                MixedApiJobs.oldMapperNewReducer(),
                MixedApiJobs.newMapperOldReducer());
    }

    @EngineMatrix(cases = "combiners")
    void combinersOfAllKindsGiveTheSame(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.check(job, setup);
    }

    static Stream<JobCase> combiners() {
        return Stream.of(
                CombinerJobs.ownLoop(),
                CombinerJobs.emitsLate(),
                CombinerJobs.combinesNothing(),
                CombinerJobs.emitsPieces(),
                CombinerJobs.averages(),
                CombinerJobs.ofSortedValues(),
                CombinerJobs.withGroupingComparator(),
                ThreadedJobs.newApi(),
                ThreadedJobs.oldApi(),
                MixedApiJobs.oldCombinerInNewJob());
    }

    @EngineMatrix(cases = "libraries")
    void jobsOnHadoopsLibrariesGiveTheSame(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.check(job, setup);
    }

    static Stream<JobCase> libraries() {
        return Stream.of(
                LibraryJobs.multithreaded(),
                LibraryJobs.multithreadedOld(),
                LibraryJobs.chain(),
                LibraryJobs.multipleInputs(),
                LibraryJobs.totalOrder(),
                LibraryJobs.keyFields());
    }

    @EngineMatrix(value = Extent.FEW, cases = "idioms")
    void habitsOfExistingJobsGiveTheSame(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.check(job, setup);
    }

    @Test
    void codeSeesHadoopsCountersInHadoopsOwnTasks() throws Exception {
        EngineSetup hadoop = EngineSetup.PLAIN.with(Runner.HADOOP);
        SameAsLocal.check(IdiomJobs.numbersByCounters(), hadoop);
        SameAsLocal.check(IdiomJobs.numbersByCountersOld(), hadoop);
    }

    static Stream<JobCase> idioms() {
        return Stream.of(
                IdiomJobs.combinesInMapper(),
                IdiomJobs.combinesInMapperOld(),
                IdiomJobs.keepsReferences(),
                IdiomJobs.readsNothing(),
                IdiomJobs.emitsFromThreads(),
                IdiomJobs.asksWhereItIs(),
                IdiomJobs.wrapsItsContext(),
                IdiomJobs.numbersByCounters(),
                IdiomJobs.numbersByCountersOld(),
                IdiomJobs.combinerIsReducer(),
                MarkResetJobs.bigValues(),
                MarkResetJobs.onDisk(),
                ChainJobs.oldChain(),
                ChainJobs.oldMultipleInputs(),
                ChainJobs.nested(),
                AggregateJobs.aggregates(),
                AggregateJobs.oldAggregates(),
                AggregateJobs.fields(),
                AggregateJobs.oldFields(),
                AggregateJobs.tokens(),
                AggregateJobs.oldTokens(),
                AggregateJobs.patterns());
    }

    @ParameterizedTest
    @MethodSource("formatsOfLibraries")
    void everyFormatOfTheLibrariesGivesTheSame(JobCase job) throws Exception {
        SameAsLocal.check(job, EngineSetup.PLAIN);
    }

    static Stream<JobCase> formatsOfLibraries() {
        return Stream.of(
                InputFormatJobs.lines(),
                InputFormatJobs.combinedText(),
                InputFormatJobs.combinedSequences(),
                InputFormatJobs.keyAndValue(),
                InputFormatJobs.sequencesAsText(),
                InputFormatJobs.filteredSequences(),
                InputFormatJobs.fixedLength(),
                InputFormatJobs.sequencesAsBytes(),
                InputFormatJobs.oldFormats(),
                InputFormatJobs.scribbling(),
                JoinJobs.inner(),
                JoinJobs.outer(),
                JoinJobs.override(),
                JoinJobs.oldJoins(),
                OutputFormatJobs.mapFiles(),
                OutputFormatJobs.lazily(),
                OutputFormatJobs.none(),
                OutputFormatJobs.filtered(),
                OutputFormatJobs.multipleOutputsOfMappers(),
                OutputFormatJobs.oldFilesByKey(),
                DatabaseJobs.tables());
    }

    @EngineMatrix(value = Extent.FEW, cases = "formats")
    void formatsAndSideOutputsGiveTheSame(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.check(job, setup);
    }

    static Stream<JobCase> formats() {
        return Stream.of(
                FormatJobs.sequenceFiles(CompressionType.NONE),
                FormatJobs.sequenceFiles(CompressionType.RECORD),
                FormatJobs.sequenceFiles(CompressionType.BLOCK),
                FormatJobs.sequenceFilesOld(),
                FormatJobs.compressedText(GzipCodec.class),
                FormatJobs.compressedText(BZip2Codec.class),
                FormatJobs.compressedText(DefaultCodec.class),
                FormatJobs.compressedTextOld(),
                FormatJobs.splitBzip2(),
                FormatJobs.splitText(),
                FormatJobs.compressedMapOutput(),
                SideOutputJobs.multipleOutputs(),
                SideOutputJobs.multipleOutputsOld(),
                SideOutputJobs.sideFiles(),
                SideOutputJobs.sideFilesOld(),
                SideOutputJobs.otherNames());
    }

    @EngineMatrix(value = Extent.FEW, cases = "keyTypes")
    void keysOfEveryTypeComeInTheSameOrder(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.check(job, setup);
    }

    static Stream<JobCase> keyTypes() {
        return KeyTypeJobs.all();
    }

    @EngineMatrix(value = Extent.FEW, cases = "grid")
    void anyNumberOfTasksGivesTheSame(EngineSetup setup, JobCase job) throws Exception {
        SameAsLocal.check(job, setup);
    }

    static Stream<JobCase> grid() {
        return Stream.of(0, 1, 7, 40)
                .flatMap(maps ->
                        Stream.of(0, 1, 3, 17).map(reduces -> WordCounts.shaped(maps, reduces)));
    }
}

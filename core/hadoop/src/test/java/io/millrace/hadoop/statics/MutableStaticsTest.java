package io.millrace.hadoop.statics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.statics.TaskCode;
import io.millrace.hadoop.loader.FrameworkClasses;
import java.util.List;
import org.apache.hadoop.examples.WordCount;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class MutableStaticsTest {

    private static final FrameworkClasses FRAMEWORK = new FrameworkClasses();

    @ParameterizedTest
    @ValueSource(
            classes = {
                Samples.EmitsOne.class,
                Samples.LooksAtConstants.class,
                Samples.SetByTheDriver.class
            })
    void whatTasksOnlyLookAtIsNoState(Class<?> type) {
        assertThat(found(type.getName())).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Samples.Counts.class,
                Samples.SetsAConstant.class,
                Samples.FillsABuffer.class,
                Samples.AddsToAListInAMap.class,
                Samples.Formats.class,
                Samples.CountsAtomically.class,
                Samples.KeepsTheCollector.class,
                Samples.UsesASingleton.class,
                Samples.LoadsByName.class,
                Samples.HandsAConstantOn.class,
                Samples.CountsInALambda.class
            })
    void whatTasksChangeIsFound(Class<?> type) {
        assertThat(found(type.getName())).contains("static " + Samples.class.getName());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WordCount$TokenizerMapper",
                "WordCount$IntSumReducer",
                "WordMean$WordMeanMapper",
                "WordMean$WordMeanReducer",
                "WordMedian$WordMedianMapper",
                "WordStandardDeviation$WordStandardDeviationMapper",
                "SecondarySort$MapClass",
                "SecondarySort$Reduce",
                "SecondarySort$IntPair",
                "SecondarySort$FirstPartitioner",
                "SecondarySort$FirstGroupingComparator",
                "AggregateWordCount$WordCountPlugInClass",
                "MultiFileWordCount$MapClass",
                "QuasiMonteCarlo$QmcMapper",
                "QuasiMonteCarlo$QmcReducer",
                "terasort.TeraInputFormat",
                "terasort.TeraOutputFormat",
                "terasort.TeraSort$TotalOrderPartitioner",
                "terasort.TeraGen$SortGenMapper",
                "terasort.TeraValidate$ValidateMapper"
            })
    void hadoopsExamplesRunSideBySide(String name) {
        assertThat(found(WordCount.class.getPackageName() + "." + name)).isNull();
    }

    private static String found(String name) {
        return TaskCode.of(
                        List.of(name),
                        MutableStaticsTest.class.getClassLoader(),
                        FRAMEWORK::contains,
                        each -> true)
                .changedStatic(each -> true);
    }

    @Test
    void whatIsFoundSaysWhere() {
        assertThat(found(Samples.Counts.class.getName()))
                .isEqualTo(
                        "static io.millrace.hadoop.statics.Samples$Counts.count is set in io.millrace.hadoop.statics.Samples$Counts.map");
    }
}

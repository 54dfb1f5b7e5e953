package io.millrace.records.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StagingNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"local1234567890", "1700000000000", "millrace-1700000000000"})
    void allTablesOfAJobThatHasNotCommittedAreRecognized(String cluster) {
        StagingNames names = new StagingNames("sales.totals", new JobID(cluster, 7));
        TaskID task = new TaskID(new JobID(cluster, 7), TaskType.REDUCE, 12);
        for (String name :
                new String[] {
                    names.job(),
                    names.task(task),
                    names.attempt(new TaskAttemptID(task, 3)),
                    names.replacement()
                }) {
            assertThat(StagingNames.isStaging(name)).as(name).isTrue();
            assertThat(StagingNames.isStaging(names.sql(name))).as(name).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"totals", "millrace_orders_2026", "sales.millrace_20261128", ""})
    void otherTablesAreNot(String name) {
        assertThat(StagingNames.isStaging(name)).isFalse();
    }
}

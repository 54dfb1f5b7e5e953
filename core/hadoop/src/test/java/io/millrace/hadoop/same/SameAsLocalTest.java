package io.millrace.hadoop.same;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.hadoop.jobs.Forger;
import io.millrace.hadoop.jobs.Forger.Forgery;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.testing.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The comparison sees every difference, and says what it is. */
final class SameAsLocalTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OTHER_VALUE    | file part-r-00001 has 50 records, expected 50; record",
                "LOST_RECORD    | counter org.apache.hadoop.mapreduce.TaskCounter:MAP_OUTPUT_RECORDS of job forged is",
                "OTHER_ORDER    | file part-r-00000 has 50 records, expected 50; record 1, at byte 0, is",
                "MISSING_FILE   | file part-r-00001 is missing",
                "EXTRA_FILE     | file side-m-00000 should not exist",
                "OTHER_COUNTER  | counter forger:count of job forged is",
                "FAILURE        | job forged failed",
            })
    void seesADifference(Forgery forgery, String message) {
        assertThatThrownBy(() -> SameAsLocal.check(Forger.job(forgery), EngineSetup.PLAIN))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message)
                .hasMessageContaining(Seeds.line());
    }
}

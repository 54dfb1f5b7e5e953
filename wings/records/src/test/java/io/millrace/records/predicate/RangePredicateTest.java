package io.millrace.records.predicate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.DelimitedRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangePredicateTest {

    private static final Schema SCHEMA =
            Schema.builder()
                    .column("rank", ColumnType.INT)
                    .nullable("day", ColumnType.DATE)
                    .column("page url", ColumnType.TEXT)
                    .nullable("score", ColumnType.DOUBLE)
                    .decimal("price", 6, 2, false)
                    .column("source", ColumnType.IP)
                    .build();

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "rank > 10 # rank > 10",
                "rank>10 and(day>=2026-01-01 or source=1.2.3.4) # rank > 10 and (day >= 2026-01-01 or source = 1.2.3.4)",
                "rank = 1 or rank = 2 AND rank = 3 # rank = 1 or rank = 2 and rank = 3",
                "\"page url\" != \"a \\\"b\\\\\" # \"page url\" != \"a \\\"b\\\\\"",
                "((rank <= -1)) # rank <= -1",
                "\"and\" < \"or\" # \"and\" < \"or\"",
                "source = \"\" # source = \"\""
            })
    void theTextFormReadsAsItWasWritten(String text, String written) {
        RangePredicate predicate = RangePredicate.parse(text, "k");
        assertThat(predicate.toString()).isEqualTo(written);
        assertThat(RangePredicate.parse(written, "k").toString()).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "rank # k:5: Expected a comparison, found the end; allowed: = != < <= > >=.",
                "rank >> 1 # k:7: Expected a value, found '>'.",
                "rank == 1 # k:7: Expected a value, found '='.",
                "(rank = 1 # k:10: Expected a closing parenthesis, found the end.",
                "rank = 1) # k:9: ')' is unexpected here; allowed: and, or, the end.",
                "rank = 1 rank = 2 # k:10: 'rank' is unexpected here",
                "rank = \"1 # k:8: The quoted text does not end. Add a double quote.",
                "> 1 # k:1: Expected the name of a column, found '>'.",
                "rank = 1 and # k:13: Expected the name of a column, found the end."
            })
    void aMistakeIsReportedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> RangePredicate.parse(text, "k"))
                .isInstanceOf(PredicateException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "rang > 1 # k: The schema has no column 'rang'; its columns are [rank, day, page url, score, price, source].",
                "rank > 1.5 # k:8: '1.5' is not a value of column rank, which has the type int; allowed: digits, with a sign if any",
                "rank > 1 or day = 2026-02-30 # k:19: '2026-02-30' is not a value of column day, which has the type date; allowed: a valid day",
                "price = 1.234 # k:9: '1.234' is not a value of column price, which has the type decimal(6,2); allowed: digits with at most 4 before the point and 2 after it.",
                "source = localhost # k:10: 'localhost' is not a value of column source"
            })
    void aPredicateThatDoesNotFitTheSchemaIsReported(String text, String message) {
        assertThatThrownBy(() -> RangePredicate.parse(text, "k").bind(SCHEMA, "k"))
                .isInstanceOf(PredicateException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "rank = 5 # true",
                "rank != 5 # false",
                "rank < 5 or rank > 4 # true",
                "day = 2026-11-25 # false",
                "day != 2026-11-25 # false",
                "day < 2026-11-25 or day >= 2026-11-25 # false",
                "score = NaN # false",
                "score != 1 # false",
                "score > -Infinity # false",
                "price = 1.5 # true",
                "price >= 1.51 # false",
                "source > 127.0.0.1 # true",
                "\"page url\" >= /a # true",
                "\"page url\" < /b # true"
            })
    void nullsAndNanMatchNoComparison(String text, boolean matches) {
        DelimitedRecord record = new DelimitedRecord(SCHEMA);
        byte[] line = "5||/a|NaN|1.50|200.0.0.1".getBytes(UTF_8);
        record.wrap(line, 0, line.length);
        assertThat(RangePredicate.parse(text, "k").bind(SCHEMA, "k").matches(record))
                .isEqualTo(matches);
    }

    @Test
    void bothZerosAreEqual() {
        DelimitedRecord record = new DelimitedRecord(SCHEMA);
        byte[] line = "5||/a|-0.0|1.50|200.0.0.1".getBytes(UTF_8);
        record.wrap(line, 0, line.length);
        assertThat(RangePredicate.parse("score = 0", "k").bind(SCHEMA, "k").matches(record))
                .isTrue();
        assertThat(RangePredicate.parse("score < 0", "k").bind(SCHEMA, "k").matches(record))
                .isFalse();
    }

    @Test
    void deepParenthesesAreAMistake() {
        assertThatThrownBy(() -> RangePredicate.parse("(".repeat(100_000), "k"))
                .hasMessageContaining("More than 100 parentheses are open");
    }
}

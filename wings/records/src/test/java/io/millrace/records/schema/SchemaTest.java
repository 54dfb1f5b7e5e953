package io.millrace.records.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaTest {

    private static final String VISITS =
            """
            # visits of a web site
            delimiter tab
            quote "
            null "\\\\N"
            header yes
            bad null

            column source ip
            column "page URL" text nullable
            column revenue decimal(10,2) nullable bad skip
            column time timestamp bad error
            """;

    @Test
    void textHasAllThatASchemaCanSay() {
        Schema schema = Schema.parse(VISITS, "visits");
        assertThat(schema.delimiter()).isEqualTo((byte) '\t');
        assertThat(schema.quote()).isEqualTo('"');
        assertThat(schema.nullText().remaining()).isEqualTo(2);
        assertThat(schema.header()).isTrue();
        assertThat(schema.columns())
                .containsExactly(
                        new Column("source", ColumnType.IP, 0, 0, false, BadField.NULL),
                        new Column("page URL", ColumnType.TEXT, 0, 0, true, BadField.NULL),
                        new Column("revenue", ColumnType.DECIMAL, 10, 2, true, BadField.SKIP),
                        new Column("time", ColumnType.TIMESTAMP, 0, 0, false, BadField.ERROR));
        assertThat(schema.indexOf("revenue")).isEqualTo(2);
    }

    @Test
    void aSchemaWrittenAsTextReadsTheSame() {
        Schema schema = Schema.parse(VISITS, "visits");
        Schema again = Schema.parse(schema.toString(), "again");
        assertThat(again.columns()).isEqualTo(schema.columns());
        assertThat(again.toString()).isEqualTo(schema.toString());
        Schema odd =
                Schema.builder()
                        .delimiter(1)
                        .quote('\'')
                        .nullText("a \\ \"b\" \u0002")
                        .nullable("a\"b", ColumnType.TEXT)
                        .build();
        again = Schema.parse(odd.toString(), "odd");
        assertThat(again.delimiter()).isEqualTo((byte) 1);
        assertThat(again.quote()).isEqualTo('\'');
        assertThat(again.nullText()).isEqualTo(odd.nullText());
        assertThat(again.columns()).isEqualTo(odd.columns());
    }

    @Test
    void theBuilderGivesColumnsTheSchemasTreatmentOfBadFields() {
        Schema schema =
                Schema.builder()
                        .column("a", ColumnType.INT)
                        .column(new Column("b", ColumnType.INT, 0, 0, false, BadField.NULL))
                        .bad(BadField.SKIP)
                        .build();
        assertThat(schema.columns())
                .extracting(Column::bad)
                .containsExactly(BadField.SKIP, BadField.NULL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "column a doubel # s:2:10: 'doubel' is not a type; allowed: int, long, decimal(PRECISION,SCALE)",
                "column a decimal # s:2:10: 'decimal' is not a type",
                "column a decimal(19,2) # s:2:1: Column a has the type decimal(19,2); allowed: a precision of 1 to 18",
                "column a decimal(3,4) # s:2:1: Column a has the type decimal(3,4)",
                "column a # s:2:9: A column needs a name and a type",
                "column a int nulable # s:2:14: 'nulable' is unexpected here",
                "column a int bad # s:2:14: 'bad' is unexpected here",
                "column a int bad ignore # s:2:18: 'ignore' is not a treatment of bad fields; allowed: error, null, skip",
                "column first int # s:2:1: Two columns have the name 'first'",
                "delimiter || # s:2:11: '||' is not one byte",
                "delimiter 0x0a # s:2:1: The delimiter 10 is not one byte, or it ends lines",
                "delimiter # s:2:10: 'delimiter' takes one value, not 0",
                "delimiter a b # s:2:13: 'delimiter' takes one value, not 2",
                "quotes ' # s:2:1: 'quotes' is not a setting; allowed: delimiter, quote,",
                "header maybe # s:2:8: 'maybe' is not allowed; allowed: yes, no",
                "null \"a\\x\" # s:2:8: The backslash precedes neither",
                "null \"a\\\" # s:2:6: The quoted text does not end",
                "quote | # s: Delimiter and quote are the same byte, 124",
                "null a|b # s: The null text 'a|b' contains the delimiter"
            })
    void aMistakeIsReportedWithItsPlace(String line, String message) {
        assertThatThrownBy(() -> Schema.parse("column first int\n" + line + "\n", "s"))
                .isInstanceOf(SchemaException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void aSchemaWithoutColumnsIsRejected() {
        assertThatThrownBy(() -> Schema.parse("# nothing\n", "empty.schema"))
                .hasMessage("empty.schema: The schema has no column. Add at least one.");
    }

    @Test
    void anUnknownColumnIsReportedWithTheKnownOnes() {
        Schema schema = Schema.builder().column("a", ColumnType.INT).build();
        assertThatThrownBy(() -> schema.indexOf("b"))
                .hasMessage("The schema has no column 'b'; its columns are [a].");
    }
}

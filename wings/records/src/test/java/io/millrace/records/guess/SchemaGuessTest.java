package io.millrace.records.guess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.schema.Column;
import io.millrace.records.schema.Schema;
import java.io.EOFException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaGuessTest {

    @Test
    void delimiterAndTypesAreThoseThatFitAllLines() {
        assertThat(
                        columns(
                                "192.0.2.1|a,b|2000-01-15|1.5|7|3000000000|2000-01-15 10:00:00|02134",
                                "10.0.0.1|c|2001-12-31|2|-8|1|2000-01-15T10:00:00.5Z|94110"))
                .isEqualTo(
                        """
                        delimiter |
                        quote none
                        null ""
                        header no

                        column column1 ip
                        column column2 text
                        column column3 date
                        column column4 double
                        column column5 int
                        column column6 long
                        column column7 timestamp
                        column column8 text
                        """);
    }

    @Test
    void aFirstLineOfNamesIsAHeader() {
        assertThat(columns("name\tnumber of visits", "a\t1", "b\t2"))
                .contains("delimiter tab", "header yes")
                .contains("column name text\ncolumn \"number of visits\" int\n");
        assertThat(columns("name\tcity", "a\tb")).contains("header no", "column column1 text");
    }

    @Test
    void emptyFieldsMakeAColumnNullable() {
        assertThat(columns("1;a", ";b", "3;"))
                .contains("column column1 int nullable\ncolumn column2 text nullable");
        assertThat(columns("1;\\N", "\\N;2"))
                .contains("null \"\\\\N\"", "column column1 int nullable\n")
                .contains("column column2 int nullable");
    }

    @Test
    void quotedFieldsMayContainTheDelimiter() {
        assertThat(columns("1,\"a, b\"", "2,\"c \"\"d\"\", e, f\"", "3,g"))
                .contains("delimiter ,", "quote \"", "column column1 int\ncolumn column2 text\n");
        assertThat(columns("1|5\"", "2|6\"")).contains("quote none");
    }

    @Test
    void linesWithAnotherNumberOfFieldsAreCounted() {
        SchemaGuess guess = SchemaGuess.of(lines("1|2", "1", "3|4", "5|6|7"));
        assertThat(guess.schema().columns()).hasSize(2);
        assertThat(guess.otherLines()).isEqualTo(2);
        assertThat(SchemaGuess.of(lines("abc", "def")).isSeparated()).isFalse();
    }

    @Test
    void namesThatAreBlankOrThoseOfOtherColumnsAreReplaced() {
        SchemaGuess guess = guess("name,name,,name_2,column3", "1,2,3,4,5");
        assertThat(guess.schema().columns())
                .extracting(Column::name)
                .containsExactly("name", "name_3", "column3_2", "name_2", "column3");
        assertThat(guess.notes())
                .containsExactly(
                        "Two columns have the name name: column 2 is name_3 here.",
                        "The name of column 3 is blank: it is column3_2 here.");
    }

    @Test
    void aByteOrderMarkIsNotPartOfTheFirstName() {
        SchemaGuess guess = guess("\ufeffid,v", "1,2");
        assertThat(guess.schema().indexOf("id")).isZero();
        assertThat(guess.notes()).singleElement().asString().contains("byte order mark");
        assertThat(guess("\ufeff1,2", "3,4").schema().toString()).contains("column1 int");
    }

    @Test
    void filesMayHaveThousandsOfColumns() {
        String numbers = String.join(",", Collections.nCopies(2_345, "7"));
        SchemaGuess guess = guess(numbers, numbers);
        assertThat(guess.schema().columns()).hasSize(2_345);
        assertThat(guess.otherLines()).isZero();
    }

    @Test
    void decimalCommasAreNotDelimiters() {
        SchemaGuess guess = guess("a;b;c", "1,5;2,5;x", "-3,25;4;y");
        assertThat(guess.schema().toString()).contains("delimiter ;", "column a text");
        assertThat(guess.notes())
                .contains(
                        "Column a has numbers with decimal commas, such as '1,5', which can only be read as text.");
        assertThat(columns("1,2;3", "4,5;6")).contains("delimiter ;");
        assertThat(columns("1,a;b,3", "4,c;d,6")).contains("delimiter ,");
    }

    @Test
    void oneTextForNullIsChosenByTheTypesOfTheColumns() {
        SchemaGuess guess = guess("1,,3", "4,5,6", "7,8,\\N", "9,,10");
        assertThat(guess.schema().toString())
                .contains("null \"\"", "column2 int nullable", "column3 text")
                .contains("column1 int\n");
        assertThat(guess.notes())
                .containsExactly(
                        "1 fields are \\N, and 2 are empty. A schema has one text for null, here \"\"; columns with the other are text, unless you give them 'bad null'.",
                        "Column column3 is text because 1 of 4 fields are not numbers, such as '\\N'.");
    }

    @Test
    void recordsMayHaveLineBreaksInQuotes() {
        SchemaGuess guess =
                guess("id,text", "1,\"a", "b\"", "2,\"c, d", "", "e\"", "3,f", "4,\"cut");
        assertThat(guess.schema().toString())
                .contains("delimiter ,\nquote \"\n", "multiline yes\n", "column id int\n");
        assertThat(guess.otherLines()).isZero();
        assertThat(columns("1,\"a", "2,b", "3,c")).doesNotContain("multiline");
    }

    @Test
    void aGuessReadsAsASchema() {
        String text = columns("a|b", "1|2");
        assertThat(Schema.parse(text, "guess").toString()).isEqualTo(text);
    }

    @Test
    void theSampleIsTheFirstLines(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("lines"), "a\r\n\nb\nc");
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
        assertThat(Sample.read(path, 2, new Configuration()))
                .containsExactly(lines("a", "b").toArray(byte[][]::new));
        Files.writeString(file, "\n");
        assertThatThrownBy(() -> Sample.read(path, 2, new Configuration()))
                .isInstanceOf(EOFException.class)
                .hasMessageContaining("contains no line");
    }

    private static String columns(String... lines) {
        return guess(lines).schema().toString();
    }

    private static SchemaGuess guess(String... lines) {
        return SchemaGuess.of(lines(lines));
    }

    private static List<byte[]> lines(String... lines) {
        return Stream.of(lines).map(line -> line.getBytes(StandardCharsets.UTF_8)).toList();
    }
}

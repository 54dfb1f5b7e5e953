package io.millrace.records.config;

import io.millrace.engine.config.Key;
import io.millrace.formats.config.KeySource;
import java.util.List;
import java.util.stream.Stream;

/** The keys of tables in a database, for Millrace's list, as {@link RecordsKeys} has the others. */
public final class TableKeyList implements KeySource {

    private static final List<Key<?>> OF_INPUT =
            List.of(
                    Key.text(
                            TableKeys.QUERY,
                            "a SELECT statement",
                            "Query whose result TableInput reads instead of a table."),
                    Key.text(
                            TableKeys.SPLIT_COLUMN,
                            "the name of a column",
                            "Column by whose values TableInput makes splits. Without it, the primary"
                                    + " key of the table, if that is one column; otherwise there is one split."),
                    Key.integerOrAuto(
                            TableKeys.SPLITS,
                            1,
                            TableKeys.MAX_SPLITS,
                            "Number of splits of TableInput, besides that of rows whose split column"
                                    + " is null; with auto, mapreduce.job.maps."),
                    Key.text(
                            TableKeys.BOUNDS,
                            "range, quantiles",
                            "Bounds of splits: range cuts the values from the least to the greatest"
                                    + " into equal parts, quantiles cuts the rows, for which the database"
                                    + " sorts them. range is the default for numbers, dates and times."),
                    Key.integer(
                            TableKeys.FETCH_ROWS,
                            TableKeys.DEFAULT_ROWS,
                            1,
                            TableKeys.MAX_ROWS,
                            "Number of rows that TableInput asks the database for at once."));

    private static final List<Key<?>> OF_OUTPUT =
            List.of(
                    Key.text(
                            TableKeys.MODE,
                            "append, replace",
                            "Whether TableOutput adds its rows to those of the table, or replaces"
                                    + " the table; append by default."),
                    Key.integer(
                            TableKeys.BATCH_ROWS,
                            TableKeys.DEFAULT_ROWS,
                            1,
                            TableKeys.MAX_ROWS,
                            "Number of rows that TableOutput sends to the database at once."));

    @Override
    public List<Key<?>> keys() {
        return Stream.of(
                        both(TableKeys.INPUT, "TableInput", "reads"),
                        OF_INPUT,
                        both(TableKeys.OUTPUT, "TableOutput", "writes"),
                        OF_OUTPUT)
                .<Key<?>>flatMap(List::stream)
                .toList();
    }

    /** The keys that a job may have for both of its sides. */
    private static List<Key<?>> both(String prefix, String format, String verb) {
        return List.of(
                Key.text(
                        prefix + TableKeys.URL,
                        "a JDBC URL without a password",
                        "Database whose table %s %s.".formatted(format, verb)),
                Key.text(
                        prefix + TableKeys.DRIVER,
                        "the name of a class",
                        "JDBC driver of %s; by default, the one on the class path that accepts the URL."
                                .formatted(format)),
                Key.text(
                        prefix + TableKeys.USER,
                        "the name of a user",
                        "User as whom %s connects to the database.".formatted(format)),
                Key.text(
                        prefix + TableKeys.PASSWORD,
                        "a password",
                        "Password of that user. Better in a credential provider"
                                + " (hadoop.security.credential.provider.path) under this name."),
                Key.text(
                        prefix + TableKeys.TABLE,
                        "the name of a table, as SQL has it",
                        "Table that %s %s, after its schema and a point if that is not the default."
                                .formatted(format, verb)),
                Key.text(
                        prefix + TableKeys.COLUMNS,
                        "names of columns, separated by commas",
                        "Columns that %s %s, in the order of a record's fields; all by default."
                                .formatted(format, verb)));
    }
}

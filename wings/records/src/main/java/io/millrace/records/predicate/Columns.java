package io.millrace.records.predicate;

import io.millrace.records.schema.Column;
import io.millrace.records.schema.Schema;
import java.util.List;

/** The columns of records, to which a predicate is bound. */
public interface Columns {

    /**
     * The position of a column in its record.
     *
     * @throws IllegalArgumentException if there is no such column; the message names them
     */
    int indexOf(String name);

    /**
     * The type of a column.
     *
     * @throws IllegalArgumentException if its values cannot be compared; the message says why
     */
    Column column(int index);

    /** The only values of a text column that has few of them, such as an enum; none of others. */
    List<String> words(int index);

    /** The columns of a schema. */
    static Columns of(Schema schema) {
        return new Columns() {
            @Override
            public int indexOf(String name) {
                return schema.indexOf(name);
            }

            @Override
            public Column column(int index) {
                return schema.columns().get(index);
            }

            @Override
            public List<String> words(int index) {
                return List.of();
            }
        };
    }
}

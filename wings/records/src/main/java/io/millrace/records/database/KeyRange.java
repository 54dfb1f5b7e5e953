package io.millrace.records.database;

import io.millrace.records.config.TableKeys;
import io.millrace.records.database.SqlCondition.Parameter;
import io.millrace.records.table.TableException;
import io.millrace.records.table.TableRecord;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a split: all, those whose key is between two bounds, or those whose key is null. The
 * ranges of a job cover all rows, since the first has no lower bound and the last no upper one.
 * Used by one thread at a time.
 */
public final class KeyRange implements Writable {

    private static final int LOWER = 0;
    private static final int UPPER = 1;

    /** Empty for all rows. */
    private String column = "";

    private boolean isNull;
    private TableRecord bounds = new TableRecord(2);

    /** All rows, or the range that {@link #readFields} reads. */
    public KeyRange() {}

    /** Rows whose key is null. */
    static KeyRange ofNulls(TableColumn key) {
        KeyRange range = new KeyRange();
        range.column = key.name();
        range.isNull = true;
        return range;
    }

    /** Rows whose key is at least {@code lower} and below {@code upper}; null means no bound. */
    static KeyRange between(TableColumn key, @Nullable Object lower, @Nullable Object upper) {
        KeyRange range = new KeyRange();
        range.column = key.name();
        range.bounds.set(LOWER, lower);
        range.bounds.set(UPPER, upper);
        return range;
    }

    SqlCondition condition(TableShape shape) throws TableException {
        if (column.isEmpty()) {
            return SqlCondition.ALL;
        }
        TableColumn key = shape.column(column, TableKeys.SPLIT_COLUMN);
        if (isNull) {
            return SqlCondition.of(key.sql() + " IS NULL");
        }
        SqlCondition condition = bound(key, " >= ?", LOWER).and(bound(key, " < ?", UPPER));
        return condition.sql().isEmpty() ? SqlCondition.of(key.sql() + " IS NOT NULL") : condition;
    }

    private SqlCondition bound(TableColumn key, String comparison, int which) {
        Object value = bounds.get(which);
        return value == null
                ? SqlCondition.ALL
                : SqlCondition.of(key.sql() + comparison, new Parameter(key.kind(), value));
    }

    @Override
    public void write(DataOutput out) throws IOException {
        Text.writeString(out, column);
        out.writeBoolean(isNull);
        bounds.write(out);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        column = Text.readString(in);
        isNull = in.readBoolean();
        bounds = new TableRecord();
        bounds.readFields(in);
    }

    /** Says which rows they are. */
    @Override
    public String toString() {
        if (column.isEmpty()) {
            return "all rows";
        }
        if (isNull) {
            return column + " is null";
        }
        String lower = bounds.isNull(LOWER) ? "" : bounds.getText(LOWER) + " <= ";
        String upper = bounds.isNull(UPPER) ? "" : " < " + bounds.getText(UPPER);
        return lower + column + upper;
    }
}

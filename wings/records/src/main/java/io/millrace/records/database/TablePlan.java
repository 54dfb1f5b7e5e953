package io.millrace.records.database;

import io.millrace.records.config.TableKeys;
import io.millrace.records.table.TableException;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Cuts the rows of a job into ranges of a key, one for each split. Used by one thread. */
public final class TablePlan {

    private static final String AUTO = "auto";
    private static final String EQUAL_PARTS = "range";
    private static final String QUANTILES = "quantiles";

    private final Configuration conf;
    private final OpenConnection connection;
    private final TableQuery query;

    private TablePlan(Configuration conf, OpenConnection connection) throws TableException {
        this.conf = conf;
        this.connection = connection;
        this.query = TableQuery.of(conf, connection);
    }

    /**
     * The splits of a job. Connects to its database, and reads the bounds of the key.
     *
     * @param wanted the number of splits that Hadoop suggests
     * @return ranges that have each row exactly once; none if no row matches
     * @throws TableException if the settings or the database are wrong
     */
    public static List<KeyRange> ranges(Configuration conf, int wanted) throws IOException {
        DatabaseLogin login = DatabaseLogin.of(conf, TableKeys.INPUT);
        try (OpenConnection connection = OpenConnection.open(login, "millrace splits")) {
            TablePlan plan = new TablePlan(conf, connection);
            try {
                return plan.ranges(wanted);
            } catch (SQLException e) {
                throw new TableException(
                        "Cannot read the bounds of splits of the %s in %s: %s Nothing was read. Run the job again when the database answers, or set %s to 1."
                                .formatted(
                                        plan.query.shape().name(),
                                        login,
                                        Sentence.of(e),
                                        TableKeys.SPLITS),
                        e);
            }
        }
    }

    private List<KeyRange> ranges(int wanted) throws SQLException, TableException {
        int parts = parts(wanted);
        TableColumn key = parts == 1 ? null : key();
        if (key == null) {
            return List.of(new KeyRange());
        }
        List<KeyRange> ranges = new ArrayList<>();
        List<Object> bounds = bounds(key, parts);
        for (int i = 0; i < bounds.size(); i++) {
            Object lower = i == 0 ? null : bounds.get(i);
            Object upper = i == bounds.size() - 1 ? null : bounds.get(i + 1);
            ranges.add(KeyRange.between(key, lower, upper));
        }
        KeyRange nulls = KeyRange.ofNulls(key);
        if (key.nullable()
                && value("1", nulls.condition(query.shape()), ValueKind.INTEGER) != null) {
            ranges.add(nulls);
        }
        return ranges;
    }

    private int parts(int wanted) throws TableException {
        boolean auto = conf.getTrimmed(TableKeys.SPLITS, AUTO).equals(AUTO);
        int parts = auto ? wanted : conf.getInt(TableKeys.SPLITS, wanted);
        if (parts < 1 || parts > TableKeys.MAX_SPLITS) {
            throw new TableException(
                    "%s is %d; allowed: 1 to %d."
                            .formatted(TableKeys.SPLITS, parts, TableKeys.MAX_SPLITS),
                    null);
        }
        return parts;
    }

    /** The column that the job names, or the table's primary key if that is one column. */
    private @Nullable TableColumn key() throws SQLException, TableException {
        String name = conf.getTrimmed(TableKeys.SPLIT_COLUMN, "");
        if (!name.isEmpty()) {
            TableColumn named = query.shape().column(name, TableKeys.SPLIT_COLUMN);
            if (!canSplit(named)) {
                throw new TableException(
                        "%s is %s, whose type %s cannot be cut into ranges. Name a column with numbers, dates, times or texts."
                                .formatted(TableKeys.SPLIT_COLUMN, name, named.typeName()),
                        null);
            }
            return named;
        }
        String table = TableQuery.table(conf);
        String primary =
                table.isEmpty() ? null : TableName.parse(table).primaryKey(connection.jdbc());
        TableColumn found = primary == null ? null : query.shape().find(primary);
        return found == null || !canSplit(found) ? null : found;
    }

    private static boolean canSplit(TableColumn column) {
        return column.kind().isFloating()
                || column.kind() == ValueKind.TEXT
                || KeyBounds.isNumber(column.kind());
    }

    private List<Object> bounds(TableColumn key, int parts) throws SQLException, TableException {
        boolean isNumber = KeyBounds.isNumber(key.kind());
        String way =
                conf.getTrimmed(TableKeys.BOUNDS, isNumber ? EQUAL_PARTS : QUANTILES)
                        .toLowerCase(Locale.ROOT);
        SqlCondition found = SqlCondition.of(key.sql() + " IS NOT NULL");
        if (way.equals(QUANTILES)) {
            return quantiles(key, found.and(query.condition()), parts);
        }
        if (!way.equals(EQUAL_PARTS) || !isNumber) {
            throw new TableException(
                    "%s is '%s'; allowed for a column of the type %s: %s%s."
                            .formatted(
                                    TableKeys.BOUNDS,
                                    way,
                                    key.typeName(),
                                    isNumber ? EQUAL_PARTS + ", " : "",
                                    QUANTILES),
                    null);
        }
        Object least = value("MIN(" + key.sql() + ")", found, key.kind());
        Object greatest = value("MAX(" + key.sql() + ")", found, key.kind());
        if (least instanceof SpecialValue || greatest instanceof SpecialValue) {
            return quantiles(key, found.and(query.condition()), parts);
        }
        return least == null || greatest == null
                ? List.of()
                : KeyBounds.equalParts(key.kind(), least, greatest, parts);
    }

    /** The least keys of parts with equal numbers of rows, in the database's own order. */
    private List<Object> quantiles(TableColumn key, SqlCondition rows, int parts)
            throws SQLException {
        String sql =
                "SELECT MIN(k) FROM (SELECT %1$s AS k, NTILE(%2$d) OVER (ORDER BY %1$s) AS part FROM %3$s%4$s) parts GROUP BY part ORDER BY part"
                        .formatted(key.sql(), parts, query.shape().from(), rows.where());
        List<Object> bounds = new ArrayList<>();
        try (PreparedStatement statement = connection.prepare(sql)) {
            rows.bind(connection.dialect(), statement);
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    Object bound = connection.dialect().read(key.kind(), found, 1);
                    // The first one is not compared with keys, and so it may be any value.
                    boolean isNew =
                            bounds.isEmpty()
                                    || (!(bound instanceof SpecialValue)
                                            && !bounds.get(bounds.size() - 1).equals(bound));
                    if (bound != null && isNew) {
                        bounds.add(bound);
                    }
                }
            }
        }
        return bounds;
    }

    /** The value of an expression in the first of the job's rows; null if there is none. */
    private @Nullable Object value(String expression, SqlCondition rows, ValueKind kind)
            throws SQLException {
        SqlCondition all = rows.and(query.condition());
        String sql = "SELECT %s FROM %s%s".formatted(expression, query.shape().from(), all.where());
        try (PreparedStatement statement = connection.prepare(sql)) {
            statement.setMaxRows(1);
            all.bind(connection.dialect(), statement);
            try (ResultSet found = statement.executeQuery()) {
                return found.next() ? connection.dialect().read(kind, found, 1) : null;
            }
        }
    }
}

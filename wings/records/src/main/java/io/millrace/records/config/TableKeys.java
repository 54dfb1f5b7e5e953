package io.millrace.records.config;

/**
 * The names of the keys of tables in a database. The name of most keys is {@link #INPUT} or {@link
 * #OUTPUT} and one of the names below, since a job may read one database and write another.
 */
public final class TableKeys {

    /** The start of the keys of the table that a job reads. */
    public static final String INPUT = "millrace.records.table.input.";

    /** The start of the keys of the table that a job writes. */
    public static final String OUTPUT = "millrace.records.table.output.";

    /** The JDBC address of the database. */
    public static final String URL = "url";

    /** The class of the JDBC driver. */
    public static final String DRIVER = "driver";

    /** The user of the database. */
    public static final String USER = "user";

    /** The user's password, which may be in a credential provider of Hadoop. */
    public static final String PASSWORD = "password";

    /** The name of the table. */
    public static final String TABLE = "table";

    /** The columns that are read or written. */
    public static final String COLUMNS = "columns";

    /** The query that a job reads instead of a table. */
    public static final String QUERY = INPUT + "query";

    /** The column by whose values splits are made. */
    public static final String SPLIT_COLUMN = INPUT + "split.column";

    /** The number of splits. */
    public static final String SPLITS = INPUT + "splits";

    /** How the bounds of splits are found. */
    public static final String BOUNDS = INPUT + "split.bounds";

    /** The number of rows that one request to the database returns. */
    public static final String FETCH_ROWS = INPUT + "fetch.rows";

    /** Whether rows are appended to the table, or replace it. */
    public static final String MODE = OUTPUT + "mode";

    /** The number of rows that one request to the database writes. */
    public static final String BATCH_ROWS = OUTPUT + "batch.rows";

    /** The default of {@link #FETCH_ROWS} and {@link #BATCH_ROWS}. */
    public static final int DEFAULT_ROWS = 1000;

    /** The greatest value of {@link #FETCH_ROWS} and {@link #BATCH_ROWS}. */
    public static final int MAX_ROWS = 1_000_000;

    /** The greatest value of {@link #SPLITS}. */
    public static final int MAX_SPLITS = 10_000;

    private TableKeys() {}
}

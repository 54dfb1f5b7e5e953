package io.millrace.apps.pavlo;

import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;

/** The schemas of the benchmark's tables. */
public final class Tables {

    /** Records of grep. */
    public static final Schema RECORDS =
            Schema.builder()
                    .column("key", ColumnType.TEXT)
                    .column("field", ColumnType.TEXT)
                    .build();

    /** Pages with their ranks. */
    public static final Schema RANKINGS =
            Schema.builder()
                    .column("pageURL", ColumnType.TEXT)
                    .column("pageRank", ColumnType.INT)
                    .column("avgDuration", ColumnType.INT)
                    .build();

    /** Visits of pages. */
    public static final Schema USER_VISITS =
            Schema.builder()
                    .column("sourceIP", ColumnType.TEXT)
                    .column("destURL", ColumnType.TEXT)
                    .column("visitDate", ColumnType.DATE)
                    .column("adRevenue", ColumnType.DOUBLE)
                    .column("userAgent", ColumnType.TEXT)
                    .column("countryCode", ColumnType.TEXT)
                    .column("languageCode", ColumnType.TEXT)
                    .column("searchWord", ColumnType.TEXT)
                    .column("duration", ColumnType.INT)
                    .build();

    /** Lines of both rankings and visits: the first columns are those of either table. */
    static final Schema BOTH =
            Schema.builder()
                    .column("page or source", ColumnType.TEXT)
                    .column("rank or page", ColumnType.TEXT)
                    .column("duration or date", ColumnType.TEXT)
                    .column("revenue", ColumnType.TEXT)
                    .build();

    // Constants, so that mappers of lines do not need this class, nor records on a cluster.
    static final int PAGE_URL = 0;
    static final int PAGE_RANK = 1;
    static final int SOURCE_IP = 0;
    static final int DEST_URL = 1;
    static final int VISIT_DATE = 2;
    static final int AD_REVENUE = 3;

    private Tables() {}
}

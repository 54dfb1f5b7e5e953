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

    static final int PAGE_URL = RANKINGS.indexOf("pageURL");
    static final int PAGE_RANK = RANKINGS.indexOf("pageRank");
    static final int SOURCE_IP = USER_VISITS.indexOf("sourceIP");
    static final int DEST_URL = USER_VISITS.indexOf("destURL");
    static final int VISIT_DATE = USER_VISITS.indexOf("visitDate");
    static final int AD_REVENUE = USER_VISITS.indexOf("adRevenue");

    private Tables() {}
}

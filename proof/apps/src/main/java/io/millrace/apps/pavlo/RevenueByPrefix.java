package io.millrace.apps.pavlo;

import org.apache.hadoop.util.ToolRunner;

/**
 * {@code SELECT SUBSTR(sourceIP, 1, 7), SUM(adRevenue) FROM UserVisits GROUP BY SUBSTR(sourceIP, 1,
 * 7)}.
 */
public final class RevenueByPrefix extends RevenueSum {

    private static final int CHARACTERS = 7;

    public RevenueByPrefix() {
        super("smallaggregation", CHARACTERS);
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new RevenueByPrefix(), arguments));
    }
}

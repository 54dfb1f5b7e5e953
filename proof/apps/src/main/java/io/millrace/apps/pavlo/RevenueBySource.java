package io.millrace.apps.pavlo;

import org.apache.hadoop.util.ToolRunner;

/** {@code SELECT sourceIP, SUM(adRevenue) FROM UserVisits GROUP BY sourceIP}. */
public final class RevenueBySource extends RevenueSum {

    public RevenueBySource() {
        super("aggregation", Integer.MAX_VALUE);
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new RevenueBySource(), arguments));
    }
}

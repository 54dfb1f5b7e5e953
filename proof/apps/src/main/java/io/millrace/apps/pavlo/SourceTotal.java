package io.millrace.apps.pavlo;

import org.apache.hadoop.io.Text;

/** Adds up the joined visits of a source. Used by one thread. */
final class SourceTotal {

    private static final char SEPARATOR = '\t';

    private long ranks;
    private long visits;
    private double revenue;

    /** A joined visit, as {@link #add} reads it. */
    static String visit(String rank, String revenue) {
        return rank + SEPARATOR + revenue;
    }

    void clear() {
        ranks = 0;
        visits = 0;
        revenue = 0;
    }

    /** Adds {@code pageRank<tab>adRevenue}. */
    void add(Text visit) {
        String text = visit.toString();
        int tab = text.indexOf(SEPARATOR);
        ranks += Long.parseLong(text.substring(0, tab));
        visits++;
        revenue += Double.parseDouble(text.substring(tab + 1));
    }

    double averageRank() {
        return ranks / (double) visits;
    }

    double revenue() {
        return revenue;
    }
}

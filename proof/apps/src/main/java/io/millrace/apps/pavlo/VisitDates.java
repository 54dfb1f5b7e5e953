package io.millrace.apps.pavlo;

import org.apache.hadoop.conf.Configuration;

/** The days whose visits are joined, both included. */
record VisitDates(String first, String last) {

    /** The key with the first day. */
    static final String FROM = "join.from";

    /** The key with the last day. */
    static final String TO = "join.to";

    static VisitDates of(Configuration conf) {
        return new VisitDates(conf.get(FROM, "2000-01-15"), conf.get(TO, "2000-01-22"));
    }

    /** Days in this form have the order of their texts. */
    boolean contain(String day) {
        return day.compareTo(first) >= 0 && day.compareTo(last) <= 0;
    }
}

package io.millrace.records.config;

import org.apache.hadoop.conf.Configuration;

/** The settings of the decoder of Writables. */
public final class WritableSettings {

    /** The fields that the keys write. */
    public static final String KEY = "millrace.records.writable.key";

    /** The fields that the values write. */
    public static final String VALUE = "millrace.records.writable.value";

    private WritableSettings() {}

    /** Sets the fields of the values. */
    public static void setValue(Configuration conf, String... fields) {
        conf.setStrings(VALUE, fields);
    }

    /** Sets the fields of the keys, which are skipped otherwise. */
    public static void setKey(Configuration conf, String... fields) {
        conf.setStrings(KEY, fields);
    }
}

package io.millrace.apps.pavlo;

import io.millrace.records.input.DecodedPages;
import io.millrace.records.input.DecodedText;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.schema.Schema;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;

/** How a job reads its table. */
public enum Reading {
    /** Lines, which the mapper splits into strings: knows only Hadoop. */
    SPLIT,

    /** Text, decoded into one record that each line changes. */
    DECODED,

    /** Paged files, of which pages that cannot match are not read. */
    PAGED;

    /** The key that names it, in lower case. */
    public static final String KEY = "pavlo.reading";

    static Reading of(Configuration conf) {
        String word = conf.getTrimmed(KEY, SPLIT.word());
        try {
            return valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    KEY + " is '" + word + "'; allowed: split, decoded, paged", e);
        }
    }

    /** The name in the configuration. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Makes a job read records of this schema, which paged files must have as well. */
    void read(Job job, Schema schema) {
        DecodedText.setSchema(job, schema);
        if (this == PAGED) {
            job.setInputFormatClass(DecodedPages.class);
        }
    }

    /** The same, without the records that do not match. */
    void read(Job job, Schema schema, RangePredicate where) {
        read(job, schema);
        if (this == PAGED) {
            DecodedPages.setWhere(job, where);
        } else {
            DecodedText.setWhere(job, where);
        }
    }
}

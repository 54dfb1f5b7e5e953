package io.millrace.records.index;

import io.millrace.records.config.IndexKeys;
import io.millrace.records.config.JobSchema;
import io.millrace.records.paged.SourceFile;
import io.millrace.records.schema.Schema;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The settings of an index in a configuration. */
final class IndexSettings {

    private static final String AUTO = "auto";
    private static final long FILE_BYTES = 256L << 20;

    private IndexSettings() {}

    static SortKey sortKey(Configuration conf) throws IOException {
        Schema schema = JobSchema.of(conf);
        int column = column(conf, schema);
        return new SortKey(column, schema.columns().get(column).type());
    }

    /** The most files that a sorted index of some sources has. */
    static int files(Configuration conf, List<SourceFile> sources) throws IOException {
        String set = conf.getTrimmed(IndexKeys.FILES, AUTO);
        if (set.equals(AUTO)) {
            long bytes = sources.stream().mapToLong(SourceFile::length).sum();
            return (int) Math.min(IndexKeys.MAX_FILES, 1 + bytes / FILE_BYTES);
        }
        int files = conf.getInt(IndexKeys.FILES, 0);
        if (files < 1 || files > IndexKeys.MAX_FILES) {
            throw new IOException(
                    "%s is %s; allowed: auto, or 1 to %d."
                            .formatted(IndexKeys.FILES, set, IndexKeys.MAX_FILES));
        }
        return files;
    }

    /** The position of the key's column. */
    static int column(Configuration conf, Schema schema) throws IOException {
        String name = conf.getTrimmed(IndexKeys.KEY, "");
        if (name.isEmpty()) {
            throw new IOException(
                    "The index needs a key, but %s is not set. Set it to the name of a column."
                            .formatted(IndexKeys.KEY));
        }
        return schema.indexOf(name);
    }
}

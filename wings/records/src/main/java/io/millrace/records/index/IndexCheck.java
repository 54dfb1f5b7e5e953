package io.millrace.records.index;

import io.millrace.records.paged.SourceFile;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The comparison of an index with its input.
 *
 * @param changes sentences about files that have changed since or are no longer in the input
 * @param added the files of the input that are not in the index
 */
public record IndexCheck(List<String> changes, List<String> added) {

    /**
     * Compares an index with its input.
     *
     * @throws IOException if one of them cannot be read
     */
    public static IndexCheck of(Path input, Path index, Configuration conf) throws IOException {
        IndexSources sources = new IndexSources(input, index, conf);
        return new IndexCheck(
                sources.changes(), sources.added().stream().map(SourceFile::path).toList());
    }
}

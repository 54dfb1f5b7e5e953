package io.millrace.records.scan;

import java.io.IOException;
import java.util.function.ObjLongConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Opens the records of a part of a file.
 *
 * @param <V> a record
 */
public interface FileScan<V> {

    /**
     * Opens a scan, which the caller closes.
     *
     * @param counters adds to a counter of the task, by its name
     * @throws IOException if the file or the job's settings are wrong
     */
    RecordScan<V> open(
            Path path,
            long start,
            long length,
            Configuration conf,
            ObjLongConsumer<String> counters)
            throws IOException;
}

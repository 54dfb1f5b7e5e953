package io.millrace.cluster.map;

import io.millrace.cluster.map.SegmentWriter.Segment;
import io.millrace.engine.record.RecordCursor;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.SpillRecord;
import org.apache.hadoop.mapreduce.CryptoUtils;
import org.apache.hadoop.mapreduce.security.IntermediateEncryptedStream;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/**
 * The two files of a map task that the cluster's shuffle serves: the segments of all partitions,
 * one after the other, and the index of their places. Used by one thread, partition by partition.
 */
final class MapOutputFiles implements Closeable {

    /** The shuffle runs as another user on a secure cluster, and reads the files as their group. */
    private static final FsPermission SERVED = new FsPermission((short) 0640);

    private final JobConf conf;
    private final MapOutputFile names;
    private final FileSystem files;
    private final Path data;
    private final FSDataOutputStream out;
    private final SegmentWriter segments;
    private final SpillRecord index;
    private final int partitions;
    private int next;
    private long records;

    /**
     * Creates the first file.
     *
     * @param expectedBytes its size, for the choice of a disk
     * @param alive called at intervals while records are written
     */
    MapOutputFiles(JobConf conf, MapTask task, long expectedBytes, Progressable alive)
            throws IOException {
        this.conf = conf;
        partitions = conf.getNumReduceTasks();
        names = task.getMapOutputFile();
        files = FileSystem.getLocal(conf).getRaw();
        segments = new SegmentWriter(conf, codec(conf), alive);
        index = new SpillRecord(partitions);
        data = names.getOutputFileForWrite(expectedBytes);
        out = files.create(data);
        serve(data);
    }

    private static @Nullable CompressionCodec codec(JobConf conf) {
        return conf.getCompressMapOutput()
                ? ReflectionUtils.newInstance(
                        conf.getMapOutputCompressorClass(DefaultCodec.class), conf)
                : null;
    }

    private void serve(Path file) throws IOException {
        if (!SERVED.equals(SERVED.applyUMask(FsPermission.getUMask(conf)))) {
            files.setPermission(file, SERVED);
        }
    }

    /** Appends the segment of the next partition. */
    void append(RecordCursor cursor) throws IOException {
        long start = out.getPos();
        FSDataOutputStream encrypted =
                IntermediateEncryptedStream.wrapIfNecessary(conf, out, false, data);
        Segment segment = segments.write(cursor, encrypted);
        if (!encrypted.equals(out)) {
            encrypted.close();
        }
        int padding = CryptoUtils.cryptoPadding(conf);
        index.putIndex(
                new IndexRecord(start, segment.raw() + padding, segment.stored() + padding),
                next++);
        records += segment.records();
    }

    /** Writes the index. Called once, after the last partition. */
    void finish() throws IOException {
        out.close();
        Path file =
                names.getOutputIndexFileForWrite(
                        (long) partitions * MapTask.MAP_OUTPUT_INDEX_RECORD_LENGTH);
        index.writeToFile(file, conf);
        serve(file);
    }

    /** Records written. */
    long records() {
        return records;
    }

    /** The size of the first file in bytes. */
    long bytes() throws IOException {
        return files.getFileStatus(data).getLen();
    }

    /** Closes the first file; may be called twice, and after a failure. */
    @Override
    public void close() throws IOException {
        out.close();
    }
}

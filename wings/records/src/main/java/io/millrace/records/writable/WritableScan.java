package io.millrace.records.writable;

import io.millrace.records.binary.BadBinaryFileException;
import io.millrace.records.binary.MalformedException;
import io.millrace.records.binary.SequenceBytes;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.config.RecordSieve;
import io.millrace.records.scan.RecordScan;
import java.io.IOException;
import java.util.function.ObjLongConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The records of a split of a SequenceFile that match the job's predicate. All are one object,
 * which {@link #next} moves. Used by one thread at a time.
 */
public final class WritableScan extends RecordScan<WritableRecord> {

    private final Path path;
    private final SequenceBytes file;
    private final WritableRecord record;
    private final WritableFields fields;
    private final RecordSieve sieve;
    private long number;

    private WritableScan(
            Path path,
            SequenceBytes file,
            WritableRecord record,
            WritableFields fields,
            RecordSieve sieve,
            RecordCounts counts) {
        super(counts::report);
        this.path = path;
        this.file = file;
        this.record = record;
        this.fields = fields;
        this.sieve = sieve;
    }

    /**
     * Opens a split.
     *
     * @param counters adds to a counter of the task, by its name
     */
    public static WritableScan open(
            Path path,
            long start,
            long length,
            Configuration conf,
            ObjLongConsumer<String> counters)
            throws IOException {
        RecordCounts counts = new RecordCounts(counters::accept);
        WritableRecord record = new WritableRecord(WritableLayout.of(conf), path.toString());
        WritableFields fields = new WritableFields(record);
        RecordSieve sieve = new RecordSieve(JobPredicate.of(conf, fields), counts);
        SequenceBytes file = SequenceBytes.open(path, start, start + length, conf);
        return new WritableScan(path, file, record, fields, sieve, counts);
    }

    /**
     * Checks the settings of a job.
     *
     * @throws IllegalArgumentException if one is wrong
     */
    public static void check(Configuration conf) {
        WritableRecord record = new WritableRecord(WritableLayout.of(conf), "");
        JobPredicate.of(conf, new WritableFields(record));
    }

    @Override
    public WritableRecord record() {
        return record;
    }

    /** The offset of the record in the file; of its block, if the file is compressed by blocks. */
    @Override
    public long key() {
        return file.offset();
    }

    @Override
    protected boolean advance() throws IOException {
        if (!file.next()) {
            return false;
        }
        number++;
        try {
            record.wrap(file.bytes(), file.keyFrom(), file.valueFrom(), file.to(), file.offset());
        } catch (MalformedException e) {
            throw new BadBinaryFileException(
                    path,
                    file.offset(),
                    "Record %d of the split cannot be decoded at the field %s. %s The fields differ from those that its classes write, or the file is damaged."
                            .formatted(number, e.path(), e.getMessage()),
                    e);
        }
        return true;
    }

    @Override
    public float progress() throws IOException {
        return file.progress();
    }

    @Override
    protected boolean matches() {
        return sieve.matches(fields);
    }

    @Override
    protected void closeFile() throws IOException {
        file.close();
    }
}

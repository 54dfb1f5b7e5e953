package io.millrace.records.avro;

import io.millrace.records.binary.BadBinaryFileException;
import io.millrace.records.binary.MalformedException;
import io.millrace.records.config.BinarySettings;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.config.RecordSieve;
import io.millrace.records.scan.RecordScan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.ObjLongConsumer;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The records of a split of an Avro file that match the job's predicate. All are one object, which
 * {@link #next} moves. Used by one thread at a time.
 */
public final class AvroScan extends RecordScan<AvroRecord> {

    private final ContainerBytes file;
    private final ContainerBlocks blocks;
    private final AvroRecord record;
    private final AvroFields fields;
    private final RecordSieve sieve;
    private final long start;
    private final long length;
    private long left;
    private int at;
    private int limit;

    private AvroScan(
            ContainerBytes file, long start, long length, Configuration conf, RecordCounts counts)
            throws IOException {
        super(counts::report);
        this.file = file;
        this.start = start;
        this.length = length;
        ContainerHeader header = ContainerHeader.read(file);
        try {
            AvroPlan plan = plan(header.schema(), ReaderSchema.find(conf), conf);
            record = new AvroRecord(plan, file.path().toString());
            fields = new AvroFields(record, plan.columns());
            sieve = new RecordSieve(JobPredicate.of(conf, fields), counts);
        } catch (IllegalArgumentException e) {
            throw new BadBinaryFileException(
                    file.path(),
                    0,
                    "%s Correct %s, or the input.".formatted(e.getMessage(), keys(conf)),
                    e);
        }
        blocks = new ContainerBlocks(file, header, start, start + length);
    }

    private static AvroPlan plan(Schema stored, @Nullable ReaderSchema reader, Configuration conf) {
        return new AvroPlan(
                stored,
                reader == null ? new ReaderSchema(stored) : reader,
                BinarySettings.columns(conf),
                JobPredicate.columns(conf));
    }

    /**
     * Checks the settings of a job as well as they can be checked without a file: all, if the job
     * has a schema.
     *
     * @throws IllegalArgumentException if one is wrong
     */
    public static void check(Configuration conf) {
        ReaderSchema reader = ReaderSchema.find(conf);
        if (reader == null) {
            BinarySettings.columns(conf);
            JobPredicate.find(conf);
            return;
        }
        AvroPlan plan = plan(reader.schema(), reader, conf);
        AvroFields fields = new AvroFields(new AvroRecord(plan, ""), plan.columns());
        JobPredicate.of(conf, fields);
    }

    /** The settings that may name columns that the file does not have. */
    private static String keys(Configuration conf) {
        return conf.getRaw(JobPredicate.WHERE) == null
                ? BinarySettings.COLUMNS
                : BinarySettings.COLUMNS + " or " + JobPredicate.WHERE;
    }

    /**
     * Opens the blocks of a split.
     *
     * @param counters adds to a counter of the task, by its name
     * @throws BadBinaryFileException if the file is not an Avro file or does not have the columns
     */
    public static AvroScan open(
            Path path,
            long start,
            long length,
            Configuration conf,
            ObjLongConsumer<String> counters)
            throws IOException {
        ContainerBytes file = ContainerBytes.open(path, conf);
        try {
            return new AvroScan(file, start, length, conf, new RecordCounts(counters::accept));
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    @Override
    public AvroRecord record() {
        return record;
    }

    /** The offset of the record's block in the file. */
    @Override
    public long key() {
        return blocks.offset();
    }

    @Override
    protected boolean advance() throws IOException {
        if (left == 0 && !nextBlock()) {
            return false;
        }
        left--;
        try {
            at = record.moveTo(at);
        } catch (MalformedException e) {
            throw new BadBinaryFileException(
                    file.path(),
                    blocks.offset(),
                    "Record %d of the block cannot be decoded at the field %s. %s %s"
                            .formatted(
                                    record.number(),
                                    e.path(),
                                    e.getMessage(),
                                    BadBinaryFileException.DAMAGED),
                    e);
        }
        if (left == 0 && at < limit) {
            throw blocks.bad("%d bytes follow the last record of the block.".formatted(limit - at));
        }
        return true;
    }

    private boolean nextBlock() throws IOException {
        if (!blocks.next()) {
            return false;
        }
        ByteBuffer content = blocks.content();
        at = content.arrayOffset() + content.position();
        limit = at + content.remaining();
        left = blocks.records();
        record.reset(content.array(), limit, blocks.offset());
        return true;
    }

    @Override
    public float progress() throws IOException {
        return length == 0 ? 1 : Math.min(1, (float) (file.position() - start) / length);
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

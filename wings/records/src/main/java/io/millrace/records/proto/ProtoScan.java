package io.millrace.records.proto;

import io.millrace.records.binary.BadBinaryFileException;
import io.millrace.records.binary.MalformedException;
import io.millrace.records.config.BinarySettings;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.ProtoSettings;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.config.RecordSieve;
import io.millrace.records.scan.RecordScan;
import java.io.IOException;
import java.util.function.ObjLongConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The messages of a split that match the job's predicate. All are one object, which {@link #next}
 * moves. Used by one thread at a time.
 */
public final class ProtoScan extends RecordScan<ProtoRecord> {

    private final Path path;
    private final MessageSource source;
    private final ProtoRecord record;
    private final ProtoFields fields;
    private final RecordSieve sieve;
    private long number;

    private ProtoScan(
            Path path,
            MessageSource source,
            ProtoRecord record,
            ProtoFields fields,
            RecordSieve sieve,
            RecordCounts counts) {
        super(counts::report);
        this.path = path;
        this.source = source;
        this.record = record;
        this.fields = fields;
        this.sieve = sieve;
    }

    /**
     * Opens a split.
     *
     * @param counters adds to a counter of the task, by its name
     * @throws BadBinaryFileException if the file is not of the form that the job's settings name
     */
    public static ProtoScan open(
            Path path,
            long start,
            long length,
            Configuration conf,
            ObjLongConsumer<String> counters)
            throws IOException {
        RecordCounts counts = new RecordCounts(counters::accept);
        ProtoPlan plan = plan(conf);
        ProtoRecord record = new ProtoRecord(plan, path.toString());
        ProtoFields fields = new ProtoFields(record, plan.columns());
        RecordSieve sieve = new RecordSieve(JobPredicate.of(conf, fields), counts);
        MessageSource source =
                ProtoSettings.isSequence(conf)
                        ? SequenceMessages.open(path, start, start + length, conf)
                        : DelimitedMessages.open(path, conf);
        return new ProtoScan(path, source, record, fields, sieve, counts);
    }

    /**
     * Checks the settings of a job.
     *
     * @throws IOException if the descriptor cannot be read
     * @throws IllegalArgumentException if a setting is not valid
     */
    public static void check(Configuration conf) throws IOException {
        ProtoSettings.isSequence(conf);
        ProtoSettings.mostBytes(conf);
        ProtoPlan plan = plan(conf);
        JobPredicate.of(conf, new ProtoFields(new ProtoRecord(plan, ""), plan.columns()));
    }

    private static ProtoPlan plan(Configuration conf) throws IOException {
        return new ProtoPlan(
                DescriptorFile.messageType(conf),
                BinarySettings.columns(conf),
                JobPredicate.columns(conf));
    }

    @Override
    public ProtoRecord record() {
        return record;
    }

    /** The offset of the message in its file, or in the content of a compressed file. */
    @Override
    public long key() {
        return source.offset();
    }

    @Override
    protected boolean advance() throws IOException {
        if (!source.next()) {
            return false;
        }
        number++;
        try {
            record.wrap(source.bytes(), source.from(), source.to(), source.offset(), number);
        } catch (MalformedException e) {
            throw new BadBinaryFileException(
                    path,
                    source.offset(),
                    "Message %d of the split cannot be decoded at the field %s. %s %s"
                            .formatted(
                                    number,
                                    e.path(),
                                    e.getMessage(),
                                    BadBinaryFileException.DAMAGED),
                    e);
        }
        return true;
    }

    @Override
    public float progress() throws IOException {
        return source.progress();
    }

    @Override
    protected boolean matches() {
        return sieve.matches(fields);
    }

    @Override
    protected void closeFile() throws IOException {
        source.close();
    }
}

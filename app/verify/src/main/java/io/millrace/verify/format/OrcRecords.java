package io.millrace.verify.format;

import io.millrace.verify.RecordReader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableComparable;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.StripeInformation;
import org.apache.orc.mapreduce.OrcMapreduceRecordReader;

/** Rows of an ORC file; encodings, stripes and compression do not count. Used by one thread. */
public final class OrcRecords implements RecordReader {

    private final Reader file;
    private final OrcMapreduceRecordReader<WritableComparable<?>> reader;
    private final BlockPositions stripes = new BlockPositions();
    private long rows;

    public OrcRecords(Path path, Configuration conf) throws IOException {
        file = OrcFile.createReader(path, OrcFile.readerOptions(conf));
        for (StripeInformation stripe : file.getStripes()) {
            stripes.add(stripe.getNumberOfRows(), stripe.getOffset());
        }
        reader = new OrcMapreduceRecordReader<>(file, file.options().schema(file.getSchema()));
    }

    @Override
    public String header() {
        return file.getSchema().toString();
    }

    @Override
    public boolean next() throws IOException {
        rows++;
        try {
            return reader.nextKeyValue();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static InterruptedIOException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        InterruptedIOException failure = new InterruptedIOException("reading was interrupted");
        failure.initCause(e);
        return failure;
    }

    @Override
    public byte[] record() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            row().write(out);
        }
        return bytes.toByteArray();
    }

    private WritableComparable<?> row() throws IOException {
        try {
            return reader.getCurrentValue();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public String text() throws IOException {
        return row().toString();
    }

    @Override
    public long position() {
        return stripes.of(rows - 1);
    }

    @Override
    public void close() throws IOException {
        try {
            reader.close();
        } finally {
            file.close();
        }
    }
}

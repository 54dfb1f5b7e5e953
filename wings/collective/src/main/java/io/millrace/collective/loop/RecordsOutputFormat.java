package io.millrace.collective.loop;

import io.millrace.collective.data.RecordsOut;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Writes the output of the reducers of a loop's plain job, whatever its classes. */
public final class RecordsOutputFormat extends FileOutputFormat<Writable, Writable> {

    @Override
    public RecordWriter<Writable, Writable> getRecordWriter(TaskAttemptContext context)
            throws IOException {
        Path file = getDefaultWorkFile(context, "");
        DataOutputStream out = file.getFileSystem(context.getConfiguration()).create(file, false);
        RecordsOut records = new RecordsOut(out);
        return new RecordWriter<>() {
            @Override
            public void write(Writable key, Writable value) throws IOException {
                records.write(key, value);
            }

            @Override
            public void close(TaskAttemptContext ended) throws IOException {
                records.end();
                out.close();
            }
        };
    }
}

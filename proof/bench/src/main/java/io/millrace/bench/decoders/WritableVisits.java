package io.millrace.bench.decoders;

import io.millrace.records.text.DelimitedLines;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.TextSlice;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/** The table UserVisits as a SequenceFile of Writables. */
final class WritableVisits {

    private WritableVisits() {}

    static void write(byte[] text, Path file) throws IOException {
        DelimitedRecord record = new DelimitedRecord(MutableDecoder.SCHEMA);
        DelimitedLines lines = new DelimitedLines(text, 0, text.length);
        WritableVisit visit = new WritableVisit();
        Configuration conf = new Configuration();
        // Without a file of checksums beside it.
        FileSystem files = FileSystem.getLocal(conf).getRaw();
        try (FSDataOutputStream stream = files.create(new org.apache.hadoop.fs.Path(file.toUri()));
                SequenceFile.Writer out =
                        SequenceFile.createWriter(
                                conf,
                                SequenceFile.Writer.stream(stream),
                                SequenceFile.Writer.compression(SequenceFile.CompressionType.NONE),
                                SequenceFile.Writer.keyClass(NullWritable.class),
                                SequenceFile.Writer.valueClass(WritableVisit.class))) {
            while (lines.next(record)) {
                set(visit.source, record, 0);
                set(visit.page, record, 1);
                visit.date = record.getDate(2);
                visit.revenue = record.getDouble(3);
                set(visit.agent, record, 4);
                set(visit.country, record, 5);
                set(visit.language, record, 6);
                set(visit.word, record, 7);
                visit.duration = record.getInt(8);
                out.append(NullWritable.get(), visit);
            }
        }
    }

    private static void set(Text target, DelimitedRecord record, int column) {
        TextSlice slice = record.getText(column);
        target.set(slice.bytes(), slice.offset(), slice.length());
    }
}

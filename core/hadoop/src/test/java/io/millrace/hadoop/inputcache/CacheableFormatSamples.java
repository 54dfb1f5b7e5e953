package io.millrace.hadoop.inputcache;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Function;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;

/** Formats as users write them: lines, with values of classes of their own. */
final class CacheableFormatSamples {

    private CacheableFormatSamples() {}

    /** A format of the name {@code Brought}, whose values begin with a word. */
    static String brought(String word) {
        return """
        import java.io.*;
        import org.apache.hadoop.io.*;
        import org.apache.hadoop.mapreduce.*;
        import org.apache.hadoop.mapreduce.lib.input.*;
        public class Brought extends FileInputFormat<LongWritable, Brought.Word> {
            public RecordReader<LongWritable, Word> createRecordReader(InputSplit s, TaskAttemptContext c) {
                return new Reader();
            }
            public static class Word implements Writable {
                String text = "";
                public void write(DataOutput out) throws IOException { out.writeUTF(text); }
                public void readFields(DataInput in) throws IOException { text = in.readUTF(); }
                public String toString() { return text; }
            }
            static class Reader extends RecordReader<LongWritable, Word> {
                LineRecordReader lines = new LineRecordReader();
                Word word = new Word();
                public void initialize(InputSplit s, TaskAttemptContext c) throws IOException { lines.initialize(s, c); }
                public boolean nextKeyValue() throws IOException {
                    boolean more = lines.nextKeyValue();
                    if (more) word.text = "%s" + lines.getCurrentValue();
                    return more;
                }
                public LongWritable getCurrentKey() { return lines.getCurrentKey(); }
                public Word getCurrentValue() { return word; }
                public float getProgress() throws IOException { return lines.getProgress(); }
                public void close() throws IOException { lines.close(); }
            }
        }
        """
                .formatted(word);
    }

    /** A new value for each record. */
    public static final class Fresh extends Made {
        public Fresh() {
            super(Text::new);
        }
    }

    /** A class that was never to be written. */
    public static final class Unwritable extends Made {
        public Unwritable() {
            super(Mute::new);
        }
    }

    /** A class of which none but its format makes objects. */
    public static final class Unmakeable extends Made {
        public Unmakeable() {
            super(Given::new);
        }
    }

    /** A class that reads other than what it writes. */
    public static final class Forgetful extends Made {
        public Forgetful() {
            super(Lossy::new);
        }
    }

    private static class Mute implements Writable {
        String text;

        Mute(String text) {
            this.text = text;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            throw new UnsupportedOperationException();
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            text = in.readUTF();
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final class Given extends Mute {
        Given(String text) {
            super(text);
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeUTF(text);
        }
    }

    private static final class Lossy extends Mute {
        @SuppressWarnings("unused") // by Hadoop
        Lossy() {
            super("");
        }

        Lossy(String text) {
            super(text);
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeUTF(text);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            text += in.readUTF();
        }
    }

    abstract static class Made extends FileInputFormat<LongWritable, Writable> {

        private final Function<String, Writable> make;

        Made(Function<String, Writable> make) {
            this.make = make;
        }

        @Override
        public RecordReader<LongWritable, Writable> createRecordReader(
                InputSplit split, TaskAttemptContext context) {
            return new Reader(make);
        }
    }

    private static final class Reader extends RecordReader<LongWritable, Writable> {

        private final LineRecordReader lines = new LineRecordReader();
        private final Function<String, Writable> make;
        private Writable value = new Text();

        Reader(Function<String, Writable> make) {
            this.make = make;
        }

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
            lines.initialize(split, context);
        }

        @Override
        public boolean nextKeyValue() throws IOException {
            boolean more = lines.nextKeyValue();
            if (more) {
                value = make.apply(lines.getCurrentValue().toString());
            }
            return more;
        }

        @Override
        public LongWritable getCurrentKey() {
            return lines.getCurrentKey();
        }

        @Override
        public Writable getCurrentValue() {
            return value;
        }

        @Override
        public float getProgress() throws IOException {
            return lines.getProgress();
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}

package io.millrace.formats.input;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.KeyValueLineRecordReader;

/** Cuts lines in two where a separator is first; without one, all of it is key. */
final class LinePairs {

    private static final String DEFAULT_SEPARATOR = "\t";

    private static final byte[] NOTHING = {};

    private final LineEnds separators;

    private LinePairs(byte separator) {
        separators = new LineEnds(separator, separator);
    }

    /** With the job's separator, of which Hadoop takes the first character's lowest byte. */
    static LinePairs of(Configuration conf) {
        String separator =
                conf.get(KeyValueLineRecordReader.KEY_VALUE_SEPARATOR, DEFAULT_SEPARATOR);
        return new LinePairs((byte) separator.charAt(0));
    }

    /** Sets key and value to the parts of a line. */
    void cut(Text line, Text key, Text value) {
        byte[] bytes = line.getBytes();
        int length = line.getLength();
        int keyLength = separators.find(bytes, 0, length);
        key.set(bytes, 0, keyLength);
        if (keyLength < length) {
            value.set(bytes, keyLength + 1, length - keyLength - 1);
        } else {
            value.set(NOTHING); // gives up its array, as Hadoop's does, which sets an empty string
        }
    }
}

package io.millrace.formats.input;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.KeyValueLineRecordReader;

/** Splits lines at the first separator; a line without one is all key. */
final class LinePairs {

    private static final String DEFAULT_SEPARATOR = "\t";

    private static final byte[] NOTHING = {};

    private final LineEnds separators;

    private LinePairs(byte separator) {
        separators = new LineEnds(separator, separator);
    }

    /** Uses the job's separator: like Hadoop, the low byte of its first character. */
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
            value.set(NOTHING); // releases its array, as Hadoop's code does by setting an empty
            // string
        }
    }
}

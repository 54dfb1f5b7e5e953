package io.millrace.cluster.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.map.SegmentWriter.Segment;
import io.millrace.engine.record.ArrayCursor;
import io.millrace.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Segments have the same bytes as those that Hadoop's writer makes record by record. */
@Tag("jdk")
class SegmentWriterTest {

    private static final int ROUNDS = 40;
    private static final int[] LENGTHS = {0, 1, 127, 128, 255, 256, 65_535, 65_536, 200_000};

    private static final JobConf CONF = new JobConf();

    @Test
    void plainSegmentsAreThoseOfHadoop() throws IOException {
        assertSameSegments(null);
    }

    @Test
    void compressedSegmentsAreThoseOfHadoop() throws IOException {
        assertSameSegments(ReflectionUtils.newInstance(DefaultCodec.class, CONF));
    }

    private static void assertSameSegments(@Nullable CompressionCodec codec) throws IOException {
        Random random = Seeds.random("segments");
        SegmentWriter writer = new SegmentWriter(CONF, codec, () -> {});
        for (int round = 0; round < ROUNDS; round++) {
            List<byte[]> keys = new ArrayList<>();
            List<byte[]> values = new ArrayList<>();
            for (int left = random.nextInt(60); left > 0; left--) {
                keys.add(bytes(random));
                values.add(bytes(random));
            }
            ByteArrayOutputStream ours = new ByteArrayOutputStream();
            Segment segment =
                    writer.write(new Pairs(keys, values), new FSDataOutputStream(ours, null));
            ByteArrayOutputStream theirs = new ByteArrayOutputStream();
            long raw = writeAsHadoop(keys, values, codec, new FSDataOutputStream(theirs, null));
            assertThat(ours.toByteArray()).as(Seeds.line()).isEqualTo(theirs.toByteArray());
            assertThat(segment).isEqualTo(new Segment(keys.size(), raw, theirs.size()));
        }
    }

    private static byte[] bytes(Random random) {
        int length =
                random.nextInt(20) == 0
                        ? LENGTHS[random.nextInt(LENGTHS.length)]
                        : random.nextInt(300);
        byte[] made = new byte[length];
        random.nextBytes(made);
        return made;
    }

    @SuppressWarnings("NullAway") // Hadoop's writer takes null for no classes, codec or counter
    private static long writeAsHadoop(
            List<byte[]> keys,
            List<byte[]> values,
            @Nullable CompressionCodec codec,
            FSDataOutputStream file)
            throws IOException {
        IFile.Writer<Object, Object> writer =
                new IFile.Writer<>(CONF, file, null, null, codec, null);
        DataInputBuffer key = new DataInputBuffer();
        DataInputBuffer value = new DataInputBuffer();
        for (int i = 0; i < keys.size(); i++) {
            key.reset(keys.get(i), keys.get(i).length);
            value.reset(values.get(i), values.get(i).length);
            writer.append(key, value);
        }
        writer.close();
        return writer.getRawLength();
    }

    /** Records whose key and value lie in one array, between other bytes. */
    private static final class Pairs extends ArrayCursor {

        private static final int MARGIN = 3;

        private final List<byte[]> keys;
        private final List<byte[]> values;
        private int next;

        Pairs(List<byte[]> keys, List<byte[]> values) {
            this.keys = keys;
            this.values = values;
        }

        @Override
        public boolean next() {
            if (next == keys.size()) {
                moveOff();
                return false;
            }
            byte[] key = keys.get(next);
            byte[] value = values.get(next++);
            byte[] both = new byte[3 * MARGIN + key.length + value.length];
            System.arraycopy(value, 0, both, MARGIN, value.length);
            System.arraycopy(key, 0, both, 2 * MARGIN + value.length, key.length);
            moveTo(both, 2 * MARGIN + value.length, key.length, MARGIN, value.length);
            return true;
        }

        @Override
        public long prefix() {
            return 0;
        }

        @Override
        public float progress() {
            return keys.isEmpty() ? 1 : (float) next / keys.size();
        }

        @Override
        public void close() {}
    }
}

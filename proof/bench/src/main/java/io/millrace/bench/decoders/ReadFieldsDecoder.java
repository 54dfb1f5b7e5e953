package io.millrace.bench.decoders;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/**
 * Hadoop's own reader: one object for all records, as its input format has, or a new one with
 * strings for each, which is the immutable decoder of the paper.
 */
final class ReadFieldsDecoder implements Decoder<Path> {

    private final boolean reuses;

    ReadFieldsDecoder(boolean reuses) {
        this.reuses = reuses;
    }

    @Override
    public String title() {
        return reuses ? "readFields, reused object" : "immutable";
    }

    @Override
    public long two(Path file) throws IOException {
        Digest digest = new Digest();
        each(
                file,
                visit -> {
                    text(visit.source, digest);
                    digest.real(visit.revenue);
                });
        return digest.value();
    }

    @Override
    public long nine(Path file) throws IOException {
        Digest digest = new Digest();
        each(
                file,
                visit -> {
                    text(visit.source, digest);
                    text(visit.page, digest);
                    digest.whole(visit.date);
                    digest.real(visit.revenue);
                    text(visit.agent, digest);
                    text(visit.country, digest);
                    text(visit.language, digest);
                    text(visit.word, digest);
                    digest.whole(visit.duration);
                });
        return digest.value();
    }

    private void text(Text text, Digest digest) {
        if (reuses) {
            digest.text(text.getBytes(), 0, text.getLength());
        } else {
            digest.text(text.toString());
        }
    }

    private void each(Path file, Consumer<WritableVisit> use) throws IOException {
        try (SequenceFile.Reader in =
                new SequenceFile.Reader(
                        new Configuration(),
                        SequenceFile.Reader.file(new org.apache.hadoop.fs.Path(file.toUri())))) {
            WritableVisit visit = new WritableVisit();
            while (in.next(NullWritable.get(), visit)) {
                use.accept(visit);
                if (!reuses) {
                    visit = new WritableVisit();
                }
            }
        }
    }
}

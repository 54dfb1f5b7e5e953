package io.millrace.bench.decoders;

import java.io.BufferedReader;
import java.io.IOException;

/** The JDK's split of each line, and its parsers for the columns that are needed. */
final class SplitDecoder implements Decoder<VisitsText> {

    @Override
    public String title() {
        return "split";
    }

    @Override
    public long two(VisitsText table) throws IOException {
        Digest digest = new Digest();
        try (BufferedReader lines = ImmutableDecoder.reader(table)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] fields = line.split("\\|", -1);
                Fields.two(fields[0], fields[3], digest);
            }
        }
        return digest.value();
    }

    @Override
    public long nine(VisitsText table) throws IOException {
        Digest digest = new Digest();
        try (BufferedReader lines = ImmutableDecoder.reader(table)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Fields.nine(line.split("\\|", -1), digest);
            }
        }
        return digest.value();
    }
}

package io.millrace.bench.decoders;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.function.Consumer;

/**
 * The immutable decoder of the paper: a string for each line and field, an object for each record.
 */
final class ImmutableDecoder implements Decoder<VisitsText> {

    /** A record, all of which is decoded when it is created. */
    private record Visit(
            int source,
            String page,
            LocalDate date,
            double revenue,
            String agent,
            String country,
            String language,
            String word,
            int duration) {

        static Visit of(String line) {
            String[] fields = line.split("\\|", -1);
            return new Visit(
                    StringsDecoder.address(fields[0]),
                    fields[1],
                    LocalDate.parse(fields[2]),
                    Double.parseDouble(fields[3]),
                    fields[4],
                    fields[5],
                    fields[6],
                    fields[7],
                    Integer.parseInt(fields[8]));
        }
    }

    @Override
    public String title() {
        return "immutable";
    }

    @Override
    public long two(VisitsText table) throws IOException {
        Digest digest = new Digest();
        each(
                table,
                visit -> {
                    digest.whole(visit.source());
                    digest.real(visit.revenue());
                });
        return digest.value();
    }

    @Override
    public long nine(VisitsText table) throws IOException {
        Digest digest = new Digest();
        each(
                table,
                visit -> {
                    digest.whole(visit.source());
                    digest.text(visit.page());
                    digest.whole(visit.date().toEpochDay());
                    digest.real(visit.revenue());
                    digest.text(visit.agent());
                    digest.text(visit.country());
                    digest.text(visit.language());
                    digest.text(visit.word());
                    digest.whole(visit.duration());
                });
        return digest.value();
    }

    private static void each(VisitsText table, Consumer<Visit> use) throws IOException {
        try (BufferedReader lines = reader(table)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                use.accept(Visit.of(line));
            }
        }
    }

    static BufferedReader reader(VisitsText table) {
        return new BufferedReader(
                new InputStreamReader(
                        new ByteArrayInputStream(table.bytes()), StandardCharsets.UTF_8));
    }
}

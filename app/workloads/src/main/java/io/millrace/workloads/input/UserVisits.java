package io.millrace.workloads.input;

import io.millrace.workloads.sample.ZipfRanks;
import java.util.SplittableRandom;

/**
 * The table UserVisits of the benchmark by Pavlo et al.: {@code
 * sourceIP|destURL|visitDate|adRevenue|userAgent|countryCode|languageCode|searchWord|duration}.
 * Revenues are multiples of 1/16, so that sums are exact in any order.
 */
final class UserVisits implements Rows.RowWriter {

    static final int AVERAGE_BYTES = 126;

    private static final int PAGES = 100_000;
    private static final int WORDS = 10_000;
    private static final int MAX_REVENUE = 512 * 16;
    private static final int MAX_DURATION = 1_000;
    private static final int FIRST_YEAR = 1990;
    private static final int YEARS = 20;
    private static final int MONTHS = 12;
    private static final int DAYS = 28;
    private static final String[] AGENTS = {
        "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1)",
        "Mozilla/5.0 (X11; U; Linux x86_64; en-US)",
        "Opera/9.00 (Windows NT 5.1; U; en)",
        "Lynx/2.8.5rel.1",
        "Wget/1.10.2"
    };
    private static final String[] PLACES = {
        "USA|en-US", "GBR|en-GB", "DEU|de-DE", "FRA|fr-FR", "JPN|ja-JP", "IND|hi-IN", "BRA|pt-BR"
    };

    private final Sources sources;
    private final Vocabulary vocabulary;
    private final ZipfRanks pages = new ZipfRanks(PAGES, 1);
    private final ZipfRanks words = new ZipfRanks(WORDS, 1);

    UserVisits(long seed, Sources sources) {
        this.sources = sources;
        vocabulary = new Vocabulary(seed, WORDS);
    }

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        sources.append(random, out);
        out.character('|');
        WebPages.append(pages.rank(random.nextLong()), out);
        out.character('|');
        out.number(FIRST_YEAR + random.nextInt(YEARS)).character('-');
        out.number(1 + random.nextInt(MONTHS), 2).character('-');
        out.number(1 + random.nextInt(DAYS), 2).character('|');
        out.sixteenths(1 + random.nextInt(MAX_REVENUE)).character('|');
        out.text(AGENTS[random.nextInt(AGENTS.length)]).character('|');
        out.text(PLACES[random.nextInt(PLACES.length)]).character('|');
        vocabulary.append(words.rank(random.nextLong()), out);
        out.endAt(out.length() - 1);
        out.character('|').number(1 + random.nextInt(MAX_DURATION)).character('\n');
    }
}

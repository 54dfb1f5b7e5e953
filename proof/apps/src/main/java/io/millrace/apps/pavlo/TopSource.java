package io.millrace.apps.pavlo;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.jspecify.annotations.Nullable;

/**
 * The source with the greatest revenue; of two with the same, the one that is first by its text.
 * Used by one thread.
 */
final class TopSource {

    private @Nullable String source;
    private double averageRank;
    private double revenue;

    void offer(Text candidate, SourceTotal total) {
        double sum = total.revenue();
        if (source == null
                || sum > revenue
                || (sum == revenue && candidate.toString().compareTo(source) < 0)) {
            source = candidate.toString();
            averageRank = total.averageRank();
            revenue = sum;
        }
    }

    /**
     * Writes the source, its revenue and the average rank of the pages; nothing if there is none.
     */
    void write(Reducer<Text, Text, Text, Text>.Context context)
            throws IOException, InterruptedException {
        if (source != null) {
            context.write(new Text(source), new Text(revenue + "\t" + averageRank));
        }
    }
}

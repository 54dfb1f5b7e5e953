package io.millrace.ui.report;

import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.watch.WatchedJob;
import io.millrace.ui.config.UiKeys;
import io.millrace.ui.history.HistoryDirectory;
import io.millrace.ui.history.HistoryEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the previous successful run of a job in its history: one of the same name over a like
 * input, since other inputs only show that they differ.
 */
final class PreviousRun {

    private static final Logger LOG = LoggerFactory.getLogger(PreviousRun.class);

    /** Jobs that are looked at. */
    private static final int LIMIT = 100;

    /** Inputs are alike if neither has more than so many times the records of the other. */
    private static final int ALIKE = 2;

    private static final Set<String> FIELDS = Set.of("job", "phases", "counters");

    private PreviousRun() {}

    /**
     * The part of that run's report that a comparison needs, in JSON; empty if there is none.
     *
     * @param records that the job has read
     */
    static Optional<String> of(WatchedJob job, long records) {
        String named = UiKeys.HISTORY_DIRECTORY.in(HadoopKeys.settings(job.conf()));
        if (named.isEmpty()) {
            return Optional.empty();
        }
        HistoryDirectory history = new HistoryDirectory(Path.of(named).toAbsolutePath());
        String name = job.conf().get("mapreduce.job.name", "");
        String id = job.id().toString();
        try {
            Optional<HistoryEntry> entry =
                    history.newest(
                            LIMIT,
                            one -> succeededAlike(name, records, one) && !one.jobId().equals(id));
            return entry.isEmpty() ? Optional.empty() : Optional.of(compared(history, entry.get()));
        } catch (IOException e) {
            LOG.debug("{}: its previous run cannot be read", id, e);
            return Optional.empty();
        }
    }

    /** The same for a past job. */
    static Optional<String> of(HistoryDirectory history, String id) throws IOException {
        HistoryEntry job = history.entry(id);
        Optional<HistoryEntry> entry =
                history.newestBefore(
                        id, LIMIT, one -> succeededAlike(job.name(), job.recordsIn(), one));
        return entry.isEmpty() ? Optional.empty() : Optional.of(compared(history, entry.get()));
    }

    private static boolean succeededAlike(String name, long records, HistoryEntry entry) {
        return entry.name().equals(name)
                && entry.state().equals("SUCCEEDED")
                && entry.recordsIn() <= ALIKE * records
                && records <= ALIKE * entry.recordsIn();
    }

    private static String compared(HistoryDirectory history, HistoryEntry entry)
            throws IOException {
        String report = history.report(entry.id());
        return Json.text(json -> Json.copyFields(report, FIELDS::contains, json));
    }
}

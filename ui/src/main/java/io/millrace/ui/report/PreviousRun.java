package io.millrace.ui.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
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

/** Finds the previous successful run of a job, of the same name, in its history. */
final class PreviousRun {

    private static final Logger LOG = LoggerFactory.getLogger(PreviousRun.class);

    /** Jobs that are looked at. */
    private static final int LIMIT = 100;

    private static final Set<String> FIELDS = Set.of("job", "phases", "counters");
    private static final JsonFactory FACTORY = new JsonFactory();

    private PreviousRun() {}

    /** The part of that run's report that a comparison needs, in JSON; empty if there is none. */
    static Optional<String> of(WatchedJob job) {
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
                            one ->
                                    one.name().equals(name)
                                            && one.state().equals("SUCCEEDED")
                                            && !one.jobId().equals(id));
            return entry.isEmpty()
                    ? Optional.empty()
                    : Optional.of(compared(history.report(entry.get().id())));
        } catch (IOException e) {
            LOG.debug("{}: its previous run cannot be read", id, e);
            return Optional.empty();
        }
    }

    private static String compared(String report) throws IOException {
        return Json.text(json -> {
            try (JsonParser parser = FACTORY.createParser(report)) {
                parser.nextToken();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    copy(parser, json);
                }
            }
        });
    }

    private static void copy(JsonParser parser, JsonGenerator json) throws IOException {
        if (FIELDS.contains(parser.currentName())) {
            json.copyCurrentStructure(parser);
        } else {
            parser.nextToken();
            parser.skipChildren();
        }
    }
}

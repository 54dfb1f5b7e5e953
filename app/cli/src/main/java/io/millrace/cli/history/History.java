package io.millrace.cli.history;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.report.JobReport;
import io.millrace.ui.history.HistoryDirectory;
import io.millrace.ui.history.HistoryEntry;
import io.millrace.ui.report.Report;
import io.millrace.workloads.input.UserDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A user's past jobs, as the commands ask for them. */
public final class History {

    private static final String LATEST = "latest";
    private static final int SHOWN_IDS = 5;

    private final HistoryDirectory directory;

    private History(HistoryDirectory directory) {
        this.directory = directory;
    }

    /** Where jobs of this user are kept. */
    public static Path ofUser() {
        return UserDirectory.STATE.path().resolve("history");
    }

    /** The history in a directory, or else the user's own. */
    static History in(@Nullable Path directory) {
        return new History(new HistoryDirectory(directory == null ? ofUser() : directory));
    }

    /** Past jobs, the newest first. Damaged ones are reported on standard error, and left out. */
    List<HistoryEntry> entries() throws IOException {
        return directory.entries((file, why) ->
                System.err.println(
                        "millrace: "
                                + file
                                + " is damaged and left out: "
                                + why.getMessage()
                                + "; delete it"));
    }

    /**
     * The id that a person means: an id, the beginning of one, or {@code latest}.
     *
     * @throws CommandException if there is none, or are several
     */
    String id(String meant) throws IOException, CommandException {
        List<String> found = directory.matching(meant.equals(LATEST) ? "" : meant);
        if (found.isEmpty()) {
            throw new CommandException(
                    "no past job's id begins with "
                            + meant
                            + " in "
                            + directory.path()
                            + "; millrace history lists them");
        }
        if (found.size() > 1 && !meant.equals(LATEST)) {
            throw new CommandException(
                    "the ids of "
                            + found.size()
                            + " past jobs begin with "
                            + meant
                            + ": "
                            + String.join(", ", found.subList(0, Math.min(SHOWN_IDS, found.size())))
                            + (found.size() > SHOWN_IDS ? ", ..." : ""));
        }
        return found.get(0);
    }

    /**
     * The report of a past job, in JSON.
     *
     * @throws CommandException if it cannot be read
     */
    String json(String id) throws CommandException {
        try {
            return directory.report(id);
        } catch (IOException e) {
            throw damaged(id, e);
        }
    }

    /**
     * The page of a past job.
     *
     * @throws CommandException if its report cannot be read
     */
    String page(String id) throws CommandException {
        try {
            return Report.page(directory, id);
        } catch (IOException e) {
            throw damaged(id, e);
        }
    }

    /**
     * The report of a past job.
     *
     * @throws CommandException if it cannot be read
     */
    JobReport report(String id) throws CommandException {
        try {
            return JobReport.of(directory.report(id));
        } catch (IOException e) {
            throw damaged(id, e);
        }
    }

    private CommandException damaged(String id, IOException e) {
        return new CommandException(
                "the report of " + id + " in " + directory.path() + " cannot be read: " + e, e);
    }

    int clear() throws IOException {
        return directory.clear();
    }
}

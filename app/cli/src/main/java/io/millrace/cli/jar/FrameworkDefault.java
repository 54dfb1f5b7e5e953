package io.millrace.cli.jar;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.settings.UserSettings;
import io.millrace.cli.settings.UserSite;
import io.millrace.ui.config.UiKeys;
import io.millrace.verify.run.RecordingProvider;
import org.apache.hadoop.conf.Configuration;

/**
 * Makes Millrace the framework of every configuration of this process that does not say otherwise:
 * above Hadoop's defaults and the site's files, below what a job sets.
 */
public final class FrameworkDefault {

    private static final String RESOURCE = "millrace-default-site.xml";

    /** Properties of the JVM; no keys of ours, as which a client could hand them on to its jobs. */
    private static final String REPORT = "millrace-launcher-report";

    private static final String HISTORY = "millrace-launcher-history";
    private static final String WORKERS = "millrace-launcher-workers";
    private static final String WORKERS_RESOURCE = "millrace-workers-site.xml";
    private static final String PAGE_RESOURCE = "millrace-page-site.xml";
    private static final String VERIFY_RESOURCE = "millrace-verify-site.xml";
    private static final String TIES_RESOURCE = "millrace-verify-ties-site.xml";

    private FrameworkDefault() {}

    /** Where jobs leave reports that do not say it themselves; empty for nowhere. */
    public static void reportTo(String folder) {
        System.setProperty(REPORT, folder);
    }

    /** Where jobs are kept for the history that do not say it themselves; empty for nowhere. */
    public static void historyIn(String folder) {
        System.setProperty(HISTORY, folder);
    }

    /** Shows the jobs on a page that do not say otherwise. To be called after {@link #install}. */
    public static void showPage() {
        Configuration.addDefaultResource(PAGE_RESOURCE);
    }

    /**
     * Runs tasks in so many processes where the job does not say otherwise. To be called after
     * {@link #install}.
     */
    public static void useWorkers(String count) {
        System.setProperty(WORKERS, count);
        Configuration.addDefaultResource(WORKERS_RESOURCE);
    }

    /**
     * To be called before the job's code runs.
     *
     * @return the user's settings
     * @throws CommandException if the user's settings are wrong
     */
    public static UserSettings install() throws CommandException {
        // Hadoop's own files must be in the list first, or they would come after ours and win.
        UserSettings user = UserSite.install();
        if (System.getProperty(REPORT, "").isEmpty()) {
            reportTo(user.value(UiKeys.REPORT_DIRECTORY, ""));
        }
        String history = System.getProperty(HISTORY, "");
        historyIn(history.isEmpty() ? "" : user.value(UiKeys.HISTORY_DIRECTORY, history));
        // Hadoop's local runner keeps its own file systems; the other default is Millrace's.
        if (!RecordingProvider.serves() || RecordingProvider.servesMillrace()) {
            Configuration.addDefaultResource(RESOURCE);
        }
        if (RecordingProvider.serves()) {
            Configuration.addDefaultResource(VERIFY_RESOURCE);
        }
        if (RecordingProvider.wantsHadoopsOrder()) {
            Configuration.addDefaultResource(TIES_RESOURCE);
        }
        return user;
    }
}

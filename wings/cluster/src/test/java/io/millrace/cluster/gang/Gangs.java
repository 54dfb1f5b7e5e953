package io.millrace.cluster.gang;

import io.millrace.cluster.job.PluginSettings;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Lets tests of other packages run jobs in gangs. */
public final class Gangs {

    private Gangs() {}

    /**
     * Makes a job run in a gang.
     *
     * @param jar that the job ships
     */
    public static void ask(Configuration conf, Path jar) {
        PluginSettings.ship(conf, jar);
        conf.setBoolean(GangProvider.ASKED, true);
    }
}

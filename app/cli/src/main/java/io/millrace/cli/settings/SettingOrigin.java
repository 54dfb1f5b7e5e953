package io.millrace.cli.settings;

import java.net.URL;
import org.apache.hadoop.conf.Configuration;

/** Says where a value in effect was set. */
public final class SettingOrigin {

    private final Configuration conf;
    private final UserSettings user;

    public SettingOrigin(Configuration conf, UserSettings user) {
        this.conf = conf;
        this.user = user;
    }

    /** For a person; empty if the key has no value. */
    public String of(String key) {
        String[] sources = conf.getPropertySources(key);
        if (sources == null || sources.length == 0) {
            return "";
        }
        String source = sources[sources.length - 1];
        if (UserSite.isSource(source)) {
            UserSettings.Entry entry = user.entries().get(key);
            return user.file() + (entry == null ? "" : ", line " + entry.line());
        }
        if (source.endsWith("-default.xml")) {
            return "Hadoop's default (" + source + ")";
        }
        if (source.startsWith("millrace-")) {
            return "the launcher";
        }
        URL place = conf.getResource(source);
        return place == null ? source : place.getPath();
    }
}

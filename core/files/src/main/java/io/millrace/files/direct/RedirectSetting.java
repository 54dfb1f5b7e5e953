package io.millrace.files.direct;

import io.millrace.engine.config.BadSettingException;
import io.millrace.files.config.FileKeys;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.server.jobtracker.JTConfig;
import org.apache.hadoop.util.StringUtils;

/**
 * The redirected paths of a configuration.
 *
 * @param auto whether output directories are redirected
 * @param prefixes absolute paths, without scheme
 */
public record RedirectSetting(boolean auto, List<String> prefixes) {

    private static final RedirectSetting OFF = new RedirectSetting(false, List.of());
    private static final String TEMPORARY = "hadoop.tmp.dir";

    /** Keys of directories whose files are opened without Hadoop's file systems. */
    private static final List<String> KEPT_ON_DISK =
            List.of(TEMPORARY, MRConfig.LOCAL_DIR, JTConfig.JT_STAGING_AREA_ROOT);

    /**
     * Reads the setting of a configuration.
     *
     * @throws BadSettingException if the value is not allowed
     */
    public static RedirectSetting of(Configuration conf) {
        String text = FileKeys.REDIRECT.in(conf::get);
        if (text.isEmpty() || text.equals("off")) {
            return OFF;
        }
        if (text.equals("auto")) {
            return new RedirectSetting(true, List.of());
        }
        List<String> prefixes = new ArrayList<>();
        for (String entry : StringUtils.getTrimmedStrings(text)) {
            prefixes.add(prefix(entry, text));
        }
        RedirectSetting setting = new RedirectSetting(false, List.copyOf(prefixes));
        for (String prefix : prefixes) {
            String hidden = hiddenBy(prefix, conf);
            if (!hidden.isEmpty()) {
                throw refused(text, entryOf(prefix) + hidden);
            }
        }
        return setting;
    }

    /** Whether nothing is redirected. */
    public boolean isOff() {
        return !auto && prefixes.isEmpty();
    }

    private static String prefix(String entry, String text) {
        URI uri;
        try {
            uri = new Path(entry).toUri();
        } catch (IllegalArgumentException e) {
            throw refused(text, "'" + entry + "' is not a path");
        }
        if (uri.getScheme() != null && !uri.getScheme().equals("file")) {
            throw refused(text, entry + " is not on the local disk");
        }
        if (uri.getAuthority() != null) {
            throw refused(text, entry + " names a host");
        }
        if (!uri.getPath().startsWith("/") || uri.getPath().equals("/")) {
            throw refused(text, entryOf(entry) + "not an absolute path below the root");
        }
        return uri.getPath();
    }

    private static String entryOf(String entry) {
        return entry + " is ";
    }

    private static BadSettingException refused(String text, String why) {
        return new BadSettingException(
                FileKeys.REDIRECT
                        + " is "
                        + text
                        + ", but "
                        + why
                        + "; allowed: "
                        + FileKeys.REDIRECT.allowed());
    }

    /**
     * Why a path cannot be redirected, as a text that follows "is": a directory at or below it is
     * also used without Hadoop's file systems. Empty if it can be redirected.
     */
    static String hiddenBy(String prefix, Configuration conf) {
        java.nio.file.Path redirected = java.nio.file.Path.of(prefix);
        for (String key : KEPT_ON_DISK) {
            for (String directory : conf.getTrimmedStrings(key)) {
                if (localPath(directory).startsWith(redirected)) {
                    return "at or above " + key + "=" + directory + ", which has to be on disk";
                }
            }
        }
        String temporary = System.getProperty("java.io.tmpdir");
        return localPath(temporary).startsWith(redirected)
                ? "at or above " + temporary + ", which has to be on disk"
                : "";
    }

    private static java.nio.file.Path localPath(String configured) {
        return java.nio.file.Path.of(new Path(configured).toUri().getPath()).toAbsolutePath();
    }
}

package io.millrace.cli.settings;

import io.millrace.cli.process.CommandException;
import io.millrace.hadoop.config.KeyOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.util.ConfigUtil;

/**
 * Gives the user's settings to every configuration of this process: above Hadoop's defaults, below
 * the site's files and all that jobs set.
 *
 * <p>Hadoop reads defaults from files on the class path. The launcher puts a directory there, in
 * the user's cache; a file in it is named after its content, so that processes do not disturb each
 * other.
 */
public final class UserSite {

    /** The directory on the class path; the launcher sets it where the user has settings. */
    private static final String DIRECTORY = "millrace-user-site";

    private static final String PREFIX = "millrace-user-";

    private UserSite() {}

    /** Whether a source that Hadoop names for a value is the user's settings. */
    public static boolean isSource(String source) {
        return source.startsWith(PREFIX);
    }

    /**
     * To be called before the job's code runs.
     *
     * @throws CommandException if the user's file is wrong, or cannot be passed on
     */
    public static UserSettings install() throws CommandException {
        UserSettings settings = UserSettings.ofUser();
        ConfigUtil.loadResources();
        String directory = System.getProperty(DIRECTORY);
        if (settings.entries().isEmpty()) {
            return settings;
        }
        if (directory == null) {
            throw new CommandException(
                    "your settings in "
                            + settings.file()
                            + " cannot be passed on: the launcher could not make a directory in"
                            + " your cache");
        }
        try {
            Configuration.addDefaultResource(written(settings, Path.of(directory)));
        } catch (IOException e) {
            throw new CommandException(
                    "cannot pass on your settings through " + directory + ": " + e, e);
        }
        return settings;
    }

    /** The name of the file with what no site sets. */
    private static String written(UserSettings settings, Path directory) throws IOException {
        Configuration site = new Configuration();
        Configuration own = new Configuration(false);
        settings.entries()
                .forEach((key, entry) -> {
                    if (!KeyOrigin.ofSite(site, key)) {
                        own.set(key, entry.value());
                    }
                });
        Files.createDirectories(directory);
        Path scratch = Files.createTempFile(directory, "making", "");
        try (var out = Files.newOutputStream(scratch)) {
            own.writeXml(out);
        }
        CRC32C content = new CRC32C();
        content.update(Files.readAllBytes(scratch));
        String name = PREFIX + HexFormat.of().toHexDigits(content.getValue(), 8) + "-site.xml";
        Files.move(scratch, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        return name;
    }
}

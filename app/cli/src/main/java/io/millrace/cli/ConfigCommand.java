package io.millrace.cli;

import io.millrace.cli.jar.FrameworkDefault;
import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.cli.settings.SettingOrigin;
import io.millrace.cli.settings.UserSettings;
import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.config.Key;
import io.millrace.engine.config.UnknownKeys;
import io.millrace.engine.redact.Secrets;
import io.millrace.hadoop.config.HadoopKeyUse;
import io.millrace.hadoop.config.HadoopKeys;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists every key of ours, for a terminal or as the page {@code docs/configuration.md}, or one. */
@Command(
        name = "config",
        description = {
            "List every millrace.* key, or show one key and the value in effect.",
            "",
            "With KEY, print its meaning, default and allowed values, the value in effect, and"
                    + " where that value was set. KEY may also be a key of Hadoop. A job sets"
                    + " Millrace's keys like Hadoop's, for instance with -D"
                    + " millrace.map.threads=4. Keys for all your jobs go into"
                    + " $$XDG_CONFIG_HOME/millrace/millrace.properties, or"
                    + " ~/.config/millrace/millrace.properties, as key=value lines. That file"
                    + " overrides Hadoop's defaults. The files in HADOOP_CONF_DIR override"
                    + " that file, and -D overrides all of them.",
            ""
        },
        sortOptions = false)
final class ConfigCommand implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "KEY", description = "Show only this key.")
    private @Nullable String key;

    @Option(names = "--markdown", description = "Print the page docs/configuration.md.")
    private boolean markdown;

    @Option(
            names = "--explain-conf",
            description = "List Hadoop's keys instead, and what Millrace does with each.")
    private boolean hadoops;

    @Override
    public Integer call() throws CommandException {
        System.out.print(
                key != null
                        ? one(key)
                        : markdown ? ConfigurationPage.text() : hadoops ? hadoopsKeys() : list());
        return ExitCode.SUCCESS;
    }

    private static String one(String name) throws CommandException {
        UserSettings user = FrameworkDefault.install();
        Configuration conf = new JobConf();
        Optional<Key<?>> ours =
                HadoopKeys.ALL.stream().filter(each -> each.name().equals(name)).findFirst();
        if (ours.isEmpty() && name.startsWith(UnknownKeys.PREFIX)) {
            try {
                HadoopKeys.refuseUnknown(name, null);
            } catch (BadSettingException e) {
                throw new CommandException(String.valueOf(e.getMessage()), e);
            }
        }
        StringBuilder text = new StringBuilder(name).append('\n');
        if (ours.isPresent()) {
            line(text, "meaning", ours.get().description());
            line(text, "default", orUnset(ours.get().defaultText()));
            line(text, "allowed", ours.get().allowed());
        } else {
            line(text, "default", orUnset(hadoopsDefault(name)));
            HadoopKeyUse.ALL.stream()
                    .filter(use -> use.covers(name))
                    .findFirst()
                    .ifPresent(use -> line(text, "here", use(use)));
        }
        String set = conf.get(name);
        boolean isSet = set != null && !set.isBlank();
        line(
                text,
                "value",
                isSet ? Secrets.redact(name, set) : orUnset(ours.map(Key::defaultText).orElse("")));
        line(text, "set by", isSet ? new SettingOrigin(conf, user).of(name) : "Millrace's default");
        return text.toString();
    }

    /** The value in Hadoop's own files of defaults. */
    private static String hadoopsDefault(String name) {
        Configuration defaults = new Configuration(false);
        for (String module : List.of("core", "hdfs", "mapred", "yarn")) {
            defaults.addResource(module + "-default.xml");
        }
        return defaults.get(name, "");
    }

    private static String orUnset(String value) {
        return value.isEmpty() ? "unset" : value;
    }

    private static void line(StringBuilder text, String title, String value) {
        text.append(String.format(Locale.ROOT, "    %-8s %s%n", title, value));
    }

    private static String use(HadoopKeyUse use) {
        return use.use().name().toLowerCase(Locale.ROOT) + ": " + use.sentence();
    }

    private static String hadoopsKeys() {
        StringBuilder list = new StringBuilder();
        for (HadoopKeyUse use : HadoopKeyUse.ALL) {
            list.append(use.key()).append("\n    ").append(use(use)).append('\n');
        }
        return list.toString();
    }

    private static String list() {
        StringBuilder list = new StringBuilder();
        for (Key<?> key : HadoopKeys.ALL) {
            list.append(key.name()).append('\n');
            list.append("    ").append(key.description()).append('\n');
            list.append("    default: ").append(orUnset(key.defaultText()));
            list.append("; allowed: ").append(key.allowed()).append('\n');
        }
        return list.toString();
    }
}

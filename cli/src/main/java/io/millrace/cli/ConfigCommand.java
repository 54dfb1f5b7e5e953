package io.millrace.cli;

import io.millrace.engine.config.Key;
import io.millrace.hadoop.config.HadoopKeyUse;
import io.millrace.hadoop.config.HadoopKeys;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists every key of ours, for a terminal or as the page {@code docs/configuration.md}. */
@Command(
        name = "config",
        description = {
            "List every millrace.* key: name, default, what is allowed, what it is for.",
            "A job sets them like Hadoop's own, for instance with -D millrace.map.threads=4."
        })
final class ConfigCommand implements Runnable {

    @Option(names = "--markdown", description = "Print the page docs/configuration.md.")
    private boolean markdown;

    @Option(
            names = "--explain-conf",
            description = "List what becomes of Hadoop's own keys instead.")
    private boolean hadoops;

    @Override
    public void run() {
        System.out.print(markdown ? ConfigurationPage.text() : hadoops ? hadoopsKeys() : list());
    }

    private static String hadoopsKeys() {
        StringBuilder list = new StringBuilder();
        for (HadoopKeyUse use : HadoopKeyUse.ALL) {
            list.append(use.key())
                    .append("\n    ")
                    .append(use.use().name().toLowerCase(Locale.ROOT))
                    .append(": ")
                    .append(use.sentence())
                    .append('\n');
        }
        return list.toString();
    }

    private static String list() {
        StringBuilder list = new StringBuilder();
        for (Key<?> key : HadoopKeys.ALL) {
            list.append(key.name()).append('\n');
            list.append("    ").append(key.description()).append('\n');
            list.append("    default: ")
                    .append(key.defaultText().isEmpty() ? "unset" : key.defaultText());
            list.append("; allowed: ").append(key.allowed()).append('\n');
        }
        return list.toString();
    }
}

package io.millrace.cli;

import org.apache.hadoop.util.VersionInfo;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** Says which Millrace, Hadoop and Java this is. */
@Command(name = "version", description = "Print the versions of Millrace, Hadoop and Java.")
final class VersionCommand implements Runnable, IVersionProvider {

    @Override
    public void run() {
        for (String line : getVersion()) {
            System.out.println(line);
        }
    }

    @Override
    public String[] getVersion() {
        @Nullable String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {
            // First, since programs that call the hadoop command read its version there.
            "Hadoop " + VersionInfo.getVersion(),
            "Millrace " + (version == null ? "(unpacked)" : version),
            "Java " + Runtime.version() + " (" + System.getProperty("java.vm.name") + ")"
        };
    }
}

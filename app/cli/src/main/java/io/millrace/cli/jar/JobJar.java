package io.millrace.cli.jar;

import io.millrace.cli.process.CommandException;
import io.millrace.hadoop.loader.LogSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** A jar with the arguments of its main, as on the command line of {@code hadoop jar}. */
public final class JobJar {

    private final List<String> arguments;
    private final String mainClass;
    private final boolean inManifest;

    private JobJar(List<String> arguments, String mainClass, boolean inManifest) {
        this.arguments = arguments;
        this.mainClass = mainClass;
        this.inManifest = inManifest;
    }

    /**
     * Reads {@code app.jar [MainClass] arguments...}; the main class follows the jar if the jar's
     * manifest names none.
     *
     * @throws CommandException if there is no such jar, or no main class is named
     */
    public static JobJar of(List<String> arguments) throws CommandException {
        String jar = arguments.get(0);
        String manifests = mainClassInManifest(Path.of(jar));
        if (manifests == null && arguments.size() < 2) {
            throw new CommandException(
                    jar + " names no main class in its manifest; " + nameAfter(jar));
        }
        String named = manifests == null ? arguments.get(1) : manifests;
        return new JobJar(arguments, named.replace('/', '.'), manifests != null);
    }

    private static String nameAfter(String jar) {
        return "name one after the jar: millrace jar " + jar + " MainClass arguments...";
    }

    private String missingMain() {
        String jar = arguments.get(0);
        return inManifest
                ? "the manifest of "
                        + jar
                        + " names the main class "
                        + mainClass
                        + ", which is not in the jar; correct the manifest with: jar ufe "
                        + jar
                        + " MainClass"
                : jar
                        + " names no main class in its manifest, and has no class named "
                        + mainClass
                        + "; "
                        + nameAfter(jar);
    }

    private static @Nullable String mainClassInManifest(Path jar) throws CommandException {
        if (!Files.exists(jar)) {
            throw new CommandException(
                    "there is no " + jar + " (looked in " + Path.of("").toAbsolutePath() + ")");
        }
        if (!Files.isRegularFile(jar)) {
            throw new CommandException(jar + " is not a file; name the job's jar");
        }
        if (!Files.isReadable(jar)) {
            throw new CommandException(jar + " may not be read by this user");
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            return manifest == null
                    ? null
                    : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
        } catch (IOException e) {
            throw new CommandException(jar + " is not a jar file: " + e.getMessage(), e);
        }
    }

    /**
     * Runs the main on this thread, with Hadoop's own RunJar if possible. To be called after {@link
     * FrameworkDefault#install}. Returns when the main does, which may have started a job that
     * still runs, or may have ended the process before.
     *
     * @throws CommandException if the main class cannot be started
     * @throws Throwable what the main throws
     */
    public void run() throws Throwable {
        LogSetup.read();
        try {
            Path jar = Path.of(arguments.get(0));
            if (LoggingRunJar.starts(jar)) {
                LoggingRunJar.run(
                        jar, mainClass, arguments.subList(inManifest ? 1 : 2, arguments.size()));
            } else {
                new ClaimedRunJar().run(arguments.toArray(String[]::new));
            }
        } catch (ClassNotFoundException e) {
            if (mainClass.equals(e.getMessage())) {
                throw new CommandException(missingMain(), e);
            }
            throw e;
        } catch (NoSuchMethodException e) {
            if (String.valueOf(e.getMessage()).startsWith(mainClass + ".main(")) {
                throw new CommandException(
                        "class "
                                + mainClass
                                + " in "
                                + arguments.get(0)
                                + " has no method public static void main(String[])",
                        e);
            }
            throw e;
        }
    }
}

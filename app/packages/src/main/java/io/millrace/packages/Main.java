package io.millrace.packages;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Fetches Maven packages with their dependencies, and prints the class path of their jars. The
 * arguments are the packages, separated by commas, and the directory for fetched files.
 */
public final class Main {

    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;

    private Main() {}

    public static void main(String[] arguments) {
        try {
            List<String> packages = List.of(arguments[0].split(",", -1));
            Path home =
                    Path.of(System.getenv().getOrDefault("HOME", System.getProperty("user.home")));
            Repositories repositories =
                    Repositories.of(MavenSettings.of(home, System.getenv()), Path.of(arguments[1]));
            System.out.println(
                    repositories.fetch(packages).stream()
                            .map(Path::toString)
                            .collect(Collectors.joining(File.pathSeparator)));
        } catch (IllegalArgumentException e) {
            System.err.println("millrace: " + e.getMessage());
            System.exit(WRONG_USE);
        } catch (FetchException e) {
            System.err.println("millrace: " + e.getMessage());
            System.exit(FAILED);
        }
    }
}

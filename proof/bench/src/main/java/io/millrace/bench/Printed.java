package io.millrace.bench;

import io.millrace.measure.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prints the pages of commands that keep no results. */
final class Printed {

    private Printed() {}

    /** The directory of the Millrace that runs this. */
    static Path home() {
        return Path.of(System.getProperty("millrace-home"));
    }

    /**
     * Prints a page, and what it depends on below it.
     *
     * @param circumstances what else matters, such as the number of runs
     * @return the exit code of a command that has succeeded
     */
    static int page(String page, String... circumstances) throws IOException, InterruptedException {
        System.out.print(page);
        System.out.println();
        List<String> all = new ArrayList<>(List.of(circumstances));
        all.add(Surroundings.ofThisMachine(home()).sentence());
        System.out.println(String.join("; ", all));
        return 0;
    }
}

package io.millrace.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the results of one measurement are kept: a page, its plots, and figures for programs. */
public final class ResultsFolder {

    private static final String PAGE = "README.md";
    private static final String FIGURES = "results.json";

    private final Path folder;

    /** A folder that is made when results are kept. */
    public ResultsFolder(Path folder) {
        this.folder = folder;
    }

    /** Writes everything, and answers the page. */
    public String keep(Results results) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(FIGURES), Json.of(results));
        List<String> plots = new ArrayList<>();
        for (Plot plot : Plot.values()) {
            if (plot.write(results, folder)) {
                plots.add(plot.fileName());
            }
        }
        String page = Markdown.of(results, plots);
        Files.writeString(folder.resolve(PAGE), page);
        return page;
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}

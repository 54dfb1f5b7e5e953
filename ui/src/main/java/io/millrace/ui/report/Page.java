package io.millrace.ui.report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page that is one file: the template, with its style, its scripts and its data put in. Nothing
 * in it may load anything else, which the page's own policy forbids.
 */
final class Page {

    private static final Pattern PLACE = Pattern.compile("@\\{([a-z.-]+)\\}");
    private static final Pattern SOURCE_MAP = Pattern.compile("(?m)^//# sourceMappingURL=.*$");
    private static final String DATA = "data";

    private Page() {}

    /** The page of one job. */
    static String report(String json) throws IOException {
        return fill(resource("report.html"), json);
    }

    /** The page of a process' jobs. */
    static String jobs(String json) throws IOException {
        return fill(resource("jobs.html"), json);
    }

    private static String fill(String template, String json) throws IOException {
        StringBuilder page = new StringBuilder();
        Matcher place = PLACE.matcher(template);
        int from = 0;
        while (place.find()) {
            page.append(template, from, place.start());
            String name = place.group(1);
            page.append(name.equals(DATA) ? json : resource(name));
            from = place.end();
        }
        return page.append(template, from, template.length()).toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name + " is missing from the jar of reports");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return SOURCE_MAP.matcher(text).replaceAll("");
        }
    }
}

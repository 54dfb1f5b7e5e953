package io.millrace.ui.report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page that is one file: a template, filled with its parts, style, scripts and data. The policy
 * of the page forbids it to load anything else.
 */
public final class Page {

    private static final Pattern PLACE = Pattern.compile("@\\{([a-z.-]+)\\}");
    private static final Pattern SOURCE_MAP = Pattern.compile("(?m)^//# sourceMappingURL=.*$");
    private static final String PART = ".html";

    private Page() {}

    /** The page of one job. */
    static String report(String json) throws IOException {
        return fill("report.html", Map.of("data", json));
    }

    /** The index of a directory of reports. */
    static String jobs(String json) throws IOException {
        return fill("jobs.html", Map.of("data", json));
    }

    /**
     * The live page, which polls for its data.
     *
     * @param nonce the nonce of its scripts and style, as in the policy of the response
     */
    public static String live(String nonce) throws IOException {
        return fill("live.html", Map.of("nonce", nonce));
    }

    private static String fill(String name, Map<String, String> values) throws IOException {
        String template = resource(name);
        StringBuilder page = new StringBuilder();
        Matcher place = PLACE.matcher(template);
        int from = 0;
        while (place.find()) {
            page.append(template, from, place.start());
            page.append(filling(place.group(1), values));
            from = place.end();
        }
        return page.append(template, from, template.length()).toString();
    }

    private static String filling(String name, Map<String, String> values) throws IOException {
        String value = values.get(name);
        if (value != null) {
            return value;
        }
        return name.endsWith(PART) ? fill(name, values) : resource(name);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name + " is missing from the jar of module ui");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return SOURCE_MAP.matcher(text).replaceAll("");
        }
    }
}

package io.millrace.ui.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/** What holds for every page of ours. */
public final class PageChecks {

    private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

    private final Chromium browser;

    public PageChecks(Chromium browser) {
        this.browser = browser;
    }

    /** The page that is open breaks no rule of axe's. */
    public void assertAccessible() throws Exception {
        try (InputStream in = PageChecks.class.getResourceAsStream(AXE)) {
            assertThat(in).as("axe-core").isNotNull();
            browser.evaluate(new String(in.readAllBytes(), StandardCharsets.UTF_8) + "; 0");
        }
        JsonNode violations =
                browser.evaluate(
                        "axe.run().then(result => result.violations.map(one => one.id + ': ' + one.nodes.map(node => node.html + ' ' + node.failureSummary).join(' | ')))");
        assertThat(violations).isEmpty();
    }

    /** No request went elsewhere, and no page had anything to complain of. */
    public void assertNothingWentWrong(Predicate<String> allowed) {
        assertThat(browser.events("Network.requestWillBeSent"))
                .extracting(event -> event.at("/params/request/url").asText())
                .isNotEmpty()
                .allMatch(url -> url.startsWith("data:") || allowed.test(url));
        assertThat(browser.events("Runtime.exceptionThrown")).isEmpty();
        assertThat(browser.events("Runtime.consoleAPICalled")).isEmpty();
        assertThat(browser.events("Log.entryAdded"))
                .filteredOn(event -> event.at("/params/entry/level").asText().equals("error"))
                .isEmpty();
    }
}

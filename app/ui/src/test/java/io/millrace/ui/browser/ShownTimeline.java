package io.millrace.ui.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;

/** The timeline of a page that is open. */
public final class ShownTimeline {

    private final Chromium browser;

    public ShownTimeline(Chromium browser) {
        this.browser = browser;
    }

    /** Checks that a row of the report's attempts is drawn and says who it is under the pointer. */
    public void assertTells(JsonNode attempt) throws Exception {
        String who = attempt.get(0).asText();
        browser.evaluate(zoomTo(attempt));
        JsonNode point = browser.evaluate(middleOf(attempt));
        assertThat(browser.evaluate(colourAt(point)).asText())
                .as("colour of %s", who)
                .isNotEqualTo("0,0,0,0");
        browser.hover(point.get("x").asDouble(), point.get("y").asDouble());
        assertThat(browser.evaluate("byId('tip').hidden").asBoolean()).isFalse();
        assertThat(browser.evaluate("byId('tip').textContent").asText()).contains(who, " on ");
    }

    private static String zoomTo(JsonNode attempt) {
        long start = attempt.get(3).asLong();
        long span = Math.max(10, attempt.get(4).asLong() - start);
        return "gantt.show(%d, %d); new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))"
                .formatted(start, span);
    }

    /** Where the middle of an attempt is on the screen. */
    private static String middleOf(JsonNode attempt) {
        return """
        (() => {
          const canvas = byId('gantt');
          canvas.scrollIntoView();
          const row = gantt.rows.findIndex(one => one.name === data.threads[%d]);
          const box = canvas.getBoundingClientRect();
          const share = ((%d + %d) / 2 - gantt.from) / (gantt.to - gantt.from);
          return { x: box.left + gantt.label + share * (box.width - gantt.label),
                   y: box.top + Gantt.AXIS + (row + 0.5) * Gantt.ROW, left: box.left, top: box.top };
        })()\
        """
                .formatted(
                        attempt.get(2).asInt(), attempt.get(3).asLong(), attempt.get(4).asLong());
    }

    private static String colourAt(JsonNode point) {
        return "byId('gantt').getContext('2d').getImageData((%f - %f) * devicePixelRatio, (%f - %f - 7) * devicePixelRatio, 1, 1).data.join()"
                .formatted(
                        point.get("x").asDouble(),
                        point.get("left").asDouble(),
                        point.get("y").asDouble(),
                        point.get("top").asDouble());
    }
}

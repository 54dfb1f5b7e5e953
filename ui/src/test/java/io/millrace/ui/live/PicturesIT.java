package io.millrace.ui.live;

import io.millrace.ui.browser.Chromium;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Makes the documentation's picture of a live page anew: of a page that the property names. */
@EnabledIfSystemProperty(
        named = "picture.of",
        matches = "http.+",
        disabledReason = "only for pictures: -Dpicture.of=ADDRESS of a live page")
class PicturesIT {

    @TempDir Path profile;

    @Test
    void aPageWhileItsJobRuns() throws Exception {
        try (Chromium browser = Chromium.start(profile)) {
            browser.open(
                    System.getProperty("picture.of"),
                    "data !== null && data.attempts.some(row => row[5] === 'RUNNING') && data.attempts.length > 7");
            String picture =
                    browser.call(
                                    "Page.captureScreenshot",
                                    Map.of(
                                            "clip",
                                            Map.of(
                                                    "x", 0, "y", 0, "width", 1280, "height", 900,
                                                    "scale", 1)))
                            .get("data")
                            .asText();
            Files.write(Path.of("target", "live.png"), Base64.getDecoder().decode(picture));
        }
    }
}

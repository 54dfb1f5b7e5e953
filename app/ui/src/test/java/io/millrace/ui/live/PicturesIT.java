package io.millrace.ui.live;

import io.millrace.ui.browser.Chromium;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Makes the pictures of the documentation: of the report or live page whose address the property
 * has.
 */
@EnabledIfSystemProperty(
        named = "picture.of",
        matches = "(http|file).+",
        disabledReason = "only for pictures: -Dpicture.of=ADDRESS of a report or a live page")
class PicturesIT {

    @TempDir Path profile;

    @ParameterizedTest
    @CsvSource({
        "'', light, 1280, 900",
        "-dark, dark, 1280, 900",
        "-phone, light, 375, 812",
        "-phone-dark, dark, 375, 812"
    })
    void aPage(String suffix, String scheme, int width, int height) throws Exception {
        String address = System.getProperty("picture.of");
        boolean live = address.startsWith("http");
        try (Chromium browser = Chromium.start(profile)) {
            browser.prefer(scheme);
            browser.resize(width, height);
            browser.open(
                    address,
                    live
                            ? "data !== null && data.attempts.some(row => row[5] === 'RUNNING') && data.attempts.length > 3"
                            : "document.documentElement?.dataset.ready === 'true'");
            browser.evaluate(
                    "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))");
            String picture =
                    browser.call("Page.captureScreenshot", Map.of("format", "png"))
                            .get("data")
                            .asText();
            Files.write(
                    Path.of("target", (live ? "live" : "report") + suffix + ".png"),
                    Base64.getDecoder().decode(picture));
        }
    }
}

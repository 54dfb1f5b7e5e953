package io.millrace.hadoop.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import org.apache.log4j.Logger;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class RedactingLayoutTest {

    @Test
    void aLineAndTheStackOfItsExceptionHaveNoCredentials() {
        StringWriter text = new StringWriter();
        RedactingLayout layout = new RedactingLayout();
        layout.setConversionPattern("%p: %m%n");
        Logger logger = Logger.getLogger("redacting");
        WriterAppender appender = new WriterAppender(layout, text);
        logger.setAdditivity(false);
        logger.addAppender(appender);
        logger.error(
                "Cannot open s3a://me:sesame@bucket/in",
                new IOException("denied", new IOException("url jdbc:x:y?password=sesame")));
        logger.removeAppender(appender);
        assertThat(text.toString())
                .startsWith("ERROR: Cannot open s3a://me:<redacted>@bucket/in")
                .contains(
                        "java.io.IOException: denied", "at " + RedactingLayoutTest.class.getName())
                .contains("Caused by: java.io.IOException: url jdbc:x:y?password=<redacted>")
                .doesNotContain("sesame");
    }
}

package io.millrace.ui.live;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The secret of a request: 256 random bits, different in each process. */
final class Token {

    private static final int BYTES = 32;
    private static final String SCHEME = "Bearer ";

    private final String text;

    Token() {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        text = HexFormat.of().formatHex(random);
    }

    String text() {
        return text;
    }

    /** Whether {@code guess} is the token, in a time that does not depend on the guess. */
    boolean is(@Nullable String guess) {
        return guess != null && MessageDigest.isEqual(bytes(guess), bytes(text));
    }

    /** Whether the value of an {@code Authorization} header has the token. */
    boolean isIn(@Nullable String authorization) {
        return authorization != null
                && authorization.startsWith(SCHEME)
                && is(authorization.substring(SCHEME.length()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

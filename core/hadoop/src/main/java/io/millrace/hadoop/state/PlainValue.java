package io.millrace.hadoop.state;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.util.Locale;
import java.util.Objects;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Values of the JDK that cost nothing to read, so that they are compared before each commit. The
 * code has switches instead of lambdas, because each lambda of a process takes its time once.
 */
enum PlainValue implements Part {
    ZONE("the default time zone"),
    LOCALE("the default locale"),
    LOCALE_OF_TEXTS("the default locale of texts"),
    LOCALE_OF_FORMATS("the default locale of formats"),
    OUT("System.out"),
    ERR("System.err"),
    IN("System.in"),
    UNCAUGHT("the default handler of uncaught exceptions"),
    PROXIES("the default selector of proxies"),
    COOKIES("the default handler of cookies"),
    RESPONSES("the default cache of responses"),
    AUTHENTICATOR("the default authenticator");

    private final String people;

    PlainValue(String people) {
        this.people = people;
    }

    @Override
    public Kept read() {
        return new Read(this, get());
    }

    private record Read(PlainValue value, @Nullable Object before) implements Kept {

        @Override
        public void putBack() {
            if (isChanged()) {
                value.set(before);
            }
        }

        @Override
        public @Nullable String changed() {
            return isChanged() ? value.people : null;
        }

        private boolean isChanged() {
            return !Objects.equals(before, value.get());
        }
    }

    private @Nullable Object get() {
        return switch (this) {
            case ZONE -> TimeZone.getDefault();
            case LOCALE -> Locale.getDefault();
            case LOCALE_OF_TEXTS -> Locale.getDefault(Locale.Category.DISPLAY);
            case LOCALE_OF_FORMATS -> Locale.getDefault(Locale.Category.FORMAT);
            case OUT -> System.out;
            case ERR -> System.err;
            case IN -> System.in;
            case UNCAUGHT -> Thread.getDefaultUncaughtExceptionHandler();
            case PROXIES -> ProxySelector.getDefault();
            case COOKIES -> CookieHandler.getDefault();
            case RESPONSES -> ResponseCache.getDefault();
            case AUTHENTICATOR -> Authenticator.getDefault();
        };
    }

    @SuppressWarnings("NullAway") // null only where the getter returned it
    private void set(@Nullable Object before) {
        switch (this) {
            case ZONE -> TimeZone.setDefault((TimeZone) before);
            case LOCALE -> Locale.setDefault((Locale) before);
            case LOCALE_OF_TEXTS -> Locale.setDefault(Locale.Category.DISPLAY, (Locale) before);
            case LOCALE_OF_FORMATS -> Locale.setDefault(Locale.Category.FORMAT, (Locale) before);
            case OUT -> System.setOut((PrintStream) before);
            case ERR -> System.setErr((PrintStream) before);
            case IN -> System.setIn((InputStream) before);
            case UNCAUGHT ->
                    Thread.setDefaultUncaughtExceptionHandler((UncaughtExceptionHandler) before);
            case PROXIES -> ProxySelector.setDefault((ProxySelector) before);
            case COOKIES -> CookieHandler.setDefault((CookieHandler) before);
            case RESPONSES -> ResponseCache.setDefault((ResponseCache) before);
            case AUTHENTICATOR -> Authenticator.setDefault((Authenticator) before);
        }
    }
}

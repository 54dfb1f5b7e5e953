package io.millrace.hadoop.state;

import java.beans.Introspector;
import java.beans.PropertyEditorManager;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.net.URLConnection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TimeZone;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Values of the process at one moment: what a job's code may replace, of the JDK and of Hadoop.
 * Immutable.
 */
public final class ProcessState {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessState.class);

    /**
     * The values that cost nothing to read. The zone comes before the properties, because asking
     * for it sets one.
     */
    private static final List<Part> PLAIN =
            List.of(
                    Part.of("the default time zone", TimeZone::getDefault, TimeZone::setDefault),
                    new SystemProperties(),
                    Part.of("the default locale", Locale::getDefault, Locale::setDefault),
                    category("the default locale of texts", Locale.Category.DISPLAY),
                    category("the default locale of formats", Locale.Category.FORMAT),
                    Part.of("System.out", () -> System.out, System::setOut),
                    Part.of("System.err", () -> System.err, System::setErr),
                    Part.of("System.in", () -> System.in, System::setIn),
                    Part.of(
                            "the default handler of uncaught exceptions",
                            Thread::getDefaultUncaughtExceptionHandler,
                            Thread::setDefaultUncaughtExceptionHandler),
                    Part.of(
                            "the default selector of proxies",
                            ProxySelector::getDefault,
                            ProxySelector::setDefault),
                    Part.of(
                            "the default handler of cookies",
                            CookieHandler::getDefault,
                            CookieHandler::setDefault),
                    Part.of(
                            "the default cache of responses",
                            ResponseCache::getDefault,
                            ResponseCache::setDefault),
                    Part.of(
                            "the default authenticator",
                            Authenticator::getDefault,
                            Authenticator::setDefault),
                    Part.of(
                            "whether connections may ask the user by default",
                            URLConnection::getDefaultAllowUserInteraction,
                            URLConnection::setDefaultAllowUserInteraction),
                    Part.of(
                            "whether connections follow redirects by default",
                            HttpURLConnection::getFollowRedirects,
                            HttpURLConnection::setFollowRedirects),
                    Part.of(
                            "the default verifier of host names",
                            HttpsURLConnection::getDefaultHostnameVerifier,
                            HttpsURLConnection::setDefaultHostnameVerifier),
                    Part.of(
                            "the packages of property editors",
                            () -> List.of(PropertyEditorManager.getEditorSearchPath()),
                            path ->
                                    PropertyEditorManager.setEditorSearchPath(
                                            path.toArray(new String[0]))),
                    Part.of(
                            "the packages of bean descriptions",
                            () -> List.of(Introspector.getBeanInfoSearchPath()),
                            path ->
                                    Introspector.setBeanInfoSearchPath(
                                            path.toArray(new String[0]))),
                    Part.of(
                            "the login timeout of DriverManager",
                            DriverManager::getLoginTimeout,
                            DriverManager::setLoginTimeout),
                    Part.of(
                            "the log writer of DriverManager",
                            DriverManager::getLogWriter,
                            DriverManager::setLogWriter));

    /** Values that only the private fields of others hold, or that load many classes when read. */
    private static final List<Part> OTHERS =
            List.of(
                    StaticField.of(URLConnection.class, "fileNameMap"),
                    StaticField.of(URLConnection.class, "defaultUseCaches"),
                    StaticField.of(URLConnection.class, "defaultCaching"),
                    new OnceFields(),
                    new SecurityProviders(),
                    new LogLevels(),
                    new NamedLevels(),
                    new NamedValues(),
                    StaticField.of(UserGroupInformation.class, "conf"),
                    StaticField.of(UserGroupInformation.class, "authenticationMethod"),
                    StaticField.of(SecurityUtil.class, "useIpForTokenService"),
                    StaticField.of(SecurityUtil.class, "hostResolver"));

    private final List<Part.Kept> values;

    private ProcessState(List<Part.Kept> values) {
        this.values = values;
    }

    /** Reads all values. */
    public static ProcessState read() {
        return new ProcessState(
                Stream.concat(PLAIN.stream(), OTHERS.stream()).map(Part::read).toList());
    }

    /** Reads the values that {@link #changed} compares; takes microseconds. */
    public static ProcessState glance() {
        return new ProcessState(PLAIN.stream().map(Part::read).toList());
    }

    /** Puts back all values that have changed. Logs those that refuse. */
    public void restore() {
        for (Part.Kept value : values) {
            try {
                value.putBack();
            } catch (RuntimeException e) {
                LOG.warn("A value of the process that a task changed could not be put back", e);
            }
        }
    }

    /**
     * Names the first value that differs from the process's by now, for people; null if none does.
     */
    public @Nullable String changed() {
        return values.stream()
                .map(Part.Kept::changed)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Makes the next call of a setter that works once in a JVM the first one. */
    public static void allowOnce() {
        OnceFields.empty();
    }

    /**
     * Makes levels of {@code java.util.logging} findable that a copy of a job's classes defines.
     */
    public static void definesLevels(ClassLoader copy) {
        NamedLevels.forgetOther(copy);
    }

    /** Call it before a task sets this security property. */
    public static void setsSecurity(String name) {
        NamedValues.security(name);
    }

    /** Call it before a task registers an editor for that type. */
    public static void edits(Class<?> type) {
        NamedValues.edited(type);
    }

    private static Part category(String name, Locale.Category category) {
        return Part.of(
                name,
                () -> Locale.getDefault(category),
                locale -> Locale.setDefault(category, locale));
    }
}

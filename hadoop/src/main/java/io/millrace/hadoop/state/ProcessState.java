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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import javax.net.ssl.HttpsURLConnection;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Values of the process at one moment: what a job's code may replace, of the JDK and of Hadoop.
 * Immutable.
 */
public final class ProcessState {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessState.class);

    private static final List<Part> PARTS =
            List.of(
                    new SystemProperties(),
                    ProcessState::zone,
                    Part.of(Locale::getDefault, Locale::setDefault),
                    category(Locale.Category.DISPLAY),
                    category(Locale.Category.FORMAT),
                    Part.of(() -> System.out, System::setOut),
                    Part.of(() -> System.err, System::setErr),
                    Part.of(() -> System.in, System::setIn),
                    Part.of(
                            Thread::getDefaultUncaughtExceptionHandler,
                            Thread::setDefaultUncaughtExceptionHandler),
                    Part.of(ProxySelector::getDefault, ProxySelector::setDefault),
                    Part.of(CookieHandler::getDefault, CookieHandler::setDefault),
                    Part.of(ResponseCache::getDefault, ResponseCache::setDefault),
                    Part.of(Authenticator::getDefault, Authenticator::setDefault),
                    StaticField.of(URLConnection.class, "fileNameMap"),
                    StaticField.of(URLConnection.class, "defaultUseCaches"),
                    StaticField.of(URLConnection.class, "defaultCaching"),
                    Part.of(
                            URLConnection::getDefaultAllowUserInteraction,
                            URLConnection::setDefaultAllowUserInteraction),
                    Part.of(
                            HttpURLConnection::getFollowRedirects,
                            HttpURLConnection::setFollowRedirects),
                    Part.of(
                            HttpsURLConnection::getDefaultHostnameVerifier,
                            HttpsURLConnection::setDefaultHostnameVerifier),
                    new OnceFields(),
                    new SecurityProviders(),
                    new LogLevels(),
                    new NamedValues(),
                    Part.of(
                            () -> List.of(PropertyEditorManager.getEditorSearchPath()),
                            path ->
                                    PropertyEditorManager.setEditorSearchPath(
                                            path.toArray(new String[0]))),
                    Part.of(
                            () -> List.of(Introspector.getBeanInfoSearchPath()),
                            path ->
                                    Introspector.setBeanInfoSearchPath(
                                            path.toArray(new String[0]))),
                    Part.of(DriverManager::getLoginTimeout, DriverManager::setLoginTimeout),
                    Part.of(DriverManager::getLogWriter, DriverManager::setLogWriter),
                    StaticField.of(UserGroupInformation.class, "conf"),
                    StaticField.of(UserGroupInformation.class, "authenticationMethod"),
                    StaticField.of(SecurityUtil.class, "useIpForTokenService"),
                    StaticField.of(SecurityUtil.class, "hostResolver"));

    private final List<Runnable> values;

    private ProcessState(List<Runnable> values) {
        this.values = values;
    }

    /** Reads the values. */
    public static ProcessState read() {
        List<Runnable> values = new ArrayList<>();
        for (Part part : PARTS) {
            values.add(part.read());
        }
        return new ProcessState(values);
    }

    /** Puts back all values that have changed. Logs those that refuse. */
    public void restore() {
        for (Runnable value : values) {
            try {
                value.run();
            } catch (RuntimeException e) {
                LOG.warn("A value of the process that a task changed could not be put back", e);
            }
        }
    }

    /** Makes the next call of a setter that works once in a JVM the first one. */
    public static void allowOnce() {
        OnceFields.empty();
    }

    /** Call it before a task sets this security property. */
    public static void setsSecurity(String name) {
        NamedValues.security(name);
    }

    /** Call it before a task registers an editor for that type. */
    public static void edits(Class<?> type) {
        NamedValues.edited(type);
    }

    private static Runnable zone() {
        TimeZone before = TimeZone.getDefault();
        return () -> {
            if (!before.equals(TimeZone.getDefault())) {
                TimeZone.setDefault(before);
            }
        };
    }

    private static Part category(Locale.Category category) {
        return Part.of(
                () -> Locale.getDefault(category), locale -> Locale.setDefault(category, locale));
    }
}

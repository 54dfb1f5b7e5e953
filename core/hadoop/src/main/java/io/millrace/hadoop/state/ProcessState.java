package io.millrace.hadoop.state;

import java.beans.Introspector;
import java.beans.PropertyEditorManager;
import java.net.HttpURLConnection;
import java.net.URLConnection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
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

    /** Created on first use, because most jobs change nothing. */
    private static final class Others {

        static final List<Part> ALL =
                List.of(
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
                        new ZoneProviders(),
                        new SecurityProviders(),
                        new AddedLoggers(),
                        new LogLevels(),
                        new NamedLevels(),
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
                        StaticField.of(UserGroupInformation.class, "loginUserRef").referent(),
                        StaticField.of(UserGroupInformation.class, "authenticationMethod"),
                        StaticField.of(SecurityUtil.class, "useIpForTokenService"),
                        StaticField.of(SecurityUtil.class, "hostResolver"));
    }

    private final List<Part.Kept> values;

    private ProcessState(List<Part.Kept> values) {
        this.values = values;
    }

    /** Reads all values. */
    public static ProcessState read() {
        List<Part.Kept> values = plain();
        for (Part each : Others.ALL) {
            values.add(each.read());
        }
        return new ProcessState(values);
    }

    /** Reads only the values that {@link #changed} compares. */
    public static ProcessState glance() {
        return new ProcessState(plain());
    }

    /** The zone comes before the properties, because asking for it sets one. */
    private static List<Part.Kept> plain() {
        List<Part.Kept> values = new ArrayList<>();
        for (PlainValue each : PlainValue.values()) {
            values.add(each.read());
        }
        values.add(new SystemProperties().read());
        return values;
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
        for (Part.Kept value : values) {
            String changed = value.changed();
            if (changed != null) {
                return changed;
            }
        }
        return null;
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

    /** Call it before a task enters a logger under that name. */
    public static void addsLogger(String name) {
        AddedLoggers.adds(name);
    }

    /** Call it before a task registers an editor for that type. */
    public static void edits(Class<?> type) {
        NamedValues.edited(type);
    }
}

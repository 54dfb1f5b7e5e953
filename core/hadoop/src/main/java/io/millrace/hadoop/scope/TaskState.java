package io.millrace.hadoop.scope;

import io.millrace.hadoop.state.AnnouncedProperties;
import io.millrace.hadoop.state.ProcessState;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.Security;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.TimeZone;
import java.util.logging.Logger;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.jspecify.annotations.Nullable;

/**
 * The guards of calls that change state of the process, in a job's rewritten classes. An attempt
 * that is about to make such a call waits here until no other attempt of the job runs. Calls that
 * change nothing need not wait.
 *
 * <p>Public only because the job's classes call it. The last parameter of each guard names the
 * call.
 */
public final class TaskState {

    private static volatile @Nullable AnnouncedProperties properties;

    private TaskState() {}

    /** Any other change. */
    public static void before(String call) {
        UserScope scope = UserScope.origin();
        TaskSlot slot = scope == null ? null : scope.slot();
        if (slot != null) {
            slot.alone(call);
        }
    }

    /** {@code System.setProperty}. */
    public static void property(@Nullable String name, @Nullable String value, String call) {
        if (name == null || !Objects.equals(System.getProperty(name), value)) {
            before(call);
        }
    }

    /** {@code System.clearProperty}. */
    public static void property(@Nullable String name, String call) {
        if (name == null || System.getProperty(name) != null) {
            before(call);
        }
    }

    /**
     * {@code System.getProperties}, which is called to change properties as well as to read them.
     */
    public static Properties properties() {
        Properties all = System.getProperties();
        UserScope scope = UserScope.origin();
        if (scope == null || scope.slot() == null || all instanceof AnnouncedProperties) {
            return all;
        }
        AnnouncedProperties last = properties;
        if (last == null || !last.areOf(all)) {
            last = new AnnouncedProperties(all, TaskState::before);
            properties = last;
        }
        return last;
    }

    /** {@code TimeZone.setDefault}. */
    public static void zone(@Nullable TimeZone zone, String call) {
        if (!TimeZone.getDefault().equals(zone)) {
            before(call);
        }
    }

    /** {@code Locale.setDefault}. */
    public static void locale(@Nullable Locale locale, String call) {
        if (!Locale.getDefault().equals(locale)
                || !Locale.getDefault(Locale.Category.FORMAT).equals(locale)
                || !Locale.getDefault(Locale.Category.DISPLAY).equals(locale)) {
            before(call);
        }
    }

    /** {@code Security.setProperty}. */
    public static void security(@Nullable String name, @Nullable String value, String call) {
        if (name != null && !Objects.equals(Security.getProperty(name), value)) {
            ProcessState.setsSecurity(name);
            before(call);
        }
    }

    /** {@code LogManager.addLogger}. */
    public static void logger(@Nullable Logger logger, String call) {
        if (logger != null && logger.getName() != null) {
            ProcessState.addsLogger(logger.getName());
            before(call);
        }
    }

    /** {@code PropertyEditorManager.registerEditor}. */
    public static void editor(@Nullable Class<?> type, @Nullable Class<?> editor, String call) {
        if (type != null) {
            ProcessState.edits(type);
        }
        before(call);
    }

    /** A setter that works once in a JVM. On a cluster, each task has a JVM. */
    public static void once(String call) {
        UserScope scope = UserScope.origin();
        if (scope != null && scope.slot() != null) {
            before(call);
            ProcessState.allowOnce();
        }
    }

    /**
     * The constructor of a level of {@code java.util.logging}, which is found by name from then on.
     */
    public static void level(String call) {
        UserScope scope = UserScope.origin();
        if (scope != null && scope.slot() != null) {
            before(call);
            ProcessState.definesLevels(scope.conf().getClassLoader());
        }
    }

    /** Registers a bean: attempts wait only for a name that another one has. */
    public static void bean(@Nullable ObjectName name, String call) {
        UserScope scope = UserScope.origin();
        TaskSlot slot = scope == null ? null : scope.slot();
        if (name == null || slot == null) {
            return;
        }
        slot.claim(name, call);
    }

    /** Opens a port: attempts wait if they choose its number. */
    public static void port(int port, String call) {
        if (port != 0) {
            before(call);
        }
    }

    /** The same, with a number of connections that may wait. */
    public static void port(int port, int backlog, String call) {
        port(port, call);
    }

    /** The same for an address. */
    public static void port(@Nullable SocketAddress address, String call) {
        if (address instanceof InetSocketAddress internet) {
            port(internet.getPort(), call);
        }
    }

    /** The same, with a number of connections that may wait. */
    public static void port(@Nullable SocketAddress address, int backlog, String call) {
        port(address, call);
    }

    /** The same for a server of the JDK. */
    public static void port(@Nullable InetSocketAddress address, int backlog, String call) {
        port((SocketAddress) address, call);
    }

    /**
     * Registers metrics, whose names are unique in a process: Hadoop appends a number to a name
     * that another attempt or the client has.
     */
    public static void metrics(String call) {
        UserScope scope = UserScope.origin();
        if (scope != null && scope.slot() != null) {
            DefaultMetricsSystem.setMiniClusterMode(true);
        }
    }
}

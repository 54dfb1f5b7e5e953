package io.millrace.bytecode.state;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * The public methods of the JDK and of Hadoop that change state of the whole process. On a cluster,
 * each task has its own process, so such a change concerns no other task.
 *
 * <p>Log levels of Log4j are not among them: they do not change results, and jobs set them often.
 * Neither is {@code DriverManager.registerDriver}: a caller sees the drivers of its own loader
 * only.
 */
public final class StateCalls {

    /** The guard of calls without a narrower one. */
    private static final String ANY = "before";

    private static final String STRING = "Ljava/lang/String;";
    private static final String CLASS = "Ljava/lang/Class;";

    /** By owner and name; a descriptor follows where overloads differ. */
    private static final Map<String, StateCall> ALL = new HashMap<>();

    /** The names of the methods by owner. */
    private static final Map<String, Set<String>> NAMES = new HashMap<>();

    static {
        value("property", STRING + STRING, "java/lang/System", "setProperty");
        value("property", STRING, "java/lang/System", "clearProperty");
        view("properties", "java/lang/System", "getProperties");
        value(
                ANY,
                "",
                "java/lang/System",
                "setProperties",
                "setOut",
                "setErr",
                "setIn",
                "setSecurityManager");
        value(ANY, "", "java/lang/Thread", "setDefaultUncaughtExceptionHandler");
        value("zone", "Ljava/util/TimeZone;", "java/util/TimeZone", "setDefault");
        value("locale", "Ljava/util/Locale;", "java/util/Locale", "setDefault");
        network();
        security();
        value(
                ANY,
                "",
                "java/util/logging/LogManager",
                "readConfiguration",
                "updateConfiguration",
                "reset");
        value("logger", "Ljava/util/logging/Logger;", "java/util/logging/LogManager", "addLogger");
        value(
                ANY,
                "",
                "java/util/logging/Logger",
                "setLevel",
                "addHandler",
                "removeHandler",
                "setUseParentHandlers",
                "setFilter");
        value("editor", CLASS + CLASS, "java/beans/PropertyEditorManager", "registerEditor");
        value(ANY, "", "java/beans/PropertyEditorManager", "setEditorSearchPath");
        value(ANY, "", "java/beans/Beans", "setGuiAvailable", "setDesignTime");
        value(ANY, "", "java/time/zone/ZoneRulesProvider", "registerProvider");
        value(ANY, "", "java/beans/Introspector", "setBeanInfoSearchPath");
        value(
                ANY,
                "",
                "java/sql/DriverManager",
                "deregisterDriver",
                "setLoginTimeout",
                "setLogWriter",
                "setLogStream");
        value(
                ANY,
                "",
                "java/util/prefs/Preferences",
                "put",
                "putInt",
                "putLong",
                "putBoolean",
                "putFloat",
                "putDouble",
                "putByteArray",
                "remove",
                "clear",
                "removeNode");
        value(ANY, "", "javax/imageio/ImageIO", "setUseCache", "setCacheDirectory");
        hadoop();
        claims();
    }

    private StateCalls() {}

    private static void network() {
        for (String type : new String[] {"ProxySelector", "CookieHandler", "ResponseCache"}) {
            value(ANY, "", "java/net/" + type, "setDefault");
        }
        value(ANY, "", "java/net/Authenticator", "setDefault");
        value(
                ANY,
                "",
                "java/net/URLConnection",
                "setFileNameMap",
                "setDefaultAllowUserInteraction",
                "setDefaultUseCaches",
                "setDefaultRequestProperty");
        value(ANY, "", "java/net/HttpURLConnection", "setFollowRedirects");
        value(
                ANY,
                "",
                "javax/net/ssl/HttpsURLConnection",
                "setDefaultHostnameVerifier",
                "setDefaultSSLSocketFactory");
        value(ANY, "", "javax/net/ssl/SSLContext", "setDefault");
        value("once", "", "java/net/URL", "setURLStreamHandlerFactory");
        value("once", "", "java/net/URLConnection", "setContentHandlerFactory");
        value("once", "", "java/net/Socket", "setSocketImplFactory");
        value("once", "", "java/net/ServerSocket", "setSocketFactory");
        value("once", "", "java/net/DatagramSocket", "setDatagramSocketImplFactory");
        value("once", "", "java/rmi/server/RMISocketFactory", "setSocketFactory");
        value(ANY, "", "java/rmi/server/RMISocketFactory", "setFailureHandler");
        value(ANY, "", "java/rmi/server/LogStream", "setDefaultStream");
        value(ANY, "", "java/rmi/server/RemoteServer", "setLog");
        value(
                "once",
                "",
                "javax/naming/spi/NamingManager",
                "setInitialContextFactoryBuilder",
                "setObjectFactoryBuilder");
    }

    private static void security() {
        value(
                ANY,
                "",
                "java/security/Security",
                "addProvider",
                "insertProviderAt",
                "removeProvider");
        value("security", STRING + STRING, "java/security/Security", "setProperty");
        value(ANY, "", "java/security/Policy", "setPolicy");
        value(
                "once",
                "",
                "java/io/ObjectInputFilter$Config",
                "setSerialFilter",
                "setSerialFilterFactory");
        value(ANY, "", "javax/security/auth/login/Configuration", "setConfiguration");
    }

    private static void hadoop() {
        value(
                ANY,
                "",
                "org/apache/hadoop/security/UserGroupInformation",
                "setConfiguration",
                "setLoginUser",
                "loginUserFromKeytab",
                "loginUserFromSubject",
                "reset");
        value(
                ANY,
                "",
                "org/apache/hadoop/security/SecurityUtil",
                "setConfiguration",
                "setTokenServiceUseIp");
        value(ANY, "", "org/apache/hadoop/conf/Configuration", "addDefaultResource");
        value(ANY, "", "org/apache/hadoop/net/NetUtils", "addStaticResolution");
    }

    private static void claims() {
        String bean = "Ljavax/management/ObjectName;";
        claim("bean", bean, "javax/management/MBeanServer", "registerMBean");
        claim("port", "I", "java/net/ServerSocket", "<init>(I)V");
        claim("port", "II", "java/net/ServerSocket", "<init>(II)V");
        claim("port", "I", "java/net/DatagramSocket", "<init>(I)V");
        String address = "Ljava/net/SocketAddress;";
        String bound = "bind(Ljava/net/SocketAddress;)V";
        claim("port", address, "java/net/ServerSocket", bound);
        claim("port", address, "java/net/DatagramSocket", bound, "<init>(" + address + ")V");
        for (String channel :
                new String[] {"ServerSocket", "AsynchronousServerSocket", "Datagram"}) {
            claim("port", address, "java/nio/channels/" + channel + "Channel", "bind");
        }
        String withBacklog = "Ljava/net/SocketAddress;I";
        for (String channel : new String[] {"ServerSocket", "AsynchronousServerSocket"}) {
            String type = "java/nio/channels/" + channel + "Channel";
            claim("port", withBacklog, type, "bind(" + withBacklog + ")L" + type + ";");
        }
        claim("port", withBacklog, "java/net/ServerSocket", "bind(" + withBacklog + ")V");
        for (String server : new String[] {"HttpServer", "HttpsServer"}) {
            String type = "com/sun/net/httpserver/" + server;
            String parameters = "(Ljava/net/InetSocketAddress;I)";
            claim(
                    "port",
                    "Ljava/net/InetSocketAddress;I",
                    type,
                    "create" + parameters + "L" + type + ";");
            claim("port", "Ljava/net/InetSocketAddress;I", type, "bind" + parameters + "V");
        }
        claim(
                "port",
                "I",
                "java/rmi/registry/LocateRegistry",
                "createRegistry(I)Ljava/rmi/registry/Registry;");
        claim("level", "", "java/util/logging/Level", "<init>");
        claim("metrics", "", "org/apache/hadoop/metrics2/MetricsSystem", "register");
        claim("metrics", "", "org/apache/hadoop/metrics2/lib/DefaultMetricsSystem", "initialize");
        claim("metrics", "", "org/apache/hadoop/metrics2/util/MBeans", "register");
    }

    private static void value(String guard, String peeked, String owner, String... names) {
        for (String name : names) {
            add(owner, name, StateCall.value(shown(name, owner), guard, peeked));
        }
    }

    private static void view(String guard, String owner, String name) {
        add(owner, name, StateCall.view(shown(name, owner), guard));
    }

    private static void claim(String guard, String peeked, String owner, String... names) {
        for (String name : names) {
            add(owner, name, StateCall.claim(shown(name, owner), guard, peeked));
        }
    }

    private static void add(String owner, String name, StateCall call) {
        ALL.put(owner + "." + name, call);
        NAMES.computeIfAbsent(owner, each -> new HashSet<>()).add(plain(name));
    }

    private static String plain(String name) {
        int parameters = name.indexOf('(');
        return parameters < 0 ? name : name.substring(0, parameters);
    }

    private static String shown(String name, String owner) {
        String plain = plain(name);
        String type = owner.substring(owner.lastIndexOf('/') + 1);
        return plain.equals("<init>") ? "new " + type : type + "." + plain;
    }

    /** All changes. */
    public static Collection<StateCall> all() {
        return Collections.unmodifiableCollection(ALL.values());
    }

    /** The classes with such methods, by internal name. */
    public static Set<String> owners() {
        return Collections.unmodifiableSet(NAMES.keySet());
    }

    /** The names of such methods of a class. */
    public static Set<String> names(String owner) {
        return Collections.unmodifiableSet(NAMES.getOrDefault(owner, Set.of()));
    }

    /** Whether a call of this method may be a change, whatever its descriptor is. */
    public static boolean concern(String owner, String name) {
        Set<String> names = NAMES.get(owner);
        return names != null && names.contains(name);
    }

    /** The change that a call of this method makes; null if it makes none. */
    public static @Nullable StateCall of(String owner, String name, String descriptor) {
        StateCall exact = ALL.get(owner + "." + name + descriptor);
        StateCall call = exact == null ? ALL.get(owner + "." + name) : exact;
        return call == null || takes(descriptor, call.peeked()) ? call : null;
    }

    /** Whether the last parameters of a method are of these types. */
    private static boolean takes(String descriptor, String peeked) {
        StringBuilder parameters = new StringBuilder();
        for (Type type : Type.getArgumentTypes(descriptor)) {
            parameters.append(type.getDescriptor());
        }
        return parameters.toString().endsWith(peeked);
    }
}

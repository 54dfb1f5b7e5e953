package io.millrace.hadoop.isolation;

import static java.io.ObjectInputFilter.Status.UNDECIDED;

import java.beans.PropertyEditorManager;
import java.beans.PropertyEditorSupport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.PrintStream;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.rmi.server.RMISocketFactory;
import java.security.Provider;
import java.security.Security;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.Hashtable;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import javax.management.ObjectName;
import javax.naming.NamingException;
import javax.naming.spi.NamingManager;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.jspecify.annotations.Nullable;

/**
 * Sets a value of the process, gives another mapper time to do the same, and writes whether it
 * finds what it has set.
 */
@SuppressWarnings("ReferenceEquality") // the very objects that were set
public final class StateMapper extends Mapper<LongWritable, Text, Text, Text> {

    static final String KIND = "state.kind";

    static final String PORT = "state.port";

    /** The name of all that has one. */
    static final String KEY = "state.mapper";

    /** Where mappers of any class loader find the latch. */
    static final String LATCH = "state.latch";

    private static final long PATIENCE_MILLIS = 300;

    /** What mappers set and find again. */
    public enum Kind {
        PROPERTY,
        PROPERTIES,
        ZONE,
        LOCALE,
        OUT,
        IN,
        UNCAUGHT,
        PROXY,
        COOKIES,
        AUTHENTICATOR,
        PROVIDER,
        SECURITY,
        LEVEL,
        EDITOR,
        BEAN,
        FACTORY,
        PORT,
        OWN_LEVEL,
        ADDED_LOGGER,
        PUT,
        MERGED,
        LOADED,
        BY_REFERENCE,
        SERIAL_FILTER,
        FILTER_FACTORY,
        ZONE_RULES,
        NAMING,
        OBJECTS_OF_NAMES,
        RMI
    }

    /** Without attributes; the name is what counts. */
    public interface ProbeMBean {}

    public static final class Probe implements ProbeMBean {}

    public static final class Editor extends PropertyEditorSupport {}

    /** A level that the JDK keeps by its name. */
    private static final class OwnLevel extends Level {

        static final OwnLevel LEVEL = new OwnLevel();

        OwnLevel() {
            super(KEY, 850);
        }
    }

    private static final class OwnLogger extends Logger {

        static final String NAME = "state.mapper.own";

        OwnLogger() {
            super(NAME, null);
        }
    }

    private static final class OwnZone extends ZoneRulesProvider {

        static final ZoneRules RULES = ZoneRules.of(ZoneOffset.ofHours(1));

        @Override
        protected Set<String> provideZoneIds() {
            return Set.of(KEY);
        }

        @Override
        protected ZoneRules provideRules(String zone, boolean forCaching) {
            return RULES;
        }

        @Override
        protected NavigableMap<String, ZoneRules> provideVersions(String zone) {
            return new TreeMap<>(Map.of(KEY, RULES));
        }
    }

    private static final class OwnSockets extends RMISocketFactory {

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return new Socket(host, port);
        }

        @Override
        public ServerSocket createServerSocket(int port) throws IOException {
            return new ServerSocket(port);
        }
    }

    private static final class Handler extends URLStreamHandler {
        @Override
        protected @Nullable URLConnection openConnection(URL url) {
            return null;
        }
    }

    private Kind kind = Kind.PROPERTY;
    private String mine = "";
    private int number;
    private @Nullable Object set;

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
        kind = context.getConfiguration().getEnum(KIND, Kind.PROPERTY);
        number = context.getTaskAttemptID().getTaskID().getId();
        mine = "task" + number;
        CountDownLatch latch = (CountDownLatch) System.getProperties().get(LATCH);
        try {
            set(context.getConfiguration().getInt(PORT, 0));
        } catch (Exception e) {
            throw new IOException(kind + " cannot be set", e);
        }
        latch.countDown();
        latch.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    protected void map(LongWritable key, Text value, Context context)
            throws IOException, InterruptedException {
        try {
            context.write(new Text(isMine() ? "right" : "another's"), value);
        } catch (IOException | InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(kind + " cannot be read", e);
        }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
        if (set instanceof ServerSocket socket) {
            socket.close();
        }
    }

    @SuppressWarnings("deprecation") // the constructors of Locale and URL, on the newest JDK
    private void set(int port) throws Exception {
        switch (kind) {
            case PROPERTY -> System.setProperty(KEY, mine);
            case PROPERTIES -> {
                Properties own = new Properties();
                own.putAll(System.getProperties());
                own.setProperty(KEY, mine);
                System.setProperties(own);
            }
            case ZONE -> TimeZone.setDefault(new SimpleTimeZone(number, mine));
            case LOCALE -> Locale.setDefault(new Locale("x" + number));
            case OUT -> System.setOut(keep(new PrintStream(new ByteArrayOutputStream())));
            case IN -> System.setIn(keep(new ByteArrayInputStream(new byte[0])));
            case UNCAUGHT -> Thread.setDefaultUncaughtExceptionHandler(keep((thread, e) -> {}));
            case PROXY -> ProxySelector.setDefault(keep(ProxySelector.of(null)));
            case COOKIES -> CookieHandler.setDefault(keep(new CookieManager()));
            case AUTHENTICATOR -> Authenticator.setDefault(keep(new Authenticator() {}));
            case PROVIDER -> Security.addProvider(keep(new Provider(KEY, "1", "") {}));
            case SECURITY -> Security.setProperty(KEY, mine);
            case LEVEL -> Logger.getLogger(KEY).setLevel(level());
            case EDITOR -> PropertyEditorManager.registerEditor(int.class, Editor.class);
            case BEAN ->
                    ManagementFactory.getPlatformMBeanServer()
                            .registerMBean(new Probe(), new ObjectName("state:type=Mapper"));
            case FACTORY -> URL.setURLStreamHandlerFactory(protocol -> new Handler());
            case PORT -> keep(new ServerSocket(port));
            case OWN_LEVEL -> keep(OwnLevel.LEVEL);
            case ADDED_LOGGER -> LogManager.getLogManager().addLogger(keep(new OwnLogger()));
            case PUT -> System.getProperties().put(KEY, mine);
            case MERGED -> {
                Map<Object, Object> all = System.getProperties();
                all.merge(KEY, mine, (old, own) -> old + " and " + own);
            }
            case LOADED -> System.getProperties().load(new StringReader(KEY + "=" + mine));
            case BY_REFERENCE -> {
                Supplier<Properties> all = System::getProperties;
                all.get().computeIfAbsent(KEY, any -> mine);
            }
            default -> setOnce();
        }
    }

    /** A JVM accepts each of these once. */
    private void setOnce() throws Exception {
        switch (kind) {
            case SERIAL_FILTER -> ObjectInputFilter.Config.setSerialFilter(keep(any -> UNDECIDED));
            case FILTER_FACTORY ->
                    ObjectInputFilter.Config.setSerialFilterFactory(keep((old, next) -> next));
            case ZONE_RULES -> ZoneRulesProvider.registerProvider(new OwnZone());
            case NAMING ->
                    NamingManager.setInitialContextFactoryBuilder(any -> {
                        throw new NamingException(mine);
                    });
            case OBJECTS_OF_NAMES ->
                    NamingManager.setObjectFactoryBuilder(
                            (any, settings) -> (object, name, context, more) -> mine);
            case RMI -> RMISocketFactory.setSocketFactory(keep(new OwnSockets()));
            default -> throw new IllegalStateException(kind.toString());
        }
    }

    @SuppressWarnings("deprecation") // as above
    private boolean isMine() throws Exception {
        return switch (kind) {
            case PROPERTY, PROPERTIES, PUT, MERGED, LOADED, BY_REFERENCE ->
                    mine.equals(System.getProperty(KEY));
            case ZONE -> mine.equals(TimeZone.getDefault().getID());
            case LOCALE -> Locale.getDefault().getLanguage().equals("x" + number);
            case OUT -> System.out == set;
            case IN -> System.in == set;
            case UNCAUGHT -> Thread.getDefaultUncaughtExceptionHandler() == set;
            case PROXY -> ProxySelector.getDefault() == set;
            case COOKIES -> CookieHandler.getDefault() == set;
            case AUTHENTICATOR -> Authenticator.getDefault() == set;
            case PROVIDER -> Security.getProvider(KEY) == set;
            case SECURITY -> mine.equals(Security.getProperty(KEY));
            case LEVEL -> Objects.equals(level(), Logger.getLogger(KEY).getLevel());
            case EDITOR -> PropertyEditorManager.findEditor(int.class) instanceof Editor;
            case FACTORY -> new URL("state:mapper").openConnection() == null;
            case OWN_LEVEL -> Level.parse(KEY) == set;
            case ADDED_LOGGER -> LogManager.getLogManager().getLogger(OwnLogger.NAME) == set;
            case SERIAL_FILTER -> ObjectInputFilter.Config.getSerialFilter() == set;
            case FILTER_FACTORY -> ObjectInputFilter.Config.getSerialFilterFactory() == set;
            case ZONE_RULES -> ZoneRulesProvider.getRules(KEY, false) == OwnZone.RULES;
            case NAMING -> mine.equals(initialContext());
            case OBJECTS_OF_NAMES ->
                    mine.equals(NamingManager.getObjectInstance("", null, null, null));
            case RMI -> RMISocketFactory.getSocketFactory() == set;
            case BEAN, PORT -> true;
        };
    }

    @SuppressWarnings("JdkObsolete") // the interface asks for one
    private static @Nullable String initialContext() {
        try {
            return NamingManager.getInitialContext(new Hashtable<>()).toString();
        } catch (NamingException e) {
            return e.getMessage();
        }
    }

    private Level level() {
        return number == 0 ? Level.FINE : Level.SEVERE;
    }

    private <T> T keep(T own) {
        set = own;
        return own;
    }
}

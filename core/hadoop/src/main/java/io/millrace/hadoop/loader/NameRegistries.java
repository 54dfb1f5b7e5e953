package io.millrace.hadoop.loader;

import io.millrace.hadoop.scope.UserScope;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableName;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's static registries of classes and objects by name. On a cluster, each task has its own;
 * here, code with a copy of the job's classes finds what that copy has registered, and all others
 * what the client has.
 */
final class NameRegistries {

    private static final Logger LOG = LoggerFactory.getLogger(NameRegistries.class);

    /** The registrations of the copies of jobs' classes. */
    private static final Map<ClassLoader, Copy> COPIES = new ConcurrentHashMap<>();

    static {
        replace(WritableName.class, null, "NAME_TO_CLASS", WritableNames::new);
        replace(Token.class, null, "tokenKindMap", TokenKinds::new);
        replace(
                GlobalStorageStatistics.class,
                GlobalStorageStatistics.INSTANCE,
                "map",
                Statistics::new);
    }

    private NameRegistries() {}

    /** The registries of one copy. */
    private static final class Copy {
        private final Map<String, Class<?>> names = new ConcurrentHashMap<>();
        private final NavigableMap<String, StorageStatistics> statistics = new TreeMap<>();
        private @Nullable Map<Text, Class<? extends TokenIdentifier>> kinds;

        /** Guarded by the class of tokens, whose lock Hadoop holds. */
        Map<Text, Class<? extends TokenIdentifier>> kinds(ClassLoader loader) {
            Map<Text, Class<? extends TokenIdentifier>> known = kinds;
            if (known == null) {
                known = kindsOf(ServiceLoader.load(TokenIdentifier.class, loader));
                kinds = known;
            }
            return known;
        }
    }

    /** Replaces Hadoop's registries, the first time. */
    static void install() {
        // done by the initializer
    }

    /** Forgets what a copy of a job's classes has registered. */
    static void forget(ClassLoader loader) {
        COPIES.remove(loader);
    }

    private interface Replacement<T> {
        Object of(T before);
    }

    @SuppressWarnings("unchecked") // the field's own type
    private static <T> void replace(
            Class<?> owner, @Nullable Object object, String name, Replacement<T> by) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            field.set(object, by.of((T) field.get(object)));
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("Attempts share {}.{}", owner, name, e);
        }
    }

    /** The loader of a job's classes whose code asks; null for other code. */
    private static @Nullable JobClassLoader asking() {
        UserScope scope = UserScope.origin();
        return scope != null && scope.conf().getClassLoader() instanceof JobClassLoader own
                ? own
                : null;
    }

    private static @Nullable Copy copyOf(@Nullable ClassLoader loader) {
        return loader instanceof JobClassLoader
                ? COPIES.computeIfAbsent(loader, any -> new Copy())
                : null;
    }

    private static Map<Text, Class<? extends TokenIdentifier>> kindsOf(
            ServiceLoader<TokenIdentifier> found) {
        Map<Text, Class<? extends TokenIdentifier>> kinds = new HashMap<>();
        found.forEach(each -> kinds.put(each.getKind(), each.getClass()));
        return kinds;
    }

    /** The names of classes in SequenceFiles. Hadoop locks its class. */
    private static final class WritableNames extends HashMap<String, Class<?>> {

        private static final long serialVersionUID = 1;

        WritableNames(Map<String, Class<?>> before) {
            super(before);
        }

        @Override
        public @Nullable Class<?> get(@Nullable Object name) {
            Copy copy = copyOf(asking());
            Class<?> own = copy == null || name == null ? null : copy.names.get(name);
            return own == null ? super.get(name) : own;
        }

        @Override
        public @Nullable Class<?> put(String name, Class<?> type) {
            Copy copy = copyOf(type.getClassLoader());
            return copy == null ? super.put(name, type) : copy.names.put(name, type);
        }
    }

    /** The classes of tokens by their kinds. Hadoop reads the services of the first who asks. */
    private static final class TokenKinds extends HashMap<Text, Class<? extends TokenIdentifier>> {

        private static final long serialVersionUID = 1;
        private boolean loaded;

        TokenKinds(@Nullable Map<Text, Class<? extends TokenIdentifier>> before) {
            if (before != null) {
                putAll(before);
                loaded = true;
            }
        }

        @Override
        public @Nullable Class<? extends TokenIdentifier> get(@Nullable Object kind) {
            JobClassLoader loader = asking();
            Copy copy = copyOf(loader);
            if (loader != null && copy != null) {
                return copy.kinds(loader).get(kind);
            }
            if (!loaded) {
                putAll(kindsOf(ServiceLoader.load(TokenIdentifier.class)));
                loaded = true;
            }
            return super.get(kind);
        }
    }

    /** The statistics of file systems. Hadoop locks the object that has this map. */
    private static final class Statistics extends TreeMap<String, StorageStatistics> {

        private static final long serialVersionUID = 1;

        Statistics(NavigableMap<String, StorageStatistics> before) {
            super(before);
        }

        @Override
        public @Nullable StorageStatistics get(@Nullable Object name) {
            Copy copy = copyOf(asking());
            StorageStatistics own = copy == null ? null : copy.statistics.get(name);
            return own == null ? super.get(name) : own;
        }

        @Override
        public @Nullable StorageStatistics put(String name, StorageStatistics value) {
            Copy copy = copyOf(value.getClass().getClassLoader());
            return copy == null ? super.put(name, value) : copy.statistics.put(name, value);
        }

        @Override
        public Map.@Nullable Entry<String, StorageStatistics> firstEntry() {
            Copy copy = copyOf(asking());
            return copy == null ? super.firstEntry() : withOwn(copy).firstEntry();
        }

        @Override
        public Map.@Nullable Entry<String, StorageStatistics> higherEntry(String name) {
            Copy copy = copyOf(asking());
            return copy == null ? super.higherEntry(name) : withOwn(copy).higherEntry(name);
        }

        private NavigableMap<String, StorageStatistics> withOwn(Copy copy) {
            NavigableMap<String, StorageStatistics> all = new TreeMap<>();
            for (Map.Entry<String, StorageStatistics> each : entrySet()) {
                all.put(each.getKey(), each.getValue());
            }
            all.putAll(copy.statistics);
            return all;
        }
    }
}

package io.millrace.hadoop.state;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Properties that announce each change before they make it in others. They never hold a lock
 * meanwhile. Code that only reads them finds the others' as they are.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // those that it forwards to have the lock
public final class AnnouncedProperties extends Properties {

    private static final long serialVersionUID = 1;

    private static final String OWN = AnnouncedProperties.class.getPackageName() + ".";

    private final transient Properties of;
    private final transient Consumer<String> before;

    /**
     * The properties to hand out.
     *
     * @param of has them
     * @param before called before each change, with the call and its place, for people
     */
    public AnnouncedProperties(Properties of, Consumer<String> before) {
        super(of);
        this.of = of;
        this.before = before;
    }

    /** Whether they have and change the properties of that object. */
    @SuppressWarnings("ReferenceEquality") // properties that are equal may be others
    public boolean areOf(Properties properties) {
        return of == properties;
    }

    private void announce(String method) {
        String caller =
                StackWalker.getInstance()
                        .walk(frames ->
                                frames.filter(AnnouncedProperties::isOutside)
                                        .map(each ->
                                                each.getClassName() + "." + each.getMethodName())
                                        .findFirst())
                        .orElse("a thread");
        before.accept("System.getProperties()." + method + " in " + caller);
    }

    private static boolean isOutside(StackWalker.StackFrame frame) {
        return !frame.getClassName().startsWith(OWN) && !frame.getClassName().startsWith("java.");
    }

    private boolean isNew(@Nullable Object key, @Nullable Object value) {
        return key == null || value == null || !value.equals(of.get(key));
    }

    @Override
    public void load(Reader in) throws IOException {
        announce("load");
        of.load(in);
    }

    @Override
    public void load(InputStream in) throws IOException {
        announce("load");
        of.load(in);
    }

    @Override
    public void loadFromXML(InputStream in) throws IOException {
        announce("loadFromXML");
        of.loadFromXML(in);
    }

    @Override
    public void putAll(Map<?, ?> all) {
        announce("putAll");
        of.putAll(all);
    }

    @Override
    public void clear() {
        if (!of.isEmpty()) {
            announce("clear");
        }
        of.clear();
    }

    @Override
    public void replaceAll(BiFunction<? super Object, ? super Object, ?> change) {
        announce("replaceAll");
        of.replaceAll(change);
    }

    @Override
    public @Nullable Object setProperty(String key, String value) {
        if (isNew(key, value)) {
            announce("setProperty");
        }
        return of.setProperty(key, value);
    }

    @Override
    public @Nullable Object put(Object key, Object value) {
        if (isNew(key, value)) {
            announce("put");
        }
        return of.put(key, value);
    }

    @Override
    public @Nullable Object putIfAbsent(Object key, Object value) {
        if (!of.containsKey(key)) {
            announce("putIfAbsent");
        }
        return of.putIfAbsent(key, value);
    }

    @Override
    public @Nullable Object remove(Object key) {
        if (of.containsKey(key)) {
            announce("remove");
        }
        return of.remove(key);
    }

    @Override
    public boolean remove(Object key, Object value) {
        if (!isNew(key, value)) {
            announce("remove");
        }
        return of.remove(key, value);
    }

    @Override
    public boolean replace(Object key, Object old, Object value) {
        if (!isNew(key, old)) {
            announce("replace");
        }
        return of.replace(key, old, value);
    }

    @Override
    public @Nullable Object replace(Object key, Object value) {
        if (of.containsKey(key)) {
            announce("replace");
        }
        return of.replace(key, value);
    }

    @Override
    public @Nullable Object computeIfAbsent(Object key, Function<? super Object, ?> value) {
        if (!of.containsKey(key)) {
            announce("computeIfAbsent");
        }
        return of.computeIfAbsent(key, value);
    }

    @Override
    public @Nullable Object computeIfPresent(
            Object key, BiFunction<? super Object, ? super Object, ?> value) {
        if (of.containsKey(key)) {
            announce("computeIfPresent");
        }
        return of.computeIfPresent(key, value);
    }

    @Override
    public @Nullable Object compute(
            Object key, BiFunction<? super Object, ? super Object, ?> value) {
        announce("compute");
        return of.compute(key, value);
    }

    @Override
    public @Nullable Object merge(
            Object key, Object value, BiFunction<? super Object, ? super Object, ?> merge) {
        announce("merge");
        return of.merge(key, value, merge);
    }

    @Override
    public Set<Object> keySet() {
        return AnnouncedViews.of(of.keySet(), this::announce);
    }

    @Override
    public Collection<Object> values() {
        return AnnouncedViews.of(of.values(), this::announce);
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
        return AnnouncedViews.ofEntries(of.entrySet(), this::announce);
    }

    @Deprecated
    @Override
    public void save(OutputStream out, String comments) {
        of.save(out, comments);
    }

    @Override
    public void store(Writer out, @Nullable String comments) throws IOException {
        of.store(out, comments);
    }

    @Override
    public void store(OutputStream out, @Nullable String comments) throws IOException {
        of.store(out, comments);
    }

    @Override
    public void storeToXML(OutputStream out, @Nullable String comment) throws IOException {
        of.storeToXML(out, comment);
    }

    @Override
    @SuppressWarnings("JdkObsolete") // the same method
    public void storeToXML(OutputStream out, @Nullable String comment, String encoding)
            throws IOException {
        of.storeToXML(out, comment, encoding);
    }

    @Override
    public void storeToXML(OutputStream out, @Nullable String comment, Charset charset)
            throws IOException {
        of.storeToXML(out, comment, charset);
    }

    @Override
    public @Nullable String getProperty(String key) {
        return of.getProperty(key);
    }

    @Override
    public @Nullable String getProperty(String key, @Nullable String otherwise) {
        return of.getProperty(key, otherwise);
    }

    @Override
    public Enumeration<?> propertyNames() {
        return of.propertyNames();
    }

    @Override
    public Set<String> stringPropertyNames() {
        return of.stringPropertyNames();
    }

    @Override
    public void list(PrintStream out) {
        of.list(out);
    }

    @Override
    public void list(PrintWriter out) {
        of.list(out);
    }

    @Override
    public int size() {
        return of.size();
    }

    @Override
    public boolean isEmpty() {
        return of.isEmpty();
    }

    @Override
    public Enumeration<Object> keys() {
        return of.keys();
    }

    @Override
    public Enumeration<Object> elements() {
        return of.elements();
    }

    @Override
    public boolean contains(Object value) {
        return of.containsValue(value);
    }

    @Override
    public boolean containsValue(Object value) {
        return of.containsValue(value);
    }

    @Override
    public boolean containsKey(Object key) {
        return of.containsKey(key);
    }

    @Override
    public @Nullable Object get(Object key) {
        return of.get(key);
    }

    @Override
    public @Nullable Object getOrDefault(Object key, @Nullable Object otherwise) {
        return of.getOrDefault(key, otherwise);
    }

    @Override
    public void forEach(BiConsumer<? super Object, ? super Object> action) {
        of.forEach(action);
    }

    @Override
    public String toString() {
        return of.toString();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return of.equals(other);
    }

    @Override
    public int hashCode() {
        return of.hashCode();
    }

    @Override
    public Object clone() {
        return of.clone();
    }

    /** In a stream, they are properties as all others. */
    private Object writeReplace() {
        return of.clone();
    }
}

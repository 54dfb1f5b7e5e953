package io.millrace.hadoop.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties that tasks get instead of the process's own. */
@Tag("jdk")
class AnnouncedPropertiesTest {

    private final Properties own = new Properties();
    private final List<String> announced = new ArrayList<>();
    private final List<Properties> atTheTime = new ArrayList<>();
    private final Properties tasks =
            new AnnouncedProperties(
                    own,
                    call -> {
                        announced.add(call);
                        atTheTime.add((Properties) own.clone());
                    });

    AnnouncedPropertiesTest() {
        own.put("a", "1");
        own.put("b", "2");
    }

    record Use(String name, Consumer<Properties> code) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Use use(String name, Consumer<Properties> code) {
        return new Use(name, code);
    }

    static Stream<Use> changes() {
        return Stream.of(
                use("setProperty", all -> all.setProperty("a", "2")),
                use("put", all -> all.put("c", "3")),
                use("putIfAbsent", all -> all.putIfAbsent("c", "3")),
                use("putAll", all -> all.putAll(Map.of("c", "3"))),
                use("remove", all -> all.remove("a")),
                use("remove", all -> all.remove("a", "1")),
                use("replace", all -> all.replace("a", "2")),
                use("replace", all -> all.replace("a", "1", "2")),
                use("replaceAll", all -> all.replaceAll((key, value) -> value + "0")),
                use("clear", Properties::clear),
                use("compute", all -> all.compute("c", (key, value) -> "3")),
                use("computeIfAbsent", all -> all.computeIfAbsent("c", key -> "3")),
                use("computeIfPresent", all -> all.computeIfPresent("a", (key, value) -> "2")),
                use("merge", all -> all.merge("a", "2", (one, other) -> other)),
                use("load", AnnouncedPropertiesTest::load),
                use("remove", all -> all.keySet().remove("a")),
                use("remove", all -> all.keySet().clear()),
                use("remove", all -> all.keySet().retainAll(List.of("b"))),
                use("remove", all -> all.values().removeIf("1"::equals)),
                use("remove", all -> all.entrySet().removeIf(each -> each.getKey().equals("b"))),
                use("setValue", all -> all.entrySet().iterator().next().setValue("5")));
    }

    static Stream<Use> others() {
        return Stream.of(
                use("the same value", all -> all.setProperty("a", "1")),
                use("no new value", all -> all.putIfAbsent("a", "3")),
                use("a value that is there", all -> all.computeIfAbsent("a", key -> "3")),
                use("a key that is not there", all -> all.remove("c")),
                use("another value", all -> all.remove("a", "2")),
                use("a copy", all -> ((Properties) all.clone()).put("a", "2")),
                use("properties with defaults", all -> new Properties(all).put("a", "2")));
    }

    private static void load(Properties all) {
        try {
            all.load(new StringReader("a=2"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aChangeIsAnnouncedBeforeItIsMade(Use change) {
        Properties before = (Properties) own.clone();
        Properties plain = (Properties) own.clone();
        change.code().accept(tasks);
        change.code().accept(plain);

        assertThat(announced.get(0)).startsWith("System.getProperties()." + change.name() + " in ");
        assertThat(atTheTime.get(0)).isEqualTo(before);
        assertThat(own).isEqualTo(plain).isNotEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("others")
    void whatChangesNothingIsNotAnnounced(Use use) {
        Properties before = (Properties) own.clone();
        use.code().accept(tasks);
        assertThat(announced).isEmpty();
        assertThat(own).isEqualTo(before);
    }

    @Test
    void readersFindTheProperties() throws Exception {
        own.put("an object", 3);
        assertThat(tasks).isEqualTo(own).hasSameHashCodeAs(own).hasToString(own.toString());
        assertThat(tasks.entrySet()).isEqualTo(own.entrySet());
        assertThat(tasks.values()).containsExactlyInAnyOrderElementsOf(own.values());
        assertThat(tasks.stringPropertyNames()).isEqualTo(own.stringPropertyNames());
        assertThat(new Properties(tasks).getProperty("a")).isEqualTo("1");
        assertThat(Collections.list(new Properties(tasks).propertyNames()))
                .isEqualTo(Collections.list(new Properties(own).propertyNames()));
        Properties copy = new Properties();
        copy.putAll(tasks);
        assertThat(copy).isEqualTo(own);
        assertThat(deserialized(serialized(tasks)))
                .isEqualTo(own)
                .isExactlyInstanceOf(own.getClass());
        assertThat(announced).isEmpty();
    }

    private static byte[] serialized(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    @SuppressWarnings("BanSerializableRead") // its own
    private static Object deserialized(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    /** A method of a later JDK that is not forwarded would find no properties. */
    @Test
    void allMethodsAreForwarded() {
        List<String> missing =
                Arrays.stream(Properties.class.getMethods())
                        .filter(each -> !each.getDeclaringClass().equals(Object.class))
                        .filter(each -> !Modifier.isStatic(each.getModifiers()))
                        .filter(each -> !isForwarded(each))
                        .map(Method::toString)
                        .toList();
        assertThat(missing).isEmpty();
    }

    private static boolean isForwarded(Method method) {
        try {
            return AnnouncedProperties.class.getDeclaredMethod(
                            method.getName(), method.getParameterTypes())
                    != null;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}

package io.millrace.hadoop.job.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.quick.QuickDouble;
import io.millrace.hadoop.quick.QuickText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

/** Classes of a job do the same whether their calls are turned or not. */
class JobCodeTest {

    /** A job's code with each way of calling what may be turned. */
    public static final class Conversions implements Supplier<List<String>> {

        public Conversions() {}

        @Override
        public List<String> get() {
            Text text = new Text("constructed");
            String constructed = text.toString();
            BiConsumer<Text, String> setter = Text::set;
            setter.accept(text, "by reference");
            Function<Text, String> asString = Text::toString;
            Function<String, Text> maker = Text::new;
            String referred = asString.apply(text) + maker.apply("made");
            text.set("set é");
            return List.of(
                    constructed,
                    referred,
                    text.toString(),
                    ((Object) text).toString(),
                    new Loud("loud").toString(),
                    String.valueOf(Double.parseDouble("1.25") + Double.valueOf("0.5")),
                    String.valueOf(Math.round(Double.valueOf(2.5))));
        }
    }

    /** Calls what it overrides, and is called by Text's constructor. */
    public static final class Loud extends Text {

        private int sets;

        Loud(String string) {
            super(string);
        }

        @Override
        public void set(String string) {
            super.set(string.toUpperCase(Locale.ROOT));
            sets++;
        }

        @Override
        public String toString() {
            return super.toString() + sets;
        }
    }

    /** Defines the classes above as a job's code is defined. */
    private static final class Defining extends ClassLoader {

        private final JobCode code;

        Defining(JobCode code) {
            super(JobCodeTest.class.getClassLoader());
            this.code = code;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(JobCodeTest.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            byte[] bytes = code.of(bytesOf(name));
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    @Test
    void turnedCallsGiveTheSame() throws Exception {
        List<String> expected = new Conversions().get();
        assertThat(expected).contains("LOUD1", "1.75");
        assertThat(run(new JobCode(true))).isEqualTo(expected);
        assertThat(run(new JobCode(false))).isEqualTo(expected);
    }

    @Test
    void callsAreTurnedUnlessFastPathsAreOff() {
        byte[] compiled = bytesOf(Conversions.class.getName());
        assertThat(mentions(new JobCode(true).of(compiled), QuickText.class)).isTrue();
        assertThat(mentions(new JobCode(true).of(compiled), QuickDouble.class)).isTrue();
        assertThat(new JobCode(false).of(compiled)).isSameAs(compiled);
    }

    @Test
    void aSubclassOfTextIsLeftAlone() {
        byte[] turned = new JobCode(true).of(bytesOf(Loud.class.getName()));
        assertThat(mentions(turned, QuickText.class)).isFalse();
    }

    private static Object run(JobCode code) throws Exception {
        Class<?> type = new Defining(code).loadClass(Conversions.class.getName());
        return ((Supplier<?>) type.getConstructor().newInstance()).get();
    }

    private static boolean mentions(byte[] compiled, Class<?> type) {
        return new String(compiled, StandardCharsets.ISO_8859_1)
                .contains(Type.getInternalName(type));
    }

    private static byte[] bytesOf(String name) {
        try (InputStream in =
                JobCodeTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

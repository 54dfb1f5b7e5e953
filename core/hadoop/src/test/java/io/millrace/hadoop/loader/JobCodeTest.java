package io.millrace.hadoop.loader;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.quick.QuickDouble;
import io.millrace.bytecode.quick.QuickText;
import io.millrace.bytecode.quick.QuickTokenizer;
import io.millrace.bytecode.rewrite.JobCode;
import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.hadoop.scope.TaskExit;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.StringTokenizer;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

/** Classes of a job do the same whether their calls are turned or not. */
@Tag("jdk")
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

    /** A job's code that makes tokenizers, also between branches, whose frames name their types. */
    public static final class Tokens implements Supplier<List<String>> {

        public Tokens() {}

        @Override
        public List<String> get() {
            List<String> tokens = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                StringTokenizer words = i == 0 ? null : new StringTokenizer(i == 1 ? "a b" : "c d");
                while (words == null || words.hasMoreTokens()) {
                    if (words == null) {
                        words = new StringTokenizer("e,f" + (i > 2 ? "" : ",g"), i == 0 ? "," : "");
                    }
                    tokens.add(words.nextToken());
                }
                StringTokenizer either =
                        i > 1 ? new StringTokenizer("h-i", "-", i > 2) : new Backwards("kj");
                tokens.add(either.countTokens() + either.nextToken());
            }
            Function<String, StringTokenizer> lambda = string -> new StringTokenizer(string);
            Function<String, StringTokenizer> reference = StringTokenizer::new;
            StringTokenizer[] made = {lambda.apply("l m"), reference.apply("n o")};
            for (StringTokenizer tokenizer : made) {
                tokenizer.asIterator().forEachRemaining(token -> tokens.add((String) token));
            }
            tokens.add(caught());
            addJoined(tokens);
            return tokens;
        }

        /** Calls that follow each other right away, and some that almost do. */
        private static void addJoined(List<String> tokens) {
            Text text = new Text("t u;v 1.5 2e3,x");
            StringTokenizer words = new StringTokenizer(text.toString());
            StringTokenizer parts = new StringTokenizer(text.toString(), ";");
            String string = text.toString();
            StringTokenizer all = new StringTokenizer(string, ";, ", true);
            String separator = "w";
            text.set(parts.nextToken());
            tokens.add(text + parts.nextToken(","));
            text.set(separator.isEmpty() ? words.nextToken() : separator + words.nextToken());
            tokens.add(text + words.nextToken());
            tokens.add(Double.parseDouble(words.nextToken()) + " " + all.nextToken());
            for (StringTokenizer each :
                    List.of(new StringTokenizer(text.toString(), text.toString()), all, words)) {
                try {
                    text.set(each.nextToken());
                    tokens.add(text.toString());
                    tokens.add(String.valueOf(Double.parseDouble(each.nextToken())));
                } catch (NoSuchElementException | NumberFormatException e) {
                    tokens.add(e.toString() + text);
                }
            }
        }

        /** The error of a constructor and the one of a tokenizer, with handlers around both. */
        private static String caught() {
            StringTokenizer words = new StringTokenizer("p");
            try {
                words = new StringTokenizer(words.hasMoreTokens() ? null : "q");
                return words.nextToken();
            } catch (NullPointerException e) {
                return words.nextToken() + words.hasMoreElements();
            }
        }
    }

    /** Has a constructor that calls its superclass's, and makes one of these as well. */
    public static final class Backwards extends StringTokenizer {

        Backwards(String string) {
            super(new StringBuilder(string).reverse().append(" r").toString());
        }

        @Override
        public int countTokens() {
            return super.countTokens() + new StringTokenizer("s t").countTokens();
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
        assertThat(
                        run(
                                Conversions.class,
                                new JobCode(EnumSet.allOf(Rewrite.class), TaskExit.class)))
                .isEqualTo(expected);
        assertThat(run(Conversions.class, new JobCode(EnumSet.of(Rewrite.EXIT), TaskExit.class)))
                .isEqualTo(expected);
    }

    @Test
    void turnedTokenizersGiveTheSame() throws Exception {
        List<String> expected = new Tokens().get();
        assertThat(expected)
                .contains("a", "d", "4jk", "3h", "o", "pfalse", "wtu;v", "1.5 t", "2e3,x");
        assertThat(run(Tokens.class, new JobCode(EnumSet.allOf(Rewrite.class), TaskExit.class)))
                .isEqualTo(expected);
        assertThat(run(Tokens.class, new JobCode(EnumSet.of(Rewrite.EXIT), TaskExit.class)))
                .isEqualTo(expected);
    }

    @Test
    void callsAreTurnedUnlessFastPathsAreOff() {
        byte[] compiled = bytesOf(Conversions.class.getName());
        assertThat(
                        mentions(
                                new JobCode(EnumSet.allOf(Rewrite.class), TaskExit.class)
                                        .of(compiled),
                                QuickText.class))
                .isTrue();
        assertThat(
                        mentions(
                                new JobCode(EnumSet.allOf(Rewrite.class), TaskExit.class)
                                        .of(compiled),
                                QuickDouble.class))
                .isTrue();
        assertThat(new JobCode(EnumSet.of(Rewrite.EXIT), TaskExit.class).of(compiled))
                .isSameAs(compiled);
        byte[] tokens = bytesOf(Tokens.class.getName());
        assertThat(
                        mentions(
                                new JobCode(EnumSet.allOf(Rewrite.class), TaskExit.class)
                                        .of(tokens),
                                QuickTokenizer.class))
                .isTrue();
        assertThat(new JobCode(EnumSet.of(Rewrite.EXIT), TaskExit.class).of(tokens))
                .isSameAs(tokens);
    }

    @Test
    void callsThatFollowEachOtherBecomeOne() {
        String turned =
                new String(
                        new JobCode(EnumSet.allOf(Rewrite.class), TaskExit.class)
                                .of(bytesOf(Tokens.class.getName())),
                        ISO_8859_1);
        assertThat(turned)
                .contains("setNext")
                .contains("nextDouble")
                .contains("(Lorg/apache/hadoop/io/Text;)V")
                .contains("(Lorg/apache/hadoop/io/Text;Ljava/lang/String;)V");
    }

    @Test
    void aSubclassOfTextIsLeftAlone() {
        byte[] turned =
                new JobCode(EnumSet.allOf(Rewrite.class), TaskExit.class)
                        .of(bytesOf(Loud.class.getName()));
        assertThat(mentions(turned, QuickText.class)).isFalse();
    }

    @Test
    void aSubclassOfStringTokenizerIsLeftAlone() {
        byte[] compiled = bytesOf(Backwards.class.getName());
        assertThat(new JobCode(EnumSet.allOf(Rewrite.class), TaskExit.class).of(compiled))
                .isSameAs(compiled);
    }

    private static Object run(Class<?> supplier, JobCode code) throws Exception {
        Class<?> type = new Defining(code).loadClass(supplier.getName());
        return ((Supplier<?>) type.getConstructor().newInstance()).get();
    }

    private static boolean mentions(byte[] compiled, Class<?> type) {
        return new String(compiled, ISO_8859_1).contains(Type.getInternalName(type));
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

package io.millrace.hadoop.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Programs that look closely see the same, whichever of their calls are replaced. */
@Sampled(oneIn = 3)
class HostileJobCodeTest {

    static final Set<Rewrite> CALLS = EnumSet.range(Rewrite.TEXT_SET, Rewrite.TOKENIZER_DOUBLE);

    private static List<String> requireSame(String body, String... options) throws IOException {
        return CompiledProgram.of(body, options).requireSame(CALLS);
    }

    private static final String NULLS =
            """
                        Text field;
                        static StringTokenizer tokens;
                        static int calls;

                        static Text none() {
                            return null;
                        }

                        static StringTokenizer counted(String string) {
                            calls++;
                            return string == null ? null : new StringTokenizer(string);
                        }

                        static final class Three {
                Three(Object one, Object two, Object three) {}
            }

                        public static void run() {
                            Text local = null;
                            String string = null;
                            Text[] array = {null};
                            Program program = new Program();
                            attempt(() -> none().toString());
                            attempt(() -> program.field.toString());
                            attempt(() -> array[0].toString());
                            attempt(() -> {
                                program.field.set("a");
                                return 0;
                            });
                            try {
                                local.set("a");
                            } catch (NullPointerException e) {
                                failed(e);
                            }
                            long wide = 5;
                            double wider = 2.5;
                            try {
                                wider += wide * new Three(new Text("x"), local.toString(), wide).hashCode();
                            } catch (NullPointerException e) {
                                failed(e);
                            }
                            attempt(() -> new Text(string));
                            attempt(() -> {
                                new Text("x").set(string);
                                return 0;
                            });
                            attempt(() -> {
                                new Text("x").set((String) null);
                                return 0;
                            });
                            attempt(() -> new StringTokenizer(string));
                            attempt(() -> new StringTokenizer(string, ","));
                            attempt(() -> new StringTokenizer(string, ",", true));
                            attempt(() -> new StringTokenizer(string, null));
                            attempt(() -> new StringTokenizer("a", null).nextToken());
                            attempt(() -> new StringTokenizer("a", null).hasMoreTokens());
                            attempt(() -> new StringTokenizer(none().toString()));
                            attempt(() -> new StringTokenizer(array[0].toString(), ","));
                            attempt(() -> new StringTokenizer("a").nextToken(null));
                            attempt(() -> Double.parseDouble(string));
                            attempt(() -> Double.valueOf(string));
                            attempt(() -> Double.parseDouble(tokens.nextToken()));
                            attempt(() -> Double.parseDouble(counted(null).nextToken()));
                            attempt(() -> {
                                program.field.set(tokens.nextToken());
                                return 0;
                            });
                            attempt(() -> Integer.parseInt(tokens.nextToken()));
                            attempt(() -> Long.parseLong(counted(null).nextToken()));
                            attempt(() -> Integer.parseInt(none().toString()));
                            attempt(() -> Long.parseLong(program.field.toString()));
                            attempt(() -> Double.parseDouble(array[0].toString()));
                            attempt(() -> Integer.parseInt(string.substring(1)));
                            attempt(() -> Long.parseLong(string.substring(calls)));
                            attempt(() -> Integer.parseInt(string.substring(0, calls)));
                            attempt(() -> wide + Long.parseLong(string.substring(calls++, calls)));
                            StringTokenizer words = new StringTokenizer("a b c");
                            attempt(() -> {
                                program.field.set(words.nextToken());
                                return 0;
                            });
                            note(words.nextToken(), calls);
                            Function<Text, String> unbound = Text::toString;
                            BiConsumer<Text, String> setter = Text::set;
                            Function<String, Double> parse = Double::parseDouble;
                            attempt(() -> unbound.apply(null));
                            attempt(() -> {
                                setter.accept(null, "a");
                                return 0;
                            });
                            attempt(() -> parse.apply(null));
                            attempt(() -> {
                                Supplier<String> bound = none()::toString;
                                return bound.get();
                            });
                        }
            """;

    @Test
    void whatIsNullHasTheSameErrorWithTheSameMessageAtTheSamePlace() throws IOException {
        List<String> seen = requireSame(NULLS);
        assertThat(String.join("\n", seen))
                .contains("because \"<local0>\" is null")
                .contains("because \"<parameter1>.field\" is null")
                .contains("the return value of \"Program.none()\" is null");
        assertThat(String.join("\n", requireSame(NULLS, "-g")))
                .contains("because \"local\" is null");
        assertThat(requireSame(NULLS, "--release", "8", "-Xlint:-options")).isNotEmpty();
    }

    @Test
    void aTextHasTheArrayThatHadoopGivesIt() throws IOException {
        requireSame(
                """
                static final String[] STRINGS = {
                    "", "a", "a longer word", "é", "日本語", "\\ud83d\\ude00", "\\ud800", "\\udc00x\\ud800",
                    "a line of eleven words that is longer than the others, and still of ASCII",
                    "ÄÖÜäöüß ÄÖÜäöüß ÄÖÜäöüß", "日本語日本語日本語日本語日本語", "x".repeat(1000) + "é"};

                public static void run() throws Exception {
                    Random random = new Random(1);
                    Text text = new Text();
                    for (int i = 0; i < 20000; i++) {
                        String string = STRINGS[random.nextInt(STRINGS.length)];
                        StringTokenizer tokens = new StringTokenizer(string.isEmpty() ? "e" : string);
                        switch (random.nextInt(12)) {
                            case 0 -> text.set(string);
                            case 1 -> text.set(tokens.nextToken());
                            case 2 -> text = new Text(string);
                            case 3 -> text.set(string.getBytes("UTF-8"));
                            case 4 -> text.append(string.getBytes("UTF-8"), 0, Math.min(1, string.length()));
                            case 5 -> text.clear();
                            case 6 -> text.set(new Text(string));
                            case 7 -> text = new Text(new Text(string));
                            case 8 -> text.readFields(new DataInputStream(
                                new ByteArrayInputStream(new byte[] {3, 'a', 'b', 'c'})));
                            case 9 -> text.set(text.toString());
                            case 10 -> text.set(new StringTokenizer(text.toString() + "z").nextToken());
                            default -> text = new Text(text.toString());
                        }
                        note(text);
                    }
                    byte[] kept = text.getBytes();
                    text.set("other");
                    note(text.getBytes() == kept, kept);
                }
                """);
    }

    @Test
    void referencesThatAreSerializedAreReadBack() throws IOException {
        requireSame(
                """
                interface Marked {}

                static Object copy(Object object) throws Exception {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    new ObjectOutputStream(out).writeObject(object);
                    return new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())) {
                        @Override
                        protected Class<?> resolveClass(ObjectStreamClass type) throws ClassNotFoundException {
                            return Class.forName(type.getName(), false, Program.class.getClassLoader());
                        }
                    }.readObject();
                }

                @SuppressWarnings("unchecked")
                public static void run() throws Exception {
                    Function<String, Double> parse = (Function<String, Double> & Serializable) Double::parseDouble;
                    Function<String, Double> value = (Function<String, Double> & Serializable) Double::valueOf;
                    Function<Text, String> string = (Function<Text, String> & Serializable) Text::toString;
                    BiConsumer<Text, String> set = (BiConsumer<Text, String> & Serializable) Text::set;
                    Function<String, Text> make = (Function<String, Text> & Serializable) Text::new;
                    Function<String, Object> lambda = (Function<String, Object> & Serializable)
                        s -> new StringTokenizer(new Text(s).toString()).nextToken() + Double.parseDouble("1");
                    Function<Text, String> marked = (Function<Text, String> & Marked) Text::toString;
                    Function<String, Double> number = (Function<String, Double> & Marked) Double::parseDouble;
                    note(((Function<String, Double>) copy(parse)).apply("1.5"));
                    note(((Function<String, Double>) copy(value)).apply("2.5"));
                    note(((Function<Text, String>) copy(string)).apply(new Text("t")));
                    Text text = new Text();
                    ((BiConsumer<Text, String>) copy(set)).accept(text, "a word that is long");
                    note(text);
                    note(((Function<String, Text>) copy(make)).apply("made"));
                    note(((Function<String, Object>) copy(lambda)).apply("a b"));
                    note(marked.apply(text), marked instanceof Marked, number.apply("3"));
                    note(Stream.of("1", "2").mapToDouble(Double::parseDouble).sum());
                    note(Stream.of(new Text("1"), text).map(Text::toString).collect(Collectors.toList()));
                }
                """);
    }

    @Test
    void objectsThatAreMadeAmongBranchesAreTheSame() throws IOException {
        requireSame(
                """
                static int number = 3;

                static String other(String string) {
                    if (string.length() > 3) {
                        throw new IllegalStateException(string);
                    }
                    return string + number++;
                }

                static final class Two {
                    final Object one;
                    final Object two;

                    Two(Object one, Object two) {
                        this.one = one;
                        this.two = two;
                    }

                    @Override
                    public String toString() {
                        return one + "|" + two;
                    }
                }

                public static void run() {
                    Text text = new Text("some words of text 1.5 2e3 x");
                    for (int i = 0; i < 6; i++) {
                        final int round = i;
                        long wide = i * 7L;
                        double wider = i / 2.0;
                        float small = i;
                        StringTokenizer words = i == 5 ? null : new StringTokenizer(text.toString(), i % 2 == 0 ? " " : "e");
                        note(new Two(new Text(i > 2 ? "a" + wide : i == 1 ? other("b") : "c").toString(),
                            new Two(new Text(new Text("in" + (i > 3 ? wider : small)).toString()),
                                words == null ? new StringTokenizer("n").nextToken() : words.nextToken())));
                        String chosen = switch (i) {
                            case 0 -> new Text("zero").toString();
                            case 1 -> {
                                try {
                                    yield other("long one");
                                } catch (IllegalStateException e) {
                                    yield new Text(e.getMessage()).toString();
                                }
                            }
                            default -> text.toString().substring(i);
                        };
                        note(chosen, wide, wider, small);
                        attempt(() -> new Two(new Text(switch (round) {
                            case 2 -> {
                                try {
                                    yield other("too long");
                                } finally {
                                    note("at last");
                                }
                            }
                            default -> other("x");
                        }), new StringTokenizer(text.toString()).countTokens()));
                        double sum = wider;
                        StringTokenizer parts = new StringTokenizer("1 2 x 4");
                        while (parts.hasMoreTokens()) {
                            try {
                                sum += wide * (Double.parseDouble(parts.nextToken()) + Double.valueOf("1e" + i));
                            } catch (NumberFormatException e) {
                                failed(e);
                                continue;
                            } finally {
                                wide++;
                            }
                        }
                        note(sum, wide);
                        new Text("dropped");
                        new StringTokenizer("dropped");
                        Object maybe = i % 2 == 0 ? (Object) new Text("t") : new StringTokenizer("s").nextToken();
                        synchronized (maybe) {
                            note(maybe.toString());
                        }
                    }
                }
                """);
    }

    @Test
    void subclassesDoWhatTheySay() throws IOException {
        requireSame(
                """
                interface Named {
                    default String name(Text text) {
                        return "named " + text.toString();
                    }
                }

                static class Loud extends Text implements Named {
                    static int made;
                    Loud(String string) {
                        super(string);
                        made++;
                    }

                    Loud() {
                        this(new Text("by default").toString());
                    }

                    @Override
                    public void set(String string) {
                        note("set", string == null ? null : string.chars().boxed().collect(Collectors.toList()));
                        super.set(string == null ? "null" : string.toUpperCase(Locale.ROOT));
                    }

                    @Override
                    public String name(Text text) {
                        return Named.super.name(text) + "!";
                    }

                    @Override
                    public String toString() {
                        Supplier<String> its = super::toString;
                        Text other = new Text("other");
                        return its.get() + made + other;
                    }
                }

                static final class Louder extends Loud {
                    Louder(String string) {
                        super(string + "?");
                    }

                    @Override
                    public String toString() {
                        return super.toString() + new Text("inner");
                    }
                }

                static final class Backwards extends StringTokenizer {
                    Backwards(String string) {
                        super(new StringBuilder(string).reverse().toString(), " ");
                    }

                    @Override
                    public String nextToken() {
                        return "<" + super.nextToken() + ">";
                    }
                }

                public static void run() throws Exception {
                    for (Text text : new Text[] {new Loud("a b"), new Loud(), new Louder("c"), new Text("d e")}) {
                        text.set("x y");
                        note(text.toString(), text);
                        StringTokenizer tokens = new StringTokenizer(text.toString());
                        StringTokenizer lone = new StringTokenizer("a\\ud800b é\\ud800 c");
                        while (lone.hasMoreTokens()) {
                            text.set(lone.nextToken());
                            note(text);
                        }
                        text.set(tokens.nextToken());
                        note(text.toString());
                        StringTokenizer backwards = new Backwards("ba dc 5.1");
                        attempt(() -> Double.parseDouble(backwards.nextToken()));
                        text.set(backwards.nextToken());
                        note(text, backwards.countTokens());
                        text.set((String) null == null ? "n" : null);
                        Text.class.getMethod("set", String.class).invoke(text, "reflected");
                        note(text.toString(), Text.class.getMethod("toString").invoke(text));
                        StringTokenizer anonymous = new StringTokenizer("p q") {
                            @Override
                            public boolean hasMoreTokens() {
                                return !super.hasMoreTokens();
                            }
                        };
                        note(anonymous.hasMoreElements(), anonymous.nextToken());
                    }
                    note(new Loud("z").name(new Louder("y")));
                }
                """);
    }

    @Test
    void tokenizersMayGoAnywhereAndTheirTextsMayChange() throws IOException {
        requireSame(
                """
                StringTokenizer field = new StringTokenizer("f g h");
                static final Map<String, StringTokenizer> MANY = new HashMap<>();

                static String all(Enumeration<Object> tokens) {
                    StringBuilder all = new StringBuilder();
                    while (tokens.hasMoreElements()) {
                        all.append(tokens.nextElement()).append('/');
                    }
                    return all.toString();
                }

                static StringTokenizer give(Text text) {
                    return new StringTokenizer(text.toString());
                }

                public static void run() {
                    Text text = new Text("one two three 4 5");
                    StringTokenizer tokens = new StringTokenizer(text.toString());
                    text.set(tokens.nextToken());
                    text.getBytes()[0] = 'X';
                    text.set(tokens.nextToken());
                    note(text, tokens.countTokens());
                    text.set("changed meanwhile");
                    note(tokens.nextToken(), Double.parseDouble(tokens.nextToken()));
                    StringTokenizer given = give(text);
                    text.clear();
                    MANY.put("a", given);
                    MANY.computeIfAbsent("b", StringTokenizer::new);
                    synchronized (given) {
                        note(given.nextToken("a"), all(MANY.get("a")), all(MANY.get("b")));
                    }
                    List<StringTokenizer> list = new ArrayList<>(List.of(given, new Program().field));
                    note(list.contains(given), list.indexOf(given), given.equals(tokens), given.hashCode() == given.hashCode());
                    note(all(list.get(1)), given instanceof Enumeration, ((Object) given) instanceof StringTokenizer);
                    String name = given.toString();
                    note(name.substring(0, name.indexOf('@')), name.endsWith(Integer.toHexString(given.hashCode())));
                    list.get(1).asIterator().forEachRemaining(Program::note);
                    attempt(() -> given.nextToken());
                    attempt(() -> given.nextElement());
                    attempt(() -> {
                        text.set(given.nextToken());
                        return 0;
                    });
                    attempt(() -> Double.parseDouble(given.nextToken()));
                    note(text);
                    for (String string : new String[] {"a?b", "é?è", "日本 語", "\\ud83d\\ude00 \\ud83d", "", " ", "a\\u0000b"}) {
                        for (String delimiters : new String[] {"?", " ", "", "本", "\\ud83d\\ude00", "b\\u0000"}) {
                            StringTokenizer each = new StringTokenizer(new Text(string).toString(), delimiters);
                            StringTokenizer with = new StringTokenizer(string, delimiters, true);
                            note(each.countTokens(), all(each), with.countTokens(), all(with));
                        }
                    }
                }
                """);
    }

    @Test
    void aMethodThatHasNoRoomIsRunAsItIs() throws IOException {
        requireSame(
                """
                public static void run() {
                    Text t = new Text();
                """
                        + "t.set(\"x\");\n".repeat(8000)
                        + "note(t);\n}");
    }
}

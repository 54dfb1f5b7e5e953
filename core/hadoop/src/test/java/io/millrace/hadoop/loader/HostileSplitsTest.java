package io.millrace.hadoop.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.quick.QuickSplit;
import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that split strings see the same arrays, whether or not their calls are replaced. */
@Sampled(oneIn = 3)
class HostileSplitsTest {

    private static final Set<Rewrite> ALL = EnumSet.range(Rewrite.TEXT_SET, Rewrite.SPLIT_TEXT);

    private static final String OF_ANY = "(";
    private static final String OF_TEXT = "(Lorg/apache/hadoop/io/Text;";

    /** What a program's methods share; {@code one} and {@code all} observe an array completely. */
    private static final String HEAD =
            """
            static final String[] LINES = {
                "", "|", "||", "|||", "a", "a|b", "|a", "a|", "a||", "a||b||", "||a|b|c|d|e|f|g|h",
                "1.2.3.4|some longer column|and|another,one;with\\tother|characters\\u0001|x", "é|ü|", "日本|語",
                "\\ud83d\\ude00|\\ud83d|x", "?|?", many(40, "a"), many(70, "a|") + "b", many(80, "|")};

            static final class Loud extends Text {
                @Override
                public String toString() {
                    return "loud|" + super.toString() + "|";
                }
            }

            static String many(int times, String string) {
                return String.join("", Collections.nCopies(times, string));
            }

            static String[] field;
            static int calls;

            static boolean flag() {
                return calls++ % 2 == 0;
            }

            static String one(String element) {
                return element.length() + element;
            }

            static String all(String... parts) {
                return String.join("-", parts);
            }

            interface Shape {
                Object of(String line, Text text, String[] given, int number) throws Exception;
            }

            static void attempt(Shape shape) throws Exception {
                for (String line : LINES) {
                    attempt(() -> shape.of(line, new Text(line), new String[] {"given", "array"}, 1));
                    Text text = new Loud();
                    text.set(line);
                    attempt(() -> shape.of(line, text, new String[0], 2));
                    Text malformed = new Text((line + "|ab|cd").getBytes("ISO-8859-1"));
                    attempt(() -> shape.of(malformed.toString(), malformed, new String[] {"x"}, 0));
                }
                attempt(() -> shape.of(null, null, null, 0));
                attempt(() -> shape.of("a|b", null, null, 0));
                attempt(() -> shape.of(null, new Text("a|b"), null, 0));
            }

            """;

    /** A program with a method for each of these bodies. */
    private static CompiledProgram program(List<String> shapes, String... options)
            throws IOException {
        StringBuilder source = new StringBuilder(HEAD);
        StringBuilder run = new StringBuilder("public static void run() throws Exception {\n");
        for (int i = 0; i < shapes.size(); i++) {
            source.append(
                    """
                    static Object shape%d(String line, Text text, String[] given, int number) throws Exception {
                    %s
                    }
                    """
                            .formatted(i, shapes.get(i)));
            run.append("attempt((Shape) Program::shape%d);\n".formatted(i));
        }
        return CompiledProgram.of(source.append(run).append("}").toString(), options);
    }

    /** How often these bodies split. */
    private static int splits(List<String> shapes) {
        return String.join("", shapes).split("\\.split\\(", -1).length - 1;
    }

    private static int replaced(CompiledProgram program, String receiver) {
        return program.calls(QuickSplit.class, receiver, ALL);
    }

    private static List<String> requireSame(CompiledProgram program) {
        List<String> expected = program.plain();
        assertThat(program.run(ALL)).isEqualTo(expected);
        for (Rewrite each : EnumSet.of(Rewrite.TEXT_STRING, Rewrite.SPLIT, Rewrite.SPLIT_TEXT)) {
            Set<Rewrite> others = EnumSet.copyOf(ALL);
            others.remove(each);
            assertThat(program.run(others)).as("without %s", each).isEqualTo(expected);
            assertThat(program.run(EnumSet.of(each))).as("with %s", each).isEqualTo(expected);
        }
        return expected;
    }

    /** Code in which an array only serves to read known elements. */
    private static List<String> elements() {
        return List.of(
                "return parts.length;",
                "return one(parts[0]);",
                "return parts[0] == line;",
                "return parts[0] == \"\" || parts[1] == \"\" || parts[2] == parts[2];",
                "return one(parts[2]) + parts.length + one(parts[0]);",
                "return parts[-1];",
                "return parts[63] + parts[7];",
                "return parts.length > 2 ? one(parts[2]) : \"short\";",
                "return parts != null && parts.length > 1 ? parts[1] : \"none\";",
                "String[] other = parts; return one(other[1]) + parts[0];",
                "int i = 3; return one(parts[i]);",
                "int i = flag() ? 1 : 2; return one(parts[i]) + parts[i];",
                "text.set(\"changed|by|then\"); return one(parts[1]);",
                "text.append(new byte[] {'|'}, 0, 1); return parts.length;",
                "String[] either = flag() ? given : parts; return one(either[1]) + either.length;",
                "if (flag()) { parts = given; } return parts[1] + parts.length;",
                "if (flag()) { parts = null; } return parts[1] + parts.length;",
                "String[] again = line.split(\";\"); return (flag() ? parts : again)[1] + again[0];",
                "try { return one(parts[3]); } catch (RuntimeException e) { return e + parts[1]; }",
                "try { note(parts[2]); } finally { note(parts.length); } return parts[3];",
                "Supplier<String> later = new Text(parts[1])::toString; return later.get();",
                "switch (parts[0]) { case \"a\": return parts.length; default: return parts[1]; }",
                "for (int i = 0; i < parts.length; i++) { note(parts[0], i); } return 0;",
                "String[] last = given; for (int i = 0; i < 3; i++) {"
                        + " note(last[1]); last = parts; parts = line.split(\"a\"); } return last[0];",
                "return Integer.parseInt(parts[1]) + Double.parseDouble(parts[0]);",
                "long sum = 1L; double d = 2; sum += parts[1].length() * sum + (long) d; return sum;",
                "parts[1].length(); return parts[1].indexOf('b') + parts[0].substring(1);");
    }

    /** Code that uses an array in other ways. */
    private static List<String> others() {
        return List.of(
                "return parts;",
                "field = parts; return one(field[1]);",
                "return all(parts);",
                "return all(parts[0]) + Arrays.asList(parts);",
                "Supplier<Object> later = () -> parts[2]; return later.get();",
                "Object o = new Object() { @Override public String toString() { return parts[1]; } }; return o + \"\";",
                "for (String each : parts) { note(each); } return 0;",
                "for (int i = 0; i < parts.length; i++) { note(parts[i]); } return 0;",
                "return one(parts[number]) + parts[0];",
                "int i = number; if (flag()) { i = 1; } return parts[i];",
                "int i = 1; if (flag()) { i++; } return parts[i] + parts[0];",
                "int i = 0; return parts[i++] + parts[i++];",
                "int i = parts.length - 1; return parts[i];",
                "return parts[64] + parts[0];",
                "parts[0] = \"changed\"; return parts[0] + parts[1];",
                "parts[0] += parts[1]; return parts[0];",
                "return parts.clone()[1];",
                "return parts == given;",
                "return parts.equals(given) + parts[0];",
                "synchronized (parts) { return parts[0]; }",
                "Object o = parts; return ((String[]) o)[1] + (o instanceof Object[]);",
                "String[][] both = {parts, given}; return both[0][1] + both[1][0];",
                "Object[] in = new Object[1]; in[0] = parts; return ((String[]) in[0])[1];",
                "String[] either = flag() ? given : parts; return all(either);",
                "String[] either = flag() ? parts : given; note(either[1]); return either;",
                "return (\"\" + parts).startsWith(\"[L\");",
                "return Stream.of(parts).count() + parts[0];",
                "try { note(parts[1]); } finally { field = parts; } return all(field);",
                "try { return one(parts[3]); } catch (RuntimeException e) { return all(parts); }",
                "class Local { final String[] kept = parts; } return new Local().kept[1];",
                "return flag() ? parts[0] : all(parts);",
                "while (true) { if (flag()) { return all(parts); } note(parts[0]); }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "line.split(\"\\\\|\")",
                "line.split(\"[|]\", -1)",
                "text.toString().split(\"\\\\|\", 3)",
                "text.toString().split(\"\\\\|\")"
            })
    void onlyTheElementsThatAreReadAreCreated(String split) throws IOException {
        List<String> shapes =
                elements().stream()
                        .map(each -> "String[] parts = " + split + ";\n" + each)
                        .toList();
        CompiledProgram program = program(shapes);
        requireSame(program);
        assertThat(replaced(program, OF_ANY)).isEqualTo(splits(shapes));
        assertThat(replaced(program, OF_TEXT)).isEqualTo(split.startsWith("t") ? shapes.size() : 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"line", "text.toString()"})
    void anArrayThatIsUsedInAnotherWayIsComplete(String string) throws IOException {
        String split = "String[] parts = " + string + ".split(\"\\\\|\");\n";
        CompiledProgram program = program(others().stream().map(split::concat).toList());
        requireSame(program);
        assertThat(replaced(program, OF_ANY)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-g", "-g:none", "--release=8"})
    void aStringThatIsOnlySplitIsNotCreated(String option) throws IOException {
        List<String> shapes =
                List.of(
                        "return text.toString().split(\"\\\\|\")[1];",
                        "return text\n.toString()\n.split(\n\"\\\\|\")\n[1];",
                        "String s = text.toString();\nString[] parts = s.split(\"\\\\|\");\nreturn one(parts[1]);",
                        "String s = text.toString();\nreturn s\n.split(\"\\\\|\", 2)[1];",
                        "for (int i = 0; i < 2; i++) { String s = text.toString(); String[] p = s.split(\",\"); note(p[0]); } return 0;",
                        "return one(flag() ? text.toString().split(\",\")[0] : text.toString().split(\"b\", -2)[0]);",
                        "try { String s = text.toString(); return s.split(\"\\\\|\")[1]; }"
                                + " catch (RuntimeException e) { String s = \"caught\"; return s + e; }",
                        "Text last = null; for (Text t : new Text[] {text, last}) {"
                                + " String s = t.toString(); String[] p = s.split(\"a\"); note(p[0]); } return 1;");
        CompiledProgram program = program(shapes, option, "-Xlint:-options");
        assertThat(String.join("\n", requireSame(program))).contains("NullPointerException");
        assertThat(replaced(program, OF_TEXT)).isEqualTo(splits(shapes));
    }

    @Test
    void aStringWithOtherUsesIsSplitAsAString() throws IOException {
        List<String> shapes =
                List.of(
                        "String s = text.toString(); return s.split(\",\")[0] + s;",
                        "String s; return (s = text.toString()).split(\"\\\\|\", 300).length;",
                        "String s = text.toString(); return s.split(\",\")[0] + s.split(\"b\")[0];",
                        "String s = text.toString(); note(s); return s.split(\"\\\\|\")[1];",
                        "String s = text.toString(); text.set(\"changed|b\"); return s.split(\"\\\\|\")[1];",
                        "String s = text.toString(); int n = number; return s.split(\"\\\\|\", n)[0];",
                        "String s = text.toString(); try { return s.split(\"\\\\|\")[1]; }"
                                + " catch (RuntimeException e) { return \"caught\" + e; }",
                        "String s = text.toString(); do { note(s.split(\"\\\\|\")[0]); } while (flag()); return 0;",
                        "String s = flag() ? text.toString() : line; return s.split(\"\\\\|\")[1];",
                        "return (flag() ? text.toString() : text.toString()).split(\"\\\\|\")[0];",
                        "String s = text.toString(); if (flag()) { return s.split(\"\\\\|\")[1]; } return 0;",
                        "String s = text.toString(); String t = line; return t.split(\"\\\\|\")[0] + s;",
                        "Object o = text; return o.toString().split(\"\\\\|\")[0];",
                        "return text.toString().trim().split(\"\\\\|\")[0];");
        CompiledProgram program = program(shapes);
        requireSame(program);
        assertThat(replaced(program, OF_ANY)).isEqualTo(splits(shapes));
        assertThat(replaced(program, OF_TEXT)).isZero();
    }

    @Test
    void otherPatternsAreLeftAlone() throws IOException {
        List<String> patterns =
                List.of(
                        "\"|\"",
                        "\"\"",
                        "\"ab\"",
                        "\"[ab]\"",
                        "\"\\\\s\"",
                        "\"é\"",
                        "\"\\0\"",
                        "\"\\\\?\"",
                        "line",
                        "flag() ? \"a\" : \"b\"",
                        "\"(\"",
                        "null",
                        "\"\\\\|+\"",
                        "\"[^|]\"");
        CompiledProgram program =
                program(
                        patterns.stream()
                                .map(each -> "return line.split(" + each + ")[0];")
                                .toList());
        requireSame(program);
        assertThat(replaced(program, OF_ANY)).isZero();
    }

    @Test
    void whatIsNullHasTheSameErrorWithTheSameMessageAtTheSamePlace() throws IOException {
        String code =
                """
                String[] nulls = {null};
                attempt(() -> nulls[0].split(",")[1]);
                attempt(() -> nulls[0].split(",", number)[1]);
                attempt(() -> HEADS.get(0).split(",").length);
                String none = null;
                long wide = number;
                try {
                    wide += wide * none.split(",", (int) wide + 1)[1].length();
                } catch (NullPointerException e) {
                    failed(e);
                }
                return none
                    .split(",")
                    [0];
                }

                static final List<String> HEADS = Arrays.asList(new String[1]);

                static {
                """;
        assertThat(String.join("\n", requireSame(program(List.of(code), "-g"))))
                .contains("\"String.split(String, int)\" because \"none\" is null")
                .contains("\"String.split(String)\" because \"none\" is null");
        assertThat(requireSame(program(List.of(code), "--release=8", "-Xlint:-options")))
                .isNotEmpty();
    }
}

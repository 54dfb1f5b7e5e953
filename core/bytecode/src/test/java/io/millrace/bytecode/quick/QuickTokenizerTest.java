package io.millrace.bytecode.quick;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.StringTokenizer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Beside one of the JDK's, which is asked the same. */
@Tag("jdk")
@Sampled(oneIn = 3)
class QuickTokenizerTest {

    private static final int TOKENIZERS = 100;

    /** Also the neighbours of usual delimiters, a letter, and the last of ASCII. */
    private static final String DELIMITERS = " \t\n\r\f,;:\0!~a\u007f";

    private static final String OTHERS = "?\u0080éÿĀ中\ud83d\ude00\ud800\udc00\udfff";

    private final Random random;

    QuickTokenizerTest(TestInfo test) {
        random = Seeds.random("quick tokenizer, " + test.getDisplayName());
    }

    @RepeatedTest(200)
    void anyCallsInAnyOrderGiveTheSame() {
        for (int i = 0; i < TOKENIZERS; i++) {
            String string = string();
            requireSameCalls(string, constructor(string), new Quick(), random.nextInt(30));
        }
    }

    @RepeatedTest(200)
    void aTextsTokensAreThoseOfItsString() {
        for (int i = 0; i < TOKENIZERS; i++) {
            Text text = random.nextInt(10) == 0 ? malformed() : new Text(string());
            String string = text.toString();
            requireSameCalls(string, constructor(string), new QuickOf(text), random.nextInt(30));
        }
    }

    @Test
    void aTokenizerKeepsWhatItsTextWas() {
        for (String string : List.of("a b", "ä b")) {
            Text text = new Text(string);
            StringTokenizer tokenizer = new QuickTokenizer(text);
            text.set("c d e f");
            assertThat(tokens(tokenizer)).isEqualTo(tokens(new StringTokenizer(string)));
        }
    }

    @Test
    void subclassesOfTextSayWhatTheirStringIsAndHowItIsSet() {
        Shouting text = new Shouting();
        text.set("a b");
        assertThat(tokens(new QuickTokenizer(text))).containsExactly("SET", "A", "B");
        QuickTokenizer.setNext(text, new QuickTokenizer("c"));
        assertThat(text).hasToString("SET C");
    }

    private static final class Shouting extends Text {

        @Override
        public void set(String string) {
            super.set("set " + string);
        }

        @Override
        public String toString() {
            return super.toString().toUpperCase(Locale.ROOT);
        }
    }

    @RepeatedTest(50)
    void tokensThatAreNumbersAreTheSame() {
        for (int i = 0; i < TOKENIZERS; i++) {
            StringBuilder numbers = new StringBuilder();
            for (int n = random.nextInt(6); n >= 0; n--) {
                numbers.append(number()).append(chars(" \t", 1 + random.nextInt(2)));
            }
            String string = numbers.toString();
            Maker quick = random.nextBoolean() ? new Quick() : new QuickOf(new Text(string));
            StringTokenizer actual = quick.of(string);
            StringTokenizer expected = new StringTokenizer(string);
            for (int call = 0; call < 8; call++) {
                assertThat(outcome(() -> QuickTokenizer.nextDouble(actual)))
                        .as("number %d of <%s>, %s", call, string, Seeds.line())
                        .isEqualTo(outcome(() -> Double.parseDouble(expected.nextToken())));
            }
        }
    }

    private String number() {
        return switch (random.nextInt(8)) {
            case 0 -> String.valueOf(Double.longBitsToDouble(random.nextLong()));
            case 1 -> String.valueOf(random.nextInt());
            case 2 -> chars("0123456789.eE+-", 1 + random.nextInt(8));
            case 3 -> chars("12.é中?", 1 + random.nextInt(4));
            default -> String.valueOf(random.nextInt() / 8.0);
        };
    }

    /** Bytes that are not always UTF-8. */
    private Text malformed() {
        byte[] bytes = string().getBytes(UTF_8);
        for (int i = 0; i < bytes.length; i += 1 + random.nextInt(5)) {
            bytes[i] = (byte) random.nextInt();
        }
        return new Text(bytes);
    }

    @RepeatedTest(200)
    void allTokensOfOrdinaryTextAreTheSame() {
        String string = chars("abcdefghijklmnopqrstuvwxyz,. \n", random.nextInt(2000));
        assertThat(tokens(new QuickTokenizer(string)))
                .as(Seeds.line())
                .isEqualTo(tokens(new StringTokenizer(string)));
        assertThat(tokens(new QuickTokenizer(string, ",")))
                .isEqualTo(tokens(new StringTokenizer(string, ",")));
    }

    @Test
    void eachDelimiterIsTheOnlyOne() {
        StringBuilder all = new StringBuilder();
        for (char c = 0; c < 300; c++) {
            all.append(c);
        }
        for (char c = 0; c < 300; c++) {
            String delimiter = String.valueOf(c);
            assertThat(tokens(new QuickTokenizer(all.toString(), delimiter)))
                    .isEqualTo(tokens(new StringTokenizer(all.toString(), delimiter)));
        }
    }

    @Test
    void halvesOfSurrogatePairsAreNoQuestionMarks() {
        assertThat(tokens(new QuickTokenizer("a\ud800b?c", "?"))).containsExactly("a\ud800b", "c");
        assertThat(tokens(new QuickTokenizer("中?文 b"))).containsExactly("中?文", "b");
    }

    @Test
    void missingArgumentsAreTheSameErrors() {
        assertThat(outcome(() -> new QuickTokenizer((String) null)))
                .isEqualTo(outcome(() -> new StringTokenizer(null)));
        assertThat(outcome(() -> new QuickTokenizer((String) null, null, true)))
                .isEqualTo(outcome(() -> new StringTokenizer(null, null, true)));
        for (int i = 0; i < TOKENIZERS; i++) {
            requireSameCalls("a b", make -> make.of("a b", null, false), new Quick(), 5);
            requireSameCalls("", make -> make.of("", null, true), new Quick(), 5);
        }
    }

    /** Makes a tokenizer of either kind. */
    private interface Maker {

        StringTokenizer of(String string);

        StringTokenizer of(String string, String delimiters);

        StringTokenizer of(String string, String delimiters, boolean returned);
    }

    private static final class OfTheJdk implements Maker {

        @Override
        public StringTokenizer of(String string) {
            return new StringTokenizer(string);
        }

        @Override
        public StringTokenizer of(String string, String delimiters) {
            return new StringTokenizer(string, delimiters);
        }

        @Override
        public StringTokenizer of(String string, String delimiters, boolean returned) {
            return new StringTokenizer(string, delimiters, returned);
        }
    }

    private static class Quick implements Maker {

        @Override
        public StringTokenizer of(String string) {
            return new QuickTokenizer(string);
        }

        @Override
        public StringTokenizer of(String string, String delimiters) {
            return new QuickTokenizer(string, delimiters);
        }

        @Override
        public StringTokenizer of(String string, String delimiters, boolean returned) {
            return new QuickTokenizer(string, delimiters, returned);
        }
    }

    /** Of a text whose string is what it is asked for. */
    private static final class QuickOf extends Quick {

        private final Text text;

        QuickOf(Text text) {
            this.text = text;
        }

        @Override
        public StringTokenizer of(String string) {
            return new QuickTokenizer(text);
        }

        @Override
        public StringTokenizer of(String string, String delimiters) {
            return new QuickTokenizer(text, delimiters);
        }
    }

    private Function<Maker, StringTokenizer> constructor(String string) {
        String delimiters = delimiters();
        boolean returned = random.nextInt(4) == 0;
        return switch (random.nextInt(3)) {
            case 0 -> make -> make.of(string);
            case 1 -> make -> make.of(string, delimiters);
            default -> make -> make.of(string, delimiters, returned);
        };
    }

    private void requireSameCalls(
            String string, Function<Maker, StringTokenizer> constructor, Maker quick, int calls) {
        StringTokenizer expected = constructor.apply(new OfTheJdk());
        StringTokenizer actual = constructor.apply(quick);
        for (int i = 0; i < calls; i++) {
            Function<StringTokenizer, Object> call = call();
            assertThat(outcome(() -> call.apply(actual)))
                    .as("call %d of a tokenizer of <%s>, %s", i, string, Seeds.line())
                    .isEqualTo(outcome(() -> call.apply(expected)));
        }
    }

    private Function<StringTokenizer, Object> call() {
        String delimiters = delimiters();
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> StringTokenizer::nextToken;
            case 3, 4, 5 -> StringTokenizer::hasMoreTokens;
            case 6 -> StringTokenizer::hasMoreElements;
            case 7 -> StringTokenizer::nextElement;
            case 8 -> tokenizer -> tokenizer.asIterator().next();
            case 9, 10 -> StringTokenizer::countTokens;
            case 11, 12 -> QuickTokenizerTest::setToNext;
            default -> tokenizer -> tokenizer.nextToken(delimiters);
        };
    }

    /** All that a text is once it was set to the next token. */
    private static List<Object> setToNext(StringTokenizer tokenizer) {
        Text text = new Text("what it was before");
        if (tokenizer instanceof QuickTokenizer) {
            QuickTokenizer.setNext(text, tokenizer);
        } else {
            text.set(tokenizer.nextToken());
        }
        return List.of(text.toString(), text.getLength(), text.getTextLength());
    }

    /** What a call gives, or its error. */
    private static String outcome(Supplier<Object> call) {
        try {
            return String.valueOf(call.get());
        } catch (RuntimeException e) {
            // What a null was called, the JVM's messages say, is not part of what is promised.
            return e instanceof NullPointerException ? e.getClass().getName() : e.toString();
        }
    }

    private static List<String> tokens(StringTokenizer tokenizer) {
        List<String> tokens = new ArrayList<>();
        while (tokenizer.hasMoreTokens()) {
            tokens.add(tokenizer.nextToken());
        }
        return tokens;
    }

    /** Mostly of ASCII, as delimiters are; seldom none. */
    private String delimiters() {
        if (random.nextInt(20) == 0) {
            return null;
        }
        String delimiters = chars(DELIMITERS, random.nextInt(5));
        return random.nextInt(5) == 0 ? delimiters + chars(OTHERS, 2) : delimiters;
    }

    /** Tokens and delimiters of any length; of ASCII, of Latin-1, or of all. */
    private String string() {
        int tokens = random.nextInt(8);
        int kinds = 1 + random.nextInt(3);
        int longest = 1 << random.nextInt(8);
        StringBuilder string = new StringBuilder();
        for (int i = 0; i < tokens; i++) {
            string.append(chars("bcdefghijkl+-_/9zB<", random.nextInt(longest)));
            string.append(chars(DELIMITERS, random.nextInt(4)));
            if (random.nextInt(3) == 0) {
                string.append(chars(OTHERS.substring(0, new int[] {1, 4, 11}[kinds - 1]), 2));
            }
        }
        return string.toString();
    }

    private String chars(String from, int count) {
        StringBuilder chars = new StringBuilder();
        for (int i = 0; i < count; i++) {
            chars.append(from.charAt(random.nextInt(from.length())));
        }
        return chars.toString();
    }
}

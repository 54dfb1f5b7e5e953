package io.millrace.hadoop.quick;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringTokenizer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Beside one of the JDK's, which is asked the same. */
class QuickTokenizerTest {

    private static final int TOKENIZERS = 100;

    /** Also the neighbours of usual delimiters, a letter, and the last of ASCII. */
    private static final String DELIMITERS = " \t\n\r\f,;:\0!~a\u007f";

    private static final String OTHERS = "?\u0080éÿĀ中\ud83d\ude00\ud800\udc00\udfff";

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @RepeatedTest(200)
    void anyCallsInAnyOrderGiveTheSame() {
        for (int i = 0; i < TOKENIZERS; i++) {
            String string = string();
            requireSameCalls(string, constructor(string), random.nextInt(30));
        }
    }

    @RepeatedTest(200)
    void allTokensOfOrdinaryTextAreTheSame() {
        String string = chars("abcdefghijklmnopqrstuvwxyz,. \n", random.nextInt(2000));
        assertThat(tokens(new QuickTokenizer(string)))
                .as("seed %d", seed)
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
        assertThat(outcome(() -> new QuickTokenizer(null)))
                .isEqualTo(outcome(() -> new StringTokenizer(null)));
        assertThat(outcome(() -> new QuickTokenizer(null, null, true)))
                .isEqualTo(outcome(() -> new StringTokenizer(null, null, true)));
        for (int i = 0; i < TOKENIZERS; i++) {
            requireSameCalls("a b", make -> make.of("a b", null, false), 5);
            requireSameCalls("", make -> make.of("", null, true), 5);
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

    private static final class Quick implements Maker {

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
            String string, Function<Maker, StringTokenizer> constructor, int calls) {
        StringTokenizer expected = constructor.apply(new OfTheJdk());
        StringTokenizer actual = constructor.apply(new Quick());
        for (int i = 0; i < calls; i++) {
            Function<StringTokenizer, Object> call = call();
            assertThat(outcome(() -> call.apply(actual)))
                    .as("call %d of a tokenizer of <%s>, seed %d", i, string, seed)
                    .isEqualTo(outcome(() -> call.apply(expected)));
        }
    }

    private Function<StringTokenizer, Object> call() {
        String delimiters = delimiters();
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> StringTokenizer::nextToken;
            case 3, 4, 5 -> StringTokenizer::hasMoreTokens;
            case 6 -> StringTokenizer::hasMoreElements;
            case 7 -> StringTokenizer::nextElement;
            case 8 -> tokenizer -> tokenizer.asIterator().next();
            case 9, 10 -> StringTokenizer::countTokens;
            default -> tokenizer -> tokenizer.nextToken(delimiters);
        };
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

package io.millrace.fuzz.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.fuzz.run.Sources;
import io.millrace.fuzz.tape.Choices;
import io.millrace.testing.Sampled;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

@Sampled(oneIn = 2)
class ProgramsTest {

    private static final int PROGRAMS = 400;

    @Test
    void everyProgramCompiles() throws Exception {
        Map<String, String> sources = new LinkedHashMap<>();
        for (int seed = 0; seed < PROGRAMS; seed++) {
            String name = "Program" + seed;
            sources.put(name, Programs.write(Choices.seeded(seed)).source(name));
        }

        assertThat(new Sources().compile(sources)).hasSize(PROGRAMS);
    }

    @Test
    void theSimplestProgramCompiles() throws Exception {
        String source = Programs.write(Choices.of(new int[0])).source("Simplest");

        assertThat(new Sources().compile("Simplest", source).classes()).containsKey("Simplest");
    }

    @Test
    void aTapeMakesTheSameProgramAgain() {
        Program program = Programs.write(Choices.seeded(5));

        Program again = Programs.write(Choices.of(program.tape().numbers()));

        assertThat(again.source("P")).isEqualTo(program.source("P"));
        assertThat(again.traits()).isEqualTo(program.traits());
    }

    @Test
    void programsHaveEveryTrait() {
        Set<Trait> met = EnumSet.noneOf(Trait.class);
        for (int seed = 0; seed < PROGRAMS; seed++) {
            met.addAll(Programs.write(Choices.seeded(seed)).traits());
        }

        assertThat(met).containsExactlyInAnyOrder(Trait.values());
    }

    @Test
    void programsMeetEveryRewrittenCall() {
        StringBuilder all = new StringBuilder();
        for (int seed = 0; seed < PROGRAMS; seed++) {
            all.append(Programs.write(Choices.seeded(seed)).source("P"));
        }

        assertThat(Rewrite.values())
                .as("a rewrite that is new needs a piece that meets it")
                .hasSize(27);
        assertThat(all)
                .contains(
                        "t.set(s)",
                        "t.toString()",
                        "new Text(s)",
                        "Double.parseDouble(s)",
                        "Double.valueOf(s)",
                        "new StringTokenizer(s)",
                        "new StringTokenizer(t.toString())",
                        "u.set(k.nextToken())",
                        "Double.parseDouble(k.nextToken())",
                        "Integer.parseInt(k.nextToken())",
                        "Integer.parseInt(t.toString())",
                        "Long.parseLong(line.substring(0, bar))",
                        "whole.split(\"[a]\")",
                        "t.toString().split(\"\\\\|\")",
                        "System.exit(3)",
                        "System.setProperty(held, ",
                        "(Function<String, Double> & Serializable) Double::parseDouble",
                        "held = arrived(",
                        "extends StringTokenizer",
                        "extends Text ");
    }
}

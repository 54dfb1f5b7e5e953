package io.millrace.fuzz.campaign;

import io.millrace.fuzz.program.Program;
import io.millrace.fuzz.run.EngineSetup;
import java.util.List;

/**
 * A program whose runs differ.
 *
 * @param seed of the program, or of the one that it is a simpler form of
 * @param check the check that failed
 * @param sentences the differences
 */
public record Finding(
        long seed, Program program, Check check, EngineSetup engine, List<String> sentences) {

    private static final int SHOWN = 600;

    Finding with(Program simpler, List<String> differing) {
        return new Finding(seed, simpler, check, engine, differing);
    }

    /** The program in the form of a test: the difference, how to repeat it, and its source. */
    public String asTest(String name) {
        StringBuilder text = new StringBuilder();
        text.append("// ./millrace fuzz --replay ").append(seed).append('\n');
        text.append("// mode: ").append(check).append("; engine: ").append(engine).append('\n');
        for (String sentence : sentences) {
            String line = sentence.strip().replaceAll("\\s+", " ");
            text.append("// ").append(line, 0, Math.min(SHOWN, line.length())).append('\n');
        }
        return text.append(program.source(name)).toString();
    }
}

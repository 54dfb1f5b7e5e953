package io.millrace.fuzz.campaign;

import io.millrace.fuzz.program.Program;
import io.millrace.fuzz.program.Programs;
import io.millrace.fuzz.run.CompiledProgram;
import io.millrace.fuzz.run.EngineSetup;
import io.millrace.fuzz.run.Sources;
import io.millrace.fuzz.tape.Choices;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Programs that are compiled together, and run with the same memory and threads, which belong to
 * the process.
 */
record Round(EngineSetup engine, List<Entry> entries) {

    /** Number of programs. */
    static final int SIZE = 32;

    /** One program of the round. */
    record Entry(long seed, Program program, CompiledProgram code) {}

    /** The programs of these seeds, which must belong to one round. */
    static Round prepare(Sources sources, long first, int count) throws IOException {
        Map<Long, Program> programs = new LinkedHashMap<>();
        Map<String, String> texts = new LinkedHashMap<>();
        for (long seed = first; seed < first + count; seed++) {
            Program program = Programs.write(Choices.seeded(seed));
            programs.put(seed, program);
            texts.put(name(seed), program.source(name(seed)));
        }
        Map<String, CompiledProgram> compiled = sources.compile(texts);
        List<Entry> entries = new ArrayList<>();
        programs.forEach((seed, program) -> {
            CompiledProgram code = Objects.requireNonNull(compiled.get(name(seed)));
            entries.add(new Entry(seed, program, code));
        });
        return new Round(engine(first), entries);
    }

    /** Memory and threads for the round of a seed. */
    static EngineSetup engine(long seed) {
        EngineSetup[] all = EngineSetup.values();
        return all[(int) Math.floorMod(Math.floorDiv(seed, (long) SIZE), (long) all.length)];
    }

    private static String name(long seed) {
        return "Program" + (seed < 0 ? "_" : "") + Math.abs(seed);
    }
}

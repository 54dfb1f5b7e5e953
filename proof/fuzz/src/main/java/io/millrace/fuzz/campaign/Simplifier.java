package io.millrace.fuzz.campaign;

import io.millrace.fuzz.program.Program;
import io.millrace.fuzz.program.Programs;
import io.millrace.fuzz.run.CompiledProgram;
import io.millrace.fuzz.run.Difference;
import io.millrace.fuzz.run.Sources;
import io.millrace.fuzz.run.Trial;
import io.millrace.fuzz.run.Workplace;
import io.millrace.fuzz.tape.Choices;
import io.millrace.fuzz.tape.Shrinker;
import io.millrace.fuzz.tape.Tape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks for the simplest program that differs in the same way as a given one. */
final class Simplifier {

    private static final String NAME = "Program";

    private final Workplace place;
    private final Sources sources;
    private final CampaignPlan plan;

    Simplifier(Workplace place, Sources sources, CampaignPlan plan) {
        this.place = place;
        this.sources = sources;
        this.plan = plan;
    }

    /** The simplest finding; the same one if there is no simpler one. */
    Finding simplest(Finding finding) {
        Tape tape =
                Shrinker.shrink(
                        finding.program().tape(),
                        numbers -> differs(numbers, finding),
                        plan.shrinkTrials());
        Program program = program(tape.numbers());
        List<String> sentences = sentences(program, finding);
        return sentences.isEmpty() ? finding : finding.with(program, sentences);
    }

    private @Nullable Tape differs(int[] numbers, Finding finding) {
        Program program = program(numbers);
        return sentences(program, finding).isEmpty() ? null : program.tape();
    }

    private Program program(int[] numbers) {
        return Programs.write(Choices.of(numbers));
    }

    private List<String> sentences(Program program, Finding finding) {
        try {
            CompiledProgram code = sources.compile(NAME, program.source(NAME));
            try (Trial trial = Trial.of(place, code)) {
                Difference difference = finding.check().of(trial, finding.engine());
                return difference.sentences();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot simplify a program", e);
        }
    }
}

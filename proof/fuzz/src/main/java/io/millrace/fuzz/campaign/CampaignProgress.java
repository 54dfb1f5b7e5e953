package io.millrace.fuzz.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The progress of a campaign. */
public final class CampaignProgress {

    private final long begun = System.nanoTime();
    private final List<Finding> findings = new ArrayList<>();
    private int programs;
    private int runs;

    void add(ProgramRun.Result result) {
        programs++;
        runs += result.runs();
        result.finding().ifPresent(findings::add);
    }

    void replace(Finding finding, Finding simpler) {
        findings.set(findings.indexOf(finding), simpler);
    }

    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** Number of programs that were run. */
    public int programs() {
        return programs;
    }

    /** Number of runs on Millrace. */
    public int runs() {
        return runs;
    }

    /** The programs that differ. */
    public List<Finding> findings() {
        return List.copyOf(findings);
    }
}

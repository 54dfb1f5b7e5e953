package io.millrace.fuzz.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How far a campaign is. */
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

    /** How many programs were run. */
    public int programs() {
        return programs;
    }

    /** How often they were run on Millrace. */
    public int runs() {
        return runs;
    }

    /** Those that differ. */
    public List<Finding> findings() {
        return List.copyOf(findings);
    }
}

package io.millrace.fuzz.mutants;

import io.millrace.fuzz.campaign.Campaign;
import io.millrace.fuzz.campaign.CampaignPlan;
import io.millrace.fuzz.campaign.CampaignProgress;
import io.millrace.fuzz.run.Modes;

/** A campaign in a process of its own: exit code 7 if it finds something. */
final class Hunt {

    static final int FOUND = 7;

    private Hunt() {}

    /** The first program's seed, how many there are, and the only mode, which may be empty. */
    public static void main(String[] arguments) throws Exception {
        CampaignPlan plan =
                CampaignPlan.of(Long.parseLong(arguments[0]), Integer.parseInt(arguments[1]))
                        .withMode(
                                arguments[2].isEmpty()
                                        ? null
                                        : Modes.named(arguments[2]).orElseThrow())
                        .withShrinkTrials(0);
        CampaignProgress end = new Campaign(plan, progress -> {}).run();
        end.findings()
                .forEach(finding ->
                        System.out.println(
                                finding.seed()
                                        + " in "
                                        + finding.check()
                                        + ": "
                                        + finding.sentences()));
        System.out.println(end.programs() + " programs");
        System.exit(end.findings().isEmpty() ? 0 : FOUND);
    }
}

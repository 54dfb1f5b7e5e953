package io.millrace.fuzz.mutants;

import io.millrace.fuzz.campaign.Campaign;
import io.millrace.fuzz.campaign.CampaignPlan;
import io.millrace.fuzz.campaign.CampaignProgress;

/** A campaign in a process of its own: exit code 7 if it finds something. */
final class Hunt {

    static final int FOUND = 7;

    private Hunt() {}

    /** The first program's seed, and how many there are. */
    public static void main(String[] arguments) throws Exception {
        CampaignPlan plan =
                CampaignPlan.of(Long.parseLong(arguments[0]), Integer.parseInt(arguments[1]))
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

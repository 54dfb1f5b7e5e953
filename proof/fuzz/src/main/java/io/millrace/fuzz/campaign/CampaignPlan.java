package io.millrace.fuzz.campaign;

import io.millrace.fuzz.run.Mode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a campaign.
 *
 * @param seed of the first program; each further program has the next seed
 * @param programs maximum number of programs
 * @param time after which no more programs are started
 * @param threads that run programs
 * @param mode the only one besides the default; null for a sample of all
 * @param differences number of differing programs after which the campaign ends
 * @param shrinkTrials maximum number of trials to simplify a program that differs
 */
public record CampaignPlan(
        long seed,
        int programs,
        Duration time,
        int threads,
        @Nullable Mode mode,
        int differences,
        int shrinkTrials) {

    /** A number of programs from a seed, each in a sample of modes, until one differs. */
    public static CampaignPlan of(long seed, int programs) {
        return new CampaignPlan(
                seed,
                programs,
                Duration.ofDays(1),
                Math.max(1, Runtime.getRuntime().availableProcessors()),
                null,
                1,
                200);
    }

    /** The same plan with another time limit. */
    public CampaignPlan withTime(Duration other) {
        return new CampaignPlan(seed, programs, other, threads, mode, differences, shrinkTrials);
    }

    /** The same plan with one mode only; null for a sample of all. */
    public CampaignPlan withMode(@Nullable Mode only) {
        return new CampaignPlan(seed, programs, time, threads, only, differences, shrinkTrials);
    }

    /** The same plan, ending after that many programs that differ. */
    public CampaignPlan withDifferences(int most) {
        return new CampaignPlan(seed, programs, time, threads, mode, most, shrinkTrials);
    }

    /** The same plan with another number of trials for each program that differs. */
    public CampaignPlan withShrinkTrials(int trials) {
        return new CampaignPlan(seed, programs, time, threads, mode, differences, trials);
    }
}

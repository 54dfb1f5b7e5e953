package io.millrace.fuzz.campaign;

import io.millrace.fuzz.run.Mode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a campaign does.
 *
 * @param seed of the first program; the next one's is one more
 * @param programs how many, at most
 * @param time after which no more are begun
 * @param threads that run programs
 * @param mode the only one besides the default; null for a sample of all
 * @param differences after how many of them it ends
 * @param shrinkTrials how often a program that differs is made simpler and tried again, at most
 */
public record CampaignPlan(
        long seed,
        int programs,
        Duration time,
        int threads,
        @Nullable Mode mode,
        int differences,
        int shrinkTrials) {

    /** As many programs from a seed, each in a sample of modes, until one differs. */
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

    /** The same with another end. */
    public CampaignPlan withTime(Duration other) {
        return new CampaignPlan(seed, programs, other, threads, mode, differences, shrinkTrials);
    }

    /** The same with one mode only; null for a sample of all. */
    public CampaignPlan withMode(@Nullable Mode only) {
        return new CampaignPlan(seed, programs, time, threads, only, differences, shrinkTrials);
    }

    /** The same, ending after so many programs that differ. */
    public CampaignPlan withDifferences(int most) {
        return new CampaignPlan(seed, programs, time, threads, mode, most, shrinkTrials);
    }

    /** The same with another number of trials for each program that differs. */
    public CampaignPlan withShrinkTrials(int trials) {
        return new CampaignPlan(seed, programs, time, threads, mode, differences, trials);
    }
}

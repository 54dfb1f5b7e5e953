package io.millrace.workloads.input;

import java.util.SplittableRandom;

/** Lines of {@link UserVisits}, and one of {@link Rankings} for each eight of them. */
final class VisitsAndRankings implements Rows.RowWriter {

    private static final int VISITS_FOR_RANKING = 8;

    static final int AVERAGE_BYTES =
            (VISITS_FOR_RANKING * UserVisits.AVERAGE_BYTES + Rankings.AVERAGE_BYTES)
                    / (VISITS_FOR_RANKING + 1);

    private final UserVisits visits;
    private final Rankings rankings = new Rankings();

    VisitsAndRankings(UserVisits visits) {
        this.visits = visits;
    }

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        if (row % (VISITS_FOR_RANKING + 1) == 0) {
            rankings.write(row / (VISITS_FOR_RANKING + 1), random, out);
        } else {
            visits.write(row, random, out);
        }
    }
}

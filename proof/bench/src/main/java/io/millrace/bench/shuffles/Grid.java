package io.millrace.bench.shuffles;

import io.millrace.bench.frame.Word;
import java.util.List;
import java.util.stream.Stream;

/** Which loads go which ways. */
enum Grid {
    /**
     * One factor at a time, and keys with numbers of reduce tasks; locks and splits with the
     * ordinary load.
     */
    STANDARD,
    /** Everything with everything. */
    FULL;

    List<Load> loads() {
        return this == FULL
                ? Load.full()
                : Stream.concat(Load.oneByOne().stream(), Load.skews().stream())
                        .distinct()
                        .toList();
    }

    /** How a load is run; the planner's default is the first. */
    List<Way> ways(Load load) {
        if (this == FULL) {
            return Way.full();
        }
        return load.ordinary() ? Way.more() : Way.few();
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return Word.of(this);
    }
}

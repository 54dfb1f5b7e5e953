package io.millrace.bench.shuffles;

import java.util.List;
import java.util.stream.Stream;

/** Which loads go which ways. */
public enum Grid {
    /**
     * One factor at a time, and keys with numbers of reduce tasks; locks and splits with the
     * ordinary load.
     */
    STANDARD {
        @Override
        public List<Load> loads() {
            return Stream.concat(Load.oneByOne().stream(), Load.skews().stream())
                    .distinct()
                    .toList();
        }

        @Override
        public List<Way> ways(Load load) {
            return load.ordinary() ? Way.more() : Way.few();
        }
    },
    /** Everything with everything. */
    FULL {
        @Override
        public List<Load> loads() {
            return Load.full();
        }

        @Override
        public List<Way> ways(Load load) {
            return Way.full();
        }
    };

    public abstract List<Load> loads();

    /** How this load is run; the planner's default is the first. */
    public abstract List<Way> ways(Load load);
}

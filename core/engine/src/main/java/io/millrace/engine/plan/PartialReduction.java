package io.millrace.engine.plan;

/**
 * How a job's partial reducer works.
 *
 * @param obstacle the reason why it cannot run; empty if it can
 */
public record PartialReduction(Kind kind, String obstacle) {

    /** The ways in which a partial reducer can work. */
    public enum Kind {
        /** The job has none. */
        NONE,
        /** The job names one, which has to be called. */
        CALLED,
        /** It does nothing but merge two values into one, which a table does in its place. */
        FOLDED,
        /** The job's combiner serves as one, which the job does not name as one. */
        COMBINER
    }

    /** That of a job without partial reducer. */
    public static final PartialReduction NONE = of(Kind.NONE);

    /** A partial reducer that can run. */
    public static PartialReduction of(Kind kind) {
        return new PartialReduction(kind, "");
    }

    /** The same partial reducer if it cannot run, for this reason; empty if it can. */
    public PartialReduction unless(String why) {
        return new PartialReduction(kind, why);
    }

    boolean named() {
        return kind != Kind.NONE;
    }

    boolean folds() {
        return kind == Kind.FOLDED;
    }

    boolean isCombiner() {
        return kind == Kind.COMBINER;
    }
}

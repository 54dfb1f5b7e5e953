package io.millrace.bytecode.rewrite;

import io.millrace.engine.config.Settings;
import io.millrace.engine.plan.Choice;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which rewrites a job's settings leave on. Made once for a job and passed on; this is where {@code
 * millrace.fast.paths} is read. Immutable.
 */
public final class Rewrites {

    private final boolean fastPaths;

    /** Those whose own key turns them off. */
    private final Set<Rewrite> without;

    private final Set<Rewrite> on;

    private Rewrites(boolean fastPaths, Set<Rewrite> without) {
        this.fastPaths = fastPaths;
        this.without = without;
        Set<Rewrite> left = EnumSet.allOf(Rewrite.class);
        left.removeIf(each -> without.contains(each) || (each.isFastPath() && !fastPaths));
        this.on = Collections.unmodifiableSet(left);
    }

    /** Those of a job with these settings. */
    public static Rewrites in(Settings settings) {
        Set<Rewrite> without = EnumSet.allOf(Rewrite.class);
        without.removeIf(each -> each.key().in(settings));
        return new Rewrites(Rewrite.FAST_PATHS.in(settings), without);
    }

    /** Those that are on. */
    public Set<Rewrite> on() {
        return on;
    }

    public boolean contains(Rewrite rewrite) {
        return on.contains(rewrite);
    }

    /** Which key turns a rewrite off, for people; empty if it is on. */
    public String obstacle(Rewrite rewrite) {
        String all = rewrite.isFastPath() ? obstacle() : "";
        return all.isEmpty() && without.contains(rewrite) ? rewrite.key() + " is false" : all;
    }

    /** Which key turns off all that is for speed alone, for people; empty if none does. */
    public String obstacle() {
        return fastPaths ? "" : Rewrite.FAST_PATHS + " is false";
    }

    /** Which of them are off, for people. */
    public Choice<String> choice() {
        String name = "rewrites";
        if (!fastPaths) {
            boolean exits = contains(Rewrite.EXIT);
            return new Choice<>(
                    name,
                    exits ? "exit only" : "none",
                    obstacle() + (exits ? "" : ", and so is " + Rewrite.EXIT.key()));
        }
        return without.isEmpty()
                ? new Choice<>(name, "all", "default")
                : new Choice<>(
                        name,
                        "without "
                                + Arrays.stream(Rewrite.values())
                                        .filter(without::contains)
                                        .map(Rewrite::shortName)
                                        .collect(Collectors.joining(", ")),
                        "set by " + Rewrite.PREFIX + "*");
    }
}

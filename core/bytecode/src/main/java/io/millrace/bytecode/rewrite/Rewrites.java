package io.millrace.bytecode.rewrite;

import io.millrace.engine.config.Settings;
import io.millrace.engine.plan.Choice;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rewrites that a job's settings leave enabled. Created once for a job and passed on; reads
 * {@code millrace.fast.paths}. Immutable.
 */
public final class Rewrites {

    private final boolean fastPaths;

    /** Rewrites that are disabled by their own keys. */
    private final Set<Rewrite> without;

    private final Set<Rewrite> on;

    private Rewrites(boolean fastPaths, Set<Rewrite> without) {
        this.fastPaths = fastPaths;
        this.without = without;
        Set<Rewrite> left = EnumSet.allOf(Rewrite.class);
        left.removeIf(each -> without.contains(each) || (each.isFastPath() && !fastPaths));
        this.on = Collections.unmodifiableSet(left);
    }

    /** The rewrites of a job with these settings. */
    public static Rewrites in(Settings settings) {
        Set<Rewrite> without = EnumSet.allOf(Rewrite.class);
        without.removeIf(each -> each.key().in(settings));
        return new Rewrites(Rewrite.FAST_PATHS.in(settings), without);
    }

    /** The enabled rewrites. */
    public Set<Rewrite> on() {
        return on;
    }

    public boolean contains(Rewrite rewrite) {
        return on.contains(rewrite);
    }

    /** The key that disables a rewrite, for display; empty if it is enabled. */
    public String obstacle(Rewrite rewrite) {
        String all = rewrite.isFastPath() ? obstacle() : "";
        return all.isEmpty() && without.contains(rewrite) ? rewrite.key() + " is false" : all;
    }

    /** The key that disables all fast paths, for display; empty if they are enabled. */
    public String obstacle() {
        return fastPaths ? "" : Rewrite.FAST_PATHS + " is false";
    }

    /** The disabled rewrites, for display. */
    public Choice<String> choice() {
        String name = "rewrites";
        if (!fastPaths) {
            return new Choice<>(name, on.isEmpty() ? "none" : names(on) + " only", obstacle());
        }
        return without.isEmpty()
                ? new Choice<>(name, "all", "default")
                : new Choice<>(name, "without " + names(without), "set by " + Rewrite.PREFIX + "*");
    }

    private static String names(Set<Rewrite> rewrites) {
        return rewrites.stream().map(Rewrite::shortName).collect(Collectors.joining(", "));
    }
}

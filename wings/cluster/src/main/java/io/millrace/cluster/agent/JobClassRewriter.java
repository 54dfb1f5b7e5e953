package io.millrace.cluster.agent;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.bytecode.quick.QuickText;
import io.millrace.bytecode.rewrite.JobCode;
import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.bytecode.rewrite.Rewrites;
import io.millrace.engine.config.Settings;
import java.lang.instrument.ClassFileTransformer;
import java.net.URI;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites classes that a job brings: those that the cluster puts into the working directory of the
 * container, in {@code job.jar} or in jars beside it. A class that cannot be rewritten is loaded as
 * it is. Thread-safe.
 */
final class JobClassRewriter implements ClassFileTransformer {

    /** Names of classes of the frameworks, which a job may bring, too. */
    private static final List<String> FRAMEWORKS = List.of("org/apache/hadoop/", "io/millrace/");

    private final JobPlaces places;

    /**
     * Whether classes of a loader can call the faster methods; a job may have loaders of its own.
     */
    @GuardedBy("itself")
    private final Map<ClassLoader, Boolean> seeing = new WeakHashMap<>();

    private final JobCode code;
    private final boolean none;

    /**
     * A rewriter of the job in that container.
     *
     * @param settings may disable rewrites
     */
    JobClassRewriter(Path directory, Settings settings) {
        places = JobPlaces.in(directory);
        Set<Rewrite> on = EnumSet.noneOf(Rewrite.class);
        on.addAll(Rewrites.in(settings).on());
        on.remove(Rewrite.EXIT); // the process is the task's own, and may end
        none = on.isEmpty();
        code = new JobCode(on, JobClassRewriter.class);
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] type) {
        if (none || name == null || loader == null || !isOfJob(name, domain) || !sees(loader)) {
            return null;
        }
        byte[] rewritten = code.of(type);
        return rewritten == type ? null : rewritten;
    }

    private boolean sees(ClassLoader loader) {
        synchronized (seeing) {
            Boolean known = seeing.get(loader);
            if (known != null) {
                return known;
            }
        }
        boolean sees;
        try {
            Class.forName(QuickText.class.getName(), false, loader);
            sees = true;
        } catch (ClassNotFoundException | LinkageError e) {
            sees = false;
        }
        synchronized (seeing) {
            seeing.put(loader, sees);
        }
        return sees;
    }

    private boolean isOfJob(String name, @Nullable ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        if (source == null
                || source.getLocation() == null
                || FRAMEWORKS.stream().anyMatch(name::startsWith)) {
            return false;
        }
        String location = source.getLocation().toString();
        if (!location.startsWith("file:")) {
            return false;
        }
        return places.hold(Path.of(URI.create(location)));
    }
}

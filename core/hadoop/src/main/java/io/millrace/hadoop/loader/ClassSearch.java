package io.millrace.hadoop.loader;

import io.millrace.bytecode.file.ClassListing;
import io.millrace.bytecode.packages.SplitPackages;
import io.millrace.bytecode.statics.StateChange;
import io.millrace.bytecode.statics.TaskCode;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.TaskIsolation;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.loader.ClassSharing.Kind;
import io.millrace.hadoop.loader.JobClassLoader.Owns;
import io.millrace.hadoop.scope.Turns.State;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/** Searches through the class files of one job. Thread-safe. */
final class ClassSearch implements Answers {

    private static final String CLIENTS = "classes on the client's class path are shared, and ";
    private static final String AS_ASKED = "set by " + TaskKeys.ISOLATION;

    private final JobConf conf;
    private final TaskIsolation isolation;
    private final FrameworkClasses framework;
    private final ClientLibraries libraries;

    /** Guarded by this; null if nobody has asked for it. */
    private @Nullable TaskCode whole;

    ClassSearch(JobConf conf, FrameworkClasses framework, ClientLibraries libraries) {
        this.conf = conf;
        this.isolation = TaskKeys.ISOLATION.in(HadoopKeys.settings(conf));
        this.framework = framework;
        this.libraries = libraries;
    }

    /** Packages that cannot be split, and the libraries that the job brings and wants first. */
    @Override
    public Moves moves(LoaderParts parts) throws IOException {
        boolean all = parts.owns() == Owns.ALL;
        boolean logging = hasOwnLogging(parts);
        if (all && !parts.first()) {
            return new Moves(Set.of(), Set.of(), true, logging);
        }
        Map<String, Set<String>> brought =
                SplitPackages.byPackage(ClassListing.in(parts.classPath()));
        try (JobClassLoader own = parts.loader(name -> false)) {
            Set<String> first =
                    parts.first()
                            ? BroughtLibraries.in(
                                    FrameworkClasses.exchanged(!logging),
                                    brought,
                                    framework,
                                    own,
                                    parts.parent())
                            : Set.of();
            SplitPackages.Moved moved =
                    all
                            ? new SplitPackages.Moved(Set.of(), true)
                            : SplitPackages.among(
                                    brought, clients(parts), framework, own, parts.parent());
            return new Moves(first, moved.packages(), moved.everything(), logging);
        }
    }

    /** Whether the driver has its own logging, or only the tasks, which then have own classes. */
    private boolean hasOwnLogging(LoaderParts parts) throws IOException {
        return LoggingLoader.above(parts.parent()) != null
                || (isolation != TaskIsolation.NONE
                        && LoggingConfiguration.wins(parts.classPath(), framework, parts.first()));
    }

    private static Predicate<String> clients(LoaderParts parts) {
        return parts.owns() == Owns.MISSING
                ? name -> parts.parent().getResource(name.replace('.', '/') + ".class") != null
                : parts.shared()::type;
    }

    @Override
    public Verdict verdict(ClassLoader own, boolean brings, Predicate<String> clients) {
        return switch (isolation) {
            case SLOT -> {
                TaskCode code = code(own, name -> true);
                yield copies(code, kept(code, clients), name -> true, AS_ASKED);
            }
            case NONE, PROCESS -> {
                Set<String> kept = brings ? kept(whole(own), clients) : Set.of();
                yield new Verdict(
                        kept,
                        new ClassSharing(Kind.EVERYBODY, AS_ASKED, ""),
                        isolation == TaskIsolation.NONE ? State.SHARED : null,
                        isolation == TaskIsolation.PROCESS);
            }
            case AUTO -> brings ? brought(own, clients) : clients(own);
        };
    }

    /**
     * Classes of tasks that use the client's own classes; the client may read their statics
     * afterwards.
     */
    private Verdict clients(ClassLoader own) {
        TaskCode code = code(own, name -> true);
        String found = code.changedStatic(name -> true);
        StateChange change = code.changedState();
        if (found != null) {
            State left = change == null ? State.UNTOUCHED : State.CARRIED;
            return byTurns(code, Set.of(), found, "", left);
        }
        if (change != null) {
            return byTurns(
                    code,
                    Set.of(),
                    change.call() + " and changes state of the process",
                    change.call(),
                    change.once() ? State.CARRIED : State.CLIENTS);
        }
        String file = file(code);
        String reason = CLIENTS + "no task changes a static of them";
        return new Verdict(
                Set.of(),
                new ClassSharing(Kind.EVERYBODY, reason, file, "", unseen(code, name -> true)),
                file.isEmpty() ? State.ANNOUNCED : State.UNTOUCHED,
                false);
    }

    /**
     * Classes of a job with a jar or libjars: copies of the classes it brings, unless its tasks
     * change a static of a class it shares with the client.
     */
    private Verdict brought(ClassLoader own, Predicate<String> clients) {
        TaskCode code = code(own, clients);
        Set<String> kept = kept(code, clients);
        String found = code.changedStatic(clients);
        return found == null
                ? copies(
                        code,
                        kept,
                        clients.negate(),
                        "each has a copy of classes that only the job has, and none"
                                + " changes a static")
                : byTurns(code, kept, found, "", State.UNTOUCHED);
    }

    /** Copies that are reused if no task changes a static of {@code copied} classes. */
    private static Verdict copies(
            TaskCode code, Set<String> kept, Predicate<String> copied, String reason) {
        String changed = code.leftStatic(copied);
        ClassSharing sharing =
                new ClassSharing(
                        changed == null ? Kind.NOBODY : Kind.FRESH,
                        changed == null ? reason : changed,
                        file(code),
                        state(code),
                        unseen(code, copied.negate()));
        return new Verdict(kept, sharing, State.ANNOUNCED, true);
    }

    private static Verdict byTurns(
            TaskCode code, Set<String> kept, String found, String change, State state) {
        return new Verdict(
                kept,
                new ClassSharing(Kind.BY_TURNS, CLIENTS + found, file(code), change, ""),
                state,
                true);
    }

    private Set<String> kept(TaskCode code, Predicate<String> clients) {
        return OwnLibraries.keepingNames(code, clients, libraries);
    }

    @Override
    public @Nullable String left(ClassLoader own) {
        TaskCode code = whole(own);
        String found = code.leftStatic(name -> true);
        return found == null ? changedState(code) : found;
    }

    @Override
    public boolean changeStatics(Set<String> names, ClassLoader own) {
        return TaskCode.of(names, own, framework::contains, name -> true)
                        .changedStatic(name -> true)
                != null;
    }

    private static @Nullable String changedState(TaskCode code) {
        StateChange change = code.changedState();
        return change == null ? null : change.call();
    }

    private static String state(TaskCode code) {
        return Objects.requireNonNullElse(changedState(code), "");
    }

    private static String unseen(TaskCode code, Predicate<String> shared) {
        return Objects.requireNonNullElse(code.unseen(shared), "");
    }

    private static String file(TaskCode code) {
        return Objects.requireNonNullElse(code.writtenFile(), "");
    }

    /** The code that tasks in other processes can reach. */
    private synchronized TaskCode whole(ClassLoader own) {
        TaskCode code = whole;
        if (code == null) {
            code = code(own, name -> true);
            whole = code;
        }
        return code;
    }

    /** The code that tasks can reach, with a limited number of {@code shared} classes. */
    private TaskCode code(ClassLoader loader, Predicate<String> shared) {
        Set<String> named = NamedClasses.in(conf, loader, framework::contains);
        return TaskCode.of(named, loader, framework::contains, shared);
    }
}

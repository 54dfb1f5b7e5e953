package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The code of a job's own classes that its tasks reach, read from class files; none of it is run.
 * Results are descriptions for display, or null if nothing was found. If a class cannot be read,
 * the description says so for questions about statics. Not thread-safe.
 */
public final class TaskCode {

    private static final Logger LOG = LoggerFactory.getLogger(TaskCode.class);

    private final ClassFiles files;
    private final Supertypes supertypes;
    private final Reach reach;
    private final Values values;
    private final Places places;
    private final Arrivals arrivals;
    private final @Nullable String unreadable;

    private TaskCode(
            Collection<String> classes,
            ClassLoader loader,
            Predicate<String> framework,
            Predicate<String> shared) {
        this.files = new ClassFiles(loader, framework, shared);
        this.supertypes = new Supertypes(loader);
        this.reach = new Reach(files, supertypes);
        this.values = new Values(reach);
        this.places = new Places(loader, files, reach);
        this.arrivals = new Arrivals(loader, files, supertypes, reach, values, places);
        this.unreadable = read(classes);
    }

    /**
     * The code that tasks reach.
     *
     * @param classes names of the classes that tasks have objects of
     * @param framework the names of framework classes, which are not read
     * @param shared the other classes that the client also has: only a limited number is read
     */
    public static TaskCode of(
            Collection<String> classes,
            ClassLoader loader,
            Predicate<String> framework,
            Predicate<String> shared) {
        return new TaskCode(classes, loader, framework, shared);
    }

    private @Nullable String read(Collection<String> classes) {
        try {
            for (String name : classes) {
                reach.add(name.replace('.', '/'));
            }
            arrivals.add();
            return null;
        } catch (UnreadableException e) {
            return e.getMessage();
        } catch (RuntimeException | StackOverflowError e) { // unusual code must not fail a job
            return unusual(e);
        }
    }

    /** A static that tasks change, in the classes with such names, which tasks may not share. */
    public @Nullable String changedStatic(Predicate<String> among) {
        return found(among, false);
    }

    /**
     * The same, or a static made for sharing in which a task leaves something to a later one: a
     * thread-local variable, a latch.
     */
    public @Nullable String leftStatic(Predicate<String> among) {
        return found(among, true);
    }

    private @Nullable String found(Predicate<String> among, boolean left) {
        if (unreadable != null) {
            return unreadable;
        }
        try {
            return new MutableStatics(files, supertypes, reach, values, among, left).find();
        } catch (UnreadableException e) {
            return e.getMessage();
        } catch (RuntimeException | StackOverflowError e) { // unusual code must not fail a job
            return unusual(e);
        }
    }

    private static String unusual(Throwable e) {
        LOG.debug("The code of a job's tasks could not be analysed", e);
        return "the code of its tasks could not be analysed (" + e + ")";
    }

    /**
     * A call by which tasks change a value of the process, outside the job's classes; null if there
     * is none or the code cannot be read.
     */
    public @Nullable StateChange changedState() {
        try {
            return unreadable == null ? StateChange.in(reach, values) : null;
        } catch (UnreadableException | RuntimeException e) {
            LOG.debug("The state that a job's tasks change could not be found out", e);
            return null;
        }
    }

    /**
     * Code that may change shared state without being seen by these searches: by reflection, in
     * classes defined at run time, in native code, in objects whose classes or origins are unknown.
     * Null if there is none or the code cannot be read.
     *
     * @param shared the classes whose statics code outside the tasks may set
     */
    public @Nullable String unseen(Predicate<String> shared) {
        try {
            return unreadable == null ? unseenIn(shared) : null;
        } catch (UnreadableException | RuntimeException | StackOverflowError e) {
            LOG.debug("The code that a search cannot see through could not be found", e);
            return null;
        }
    }

    private @Nullable String unseenIn(Predicate<String> shared) throws UnreadableException {
        List<String> all = new ArrayList<>();
        all.add(Unseen.in(reach, supertypes));
        all.add(arrivals.elsewhere());
        all.add(new NestedBeans(files, reach).find());
        all.add(new SetElsewhere(files, reach, places, shared).find());
        all.add(new CopiedElements(files, supertypes, reach, values).find());
        all.removeIf(Objects::isNull);
        return all.isEmpty() ? null : String.join("; ", all);
    }

    /**
     * The names of all classes that the reached code uses, the framework's and libraries' as well.
     */
    public Set<String> named() {
        return files.names().stream()
                .map(name -> name.replace('/', '.'))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a class of the job extends or implements a type whose name has that prefix. */
    public boolean derivesFrom(String prefix) {
        String internal = prefix.replace('.', '/');
        return files.all().stream()
                .anyMatch(type ->
                        String.valueOf(type.superName).startsWith(internal)
                                || type.interfaces.stream()
                                        .anyMatch(each -> each.startsWith(internal)));
    }

    /** A file that tasks write under a relative name; null if the code cannot be read. */
    public @Nullable String writtenFile() {
        try {
            return unreadable == null ? new RelativeFiles(files, reach, values).find() : null;
        } catch (UnreadableException | RuntimeException | StackOverflowError e) {
            LOG.debug("The files that a job's tasks write could not be found out", e);
            return null;
        }
    }
}

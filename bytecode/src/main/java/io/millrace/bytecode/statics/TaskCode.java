package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.Collection;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The code of a job's own classes that its tasks can come to, read from the class files; none of it
 * is run. Answers say what was found, for people, or null if there is nothing. A class that cannot
 * be read is the answer to what is asked of statics. Not thread-safe.
 */
public final class TaskCode {

    private static final Logger LOG = LoggerFactory.getLogger(TaskCode.class);

    private final ClassFiles files;
    private final Supertypes supertypes;
    private final Reach reach;
    private final @Nullable String unreadable;

    private TaskCode(
            Collection<String> classes,
            ClassLoader loader,
            Predicate<String> framework,
            Predicate<String> shared) {
        this.files = new ClassFiles(loader, framework, shared);
        this.supertypes = new Supertypes(loader);
        this.reach = new Reach(files, supertypes);
        this.unreadable = read(classes);
    }

    /**
     * What tasks can come to.
     *
     * @param classes names of the classes that tasks have objects of
     * @param framework which names are nobody's own, and not looked into
     * @param shared which of the others the client has, too: only so many are read
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
            return null;
        } catch (UnreadableException e) {
            return e.getMessage();
        }
    }

    /** A static that tasks change of the classes with such names, which they may not share. */
    public @Nullable String changedStatic(Predicate<String> among) {
        return found(among, false);
    }

    /**
     * The same, or one that is made for being shared and in which a task leaves something to one
     * that comes later: a variable of a thread, a latch.
     */
    public @Nullable String leftStatic(Predicate<String> among) {
        return found(among, true);
    }

    private @Nullable String found(Predicate<String> among, boolean left) {
        if (unreadable != null) {
            return unreadable;
        }
        try {
            return new MutableStatics(files, supertypes, reach, among, left).find();
        } catch (UnreadableException e) {
            return e.getMessage();
        } catch (RuntimeException | StackOverflowError e) { // odd code ends no job
            LOG.debug("The code of a job's tasks could not be analysed", e);
            return "the code of its tasks could not be analysed (" + e + ")";
        }
    }

    /** A file that tasks write under a relative name. None if the code cannot be read. */
    public @Nullable String writtenFile() {
        try {
            return unreadable == null ? new RelativeFiles(files, reach).find() : null;
        } catch (UnreadableException | RuntimeException | StackOverflowError e) {
            LOG.debug("The files that a job's tasks write could not be found out", e);
            return null;
        }
    }
}

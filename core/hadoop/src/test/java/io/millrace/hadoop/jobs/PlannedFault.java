package io.millrace.hadoop.jobs;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * A failure at one place of a {@link FaultyJob}, planned in the job's configuration. System
 * properties carry what code without a configuration has to know.
 */
public final class PlannedFault {
    private static final String PLACE = "test.fault.place";
    private static final String KIND = "test.fault.kind";
    private static final String ABORT = "test.fault.abort";
    private static final String ONCE = "test.fault.once";
    private static final String RELEASE = "millrace.test.fault.release";
    private static final long POLL_MILLIS = 2;

    private PlannedFault() {}

    /** What happens. */
    public enum Kind {
        /** An exception that Hadoop's signatures know. */
        IO,
        /** A checked exception that no signature knows, as code in other JVM languages throws. */
        CHECKED,
        RUNTIME,
        ERROR,
        /** Neither an exception nor an error, as Scala throws for control. */
        THROWABLE,
        /** Throws when it is asked for anything that is to be printed of it. */
        SPEECHLESS,
        /** Has no text and no stack. */
        WORDLESS,
        /** Has another cause whenever it is asked. */
        ENDLESS,
        /** Is its own cause's cause. */
        CYCLIC,
        /** What {@code Thread.stop} threw. */
        THREAD_DEATH,
        /** What the JVM throws for an array that no heap has room for. */
        OUT_OF_MEMORY,
        /** A method that calls itself. */
        STACK_OVERFLOW,
        /** Thrown by the user's code, though nobody has interrupted it. */
        INTERRUPTED,
        /** Waits for ever, or for an interrupt. */
        HANG,
        /** Waits for ever, and swallows interrupts. */
        DEAF;

        public boolean hangs() {
            return this == HANG || this == DEAF;
        }

        private byte mark() {
            return (byte) (ordinal() + 1);
        }
    }

    /** Whose failure it is. */
    public enum Owner {
        /** Before the job is submitted. */
        CLIENT,
        JOB,
        MAP,
        REDUCE
    }

    /** Every place where a user's code is called. */
    public enum Place {
        SPLIT_READ(Owner.MAP),
        READER_CREATE(Owner.MAP),
        READER_INITIALIZE(Owner.MAP),
        READER_NEXT(Owner.MAP),
        READER_KEY(Owner.MAP),
        READER_VALUE(Owner.MAP),
        READER_PROGRESS(Owner.MAP),
        READER_CLOSE(Owner.MAP),
        MAPPER_CONSTRUCTOR(Owner.MAP),
        MAPPER_SET_CONF(Owner.MAP),
        MAPPER_SETUP(Owner.MAP),
        MAP(Owner.MAP),
        MAPPER_CLEANUP(Owner.MAP),
        PARTITIONER_SET_CONF(Owner.MAP),
        PARTITION(Owner.MAP),
        KEY_WRITE(Owner.MAP),
        VALUE_WRITE(Owner.MAP),
        SORT_COMPARE(Owner.MAP),
        COMBINER_CONSTRUCTOR(Owner.MAP),
        COMBINER_SETUP(Owner.MAP),
        COMBINE(Owner.MAP),
        COMBINER_CLEANUP(Owner.MAP),
        KEY_READ(Owner.REDUCE),
        VALUE_READ(Owner.REDUCE),
        GROUP_SET_CONF(Owner.REDUCE),
        GROUP_COMPARE(Owner.REDUCE),
        REDUCER_CONSTRUCTOR(Owner.REDUCE),
        REDUCER_SETUP(Owner.REDUCE),
        REDUCE(Owner.REDUCE),
        REDUCER_CLEANUP(Owner.REDUCE),
        WRITER_OPEN(Owner.REDUCE),
        WRITER_WRITE(Owner.REDUCE),
        WRITER_CLOSE(Owner.REDUCE),
        SORT_SET_CONF(Owner.JOB),
        COMMITTER_CREATE(Owner.JOB),
        SETUP_JOB(Owner.JOB),
        TASK_COMMITTER_CREATE(Owner.MAP),
        SETUP_TASK(Owner.MAP),
        NEEDS_TASK_COMMIT(Owner.REDUCE),
        COMMIT_TASK(Owner.REDUCE),
        COMMIT_JOB(Owner.JOB),
        GET_SPLITS(Owner.CLIENT),
        CHECK_OUTPUT(Owner.CLIENT);

        private final Owner owner;

        Place(Owner owner) {
            this.owner = owner;
        }

        public Owner owner() {
            return owner;
        }
    }

    /**
     * Plans a fault.
     *
     * @param once in first attempts only, where the place knows which attempt it is in
     * @param release the file that ends a {@link Kind#DEAF} wait
     */
    public static void plan(
            Configuration conf, Place place, Kind kind, boolean once, Path release) {
        conf.set(PLACE, place.name());
        conf.set(KIND, kind.name());
        conf.setBoolean(ONCE, once);
        System.setProperty(property(place), kind.name());
        System.setProperty(RELEASE, release.toString());
    }

    /** Plans that the committer fails also to abort what has failed. */
    public static void planAbort(Configuration conf, Kind kind) {
        conf.set(ABORT, kind.name());
    }

    /** Fails if the abort is planned to. */
    static void atAbort(Configuration conf) {
        String kind = conf.get(ABORT);
        if (kind != null) {
            raise(Place.COMMIT_JOB, Kind.valueOf(kind));
        }
    }

    /** Takes back what {@link #plan} told the whole process. */
    public static void forget(Place place) {
        System.clearProperty(property(place));
    }

    /** A file that is there once a fault that waits has begun to. */
    public static Path begun(Path release) {
        return release.resolveSibling(release.getFileName() + ".begun");
    }

    /** Whether this is the place of the planned fault. */
    static boolean plannedAt(Place here, Configuration conf) {
        return here.name().equals(conf.get(PLACE))
                && !(conf.getBoolean(ONCE, false) && later(conf));
    }

    private static boolean later(Configuration conf) {
        String attempt = conf.get(MRJobConfig.TASK_ATTEMPT_ID);
        return attempt != null && TaskAttemptID.forName(attempt).getId() > 0;
    }

    /** Fails if this is the place of the planned fault. */
    static void at(Place here, Configuration conf) {
        if (plannedAt(here, conf)) {
            raise(here, Kind.valueOf(conf.get(KIND)));
        }
    }

    /**
     * Fails in a constructor, which has no configuration yet: a system property says how, if at
     * all.
     */
    static void inConstructor(Place here) {
        String kind = System.getProperty(property(here));
        if (kind != null) {
            raise(here, Kind.valueOf(kind));
        }
    }

    private static String property(Place place) {
        return "millrace.test.fault." + place;
    }

    /** What a user should read of a planned fault. */
    public static String message(Place place, Kind kind) {
        return switch (kind) {
            case SPEECHLESS -> Speechless.class.getName();
            case WORDLESS -> Wordless.class.getName();
            case ENDLESS -> Endless.class.getName();
            case THREAD_DEATH -> "java.lang.ThreadDeath";
            case OUT_OF_MEMORY -> "java.lang.OutOfMemoryError";
            case STACK_OVERFLOW -> "java.lang.StackOverflowError";
            case HANG, DEAF -> place.owner() == Owner.JOB ? "Job killed" : "Timed out after";
            default -> message(place);
        };
    }

    private static String message(Place place) {
        return "planned fault at " + place;
    }

    /** The kind of the planned fault, to be carried by a record to where it fails. */
    static byte mark(Place here, Configuration conf) {
        return plannedAt(here, conf) ? Kind.valueOf(conf.get(KIND)).mark() : 0;
    }

    /** Fails if the mark says so. */
    static void atMark(Place here, byte mark) {
        if (mark != 0) {
            raise(here, Kind.values()[mark - 1]);
        }
    }

    private static void raise(Place place, Kind kind) {
        switch (kind) {
            case IO -> PlannedFault.<RuntimeException>unchecked(new IOException(message(place)));
            case CHECKED ->
                    PlannedFault.<RuntimeException>unchecked(new TimeoutException(message(place)));
            case RUNTIME -> throw new IllegalStateException(message(place));
            case ERROR -> throw new LinkageError(message(place));
            case THROWABLE -> PlannedFault.<RuntimeException>unchecked(new Bare(message(place)));
            case SPEECHLESS -> throw new Speechless();
            case WORDLESS -> throw new Wordless();
            case ENDLESS -> throw new Endless();
            case CYCLIC -> throw cyclic(message(place));
            case THREAD_DEATH -> throw threadDeath();
            case OUT_OF_MEMORY -> throw new IllegalStateException("had room for " + giant().length);
            case STACK_OVERFLOW -> throw new IllegalStateException("ended at depth " + deeper(0));
            case INTERRUPTED ->
                    PlannedFault.<RuntimeException>unchecked(
                            new InterruptedException(message(place)));
            case HANG -> awaitRelease(place, true);
            case DEAF -> awaitRelease(place, false);
        }
    }

    private static final class Bare extends Throwable {
        private static final long serialVersionUID = 1;

        Bare(String message) {
            super(message);
        }
    }

    private static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1;

        private static AssertionError refusal() {
            return new AssertionError("not to be asked");
        }

        @Override
        public String getMessage() {
            throw refusal();
        }

        @Override
        public synchronized Throwable getCause() {
            throw refusal();
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw refusal();
        }

        @Override
        public void printStackTrace(PrintWriter writer) {
            throw refusal();
        }

        @Override
        public String toString() {
            throw refusal();
        }
    }

    @SuppressWarnings({
        "OverrideThrowableToString",
        "ToStringReturnsNull"
    }) // which is what it is for
    private static final class Wordless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public StackTraceElement[] getStackTrace() {
            return null;
        }

        @Override
        public String toString() {
            return null;
        }
    }

    private static final class Endless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable getCause() {
            return new Endless();
        }
    }

    private static RuntimeException cyclic(String message) {
        RuntimeException outer = new IllegalStateException(message);
        outer.initCause(new IllegalArgumentException(message, outer));
        return outer;
    }

    @SuppressWarnings({"removal", "deprecation"}) // somebody may still throw it
    private static ThreadDeath threadDeath() {
        return new ThreadDeath();
    }

    private static long[] giant() {
        return new long[Integer.MAX_VALUE];
    }

    private static int deeper(int depth) {
        return depth < 0 ? 0 : deeper(depth + 1) + 1;
    }

    private static void awaitRelease(Place place, boolean listens) {
        Path release = Path.of(System.getProperty(RELEASE, ""));
        try {
            Files.write(begun(release), new byte[0]);
            while (!Files.exists(release)) {
                pause(listens);
            }
        } catch (IOException e) {
            throw new IllegalStateException(message(place) + " could not wait", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(message(place) + " was interrupted", e);
        }
    }

    private static void pause(boolean listens) throws InterruptedException {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            if (listens) {
                throw e;
            }
        }
    }

    /** Throws what the signature does not say, as code in other JVM languages does. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void unchecked(Throwable failure) throws T {
        throw (T) failure;
    }
}

package io.millrace.hadoop.jobs;

import java.io.IOException;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** A failure at one place of a {@link FaultyJob}, planned in the job's configuration. */
public final class PlannedFault {
    private static final String PLACE = "test.fault.place";
    private static final String KIND = "test.fault.kind";

    private PlannedFault() {}

    /** What is thrown. */
    public enum Kind {
        IO(1),
        RUNTIME(2),
        ERROR(3),
        OUT_OF_MEMORY(4);

        private final byte mark;

        Kind(int mark) {
            this.mark = (byte) mark;
        }
    }

    /** Whose failure it is. */
    public enum Owner {
        JOB,
        MAP,
        REDUCE
    }

    /** Every place where a user's code is called. */
    public enum Place {
        READER_CREATE(Owner.MAP),
        READER_INITIALIZE(Owner.MAP),
        READER_NEXT(Owner.MAP),
        READER_CLOSE(Owner.MAP),
        MAPPER_CONSTRUCTOR(Owner.MAP),
        MAPPER_SET_CONF(Owner.MAP),
        MAPPER_SETUP(Owner.MAP),
        MAP(Owner.MAP),
        MAPPER_CLEANUP(Owner.MAP),
        PARTITION(Owner.MAP),
        KEY_WRITE(Owner.MAP),
        VALUE_WRITE(Owner.MAP),
        SORT_COMPARE(Owner.MAP),
        COMBINER_SETUP(Owner.MAP),
        COMBINE(Owner.MAP),
        KEY_READ(Owner.REDUCE),
        VALUE_READ(Owner.REDUCE),
        GROUP_COMPARE(Owner.REDUCE),
        REDUCER_CONSTRUCTOR(Owner.REDUCE),
        REDUCER_SETUP(Owner.REDUCE),
        REDUCE(Owner.REDUCE),
        REDUCER_CLEANUP(Owner.REDUCE),
        WRITER_OPEN(Owner.REDUCE),
        WRITER_WRITE(Owner.REDUCE),
        WRITER_CLOSE(Owner.REDUCE),
        COMMITTER_CREATE(Owner.JOB),
        SETUP_JOB(Owner.JOB),
        SETUP_TASK(Owner.MAP),
        NEEDS_TASK_COMMIT(Owner.REDUCE),
        COMMIT_TASK(Owner.REDUCE),
        COMMIT_JOB(Owner.JOB);

        private final Owner owner;

        Place(Owner owner) {
            this.owner = owner;
        }

        public Owner owner() {
            return owner;
        }
    }

    /** Plans a fault. */
    public static void plan(Configuration conf, Place place, Kind kind) {
        conf.set(PLACE, place.name());
        conf.set(KIND, kind.name());
    }

    /** Whether this is the place of the planned fault. */
    static boolean plannedAt(Place here, Configuration conf) {
        return here.name().equals(conf.get(PLACE));
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

    /** The system property that plans a fault in a constructor. */
    public static String property(Place place) {
        return "millrace.test.fault." + place;
    }

    /** What every planned fault says. */
    public static String message(Place place) {
        return "planned fault at " + place;
    }

    /** The kind of the planned fault, to be carried by a record to where it fails. */
    static byte mark(Place here, Configuration conf) {
        return plannedAt(here, conf) ? Kind.valueOf(conf.get(KIND)).mark : 0;
    }

    /** Fails if the mark says so. */
    static void atMark(Place here, byte mark) {
        if (mark != 0) {
            raise(
                    here,
                    Stream.of(Kind.values())
                            .filter(kind -> kind.mark == mark)
                            .findFirst()
                            .orElseThrow());
        }
    }

    private static void raise(Place place, Kind kind) {
        switch (kind) {
            case IO -> PlannedFault.<RuntimeException>unchecked(new IOException(message(place)));
            case RUNTIME -> throw new IllegalStateException(message(place));
            case ERROR -> throw new LinkageError(message(place));
            case OUT_OF_MEMORY -> throw new OutOfMemoryError(message(place));
        }
    }

    /** Throws what the signature does not say, as code in other JVM languages does. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void unchecked(Throwable failure) throws T {
        throw (T) failure;
    }
}

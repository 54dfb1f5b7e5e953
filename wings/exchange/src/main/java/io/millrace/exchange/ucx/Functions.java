package io.millrace.exchange.ucx;

/** The shapes of native functions. A pointer is a long. */
final class Functions {

    private Functions() {}

    /** Releases a thing. */
    public interface Release {
        void call(long thing);
    }

    /** Releases a part of an owner. */
    public interface ReleasePart {
        void call(long owner, long part);
    }

    /** Fills three variables. */
    public interface Fill {
        void call(long one, long two, long three);
    }

    /** The status of a thing, or how much it did. */
    public interface Status {
        int call(long thing);
    }

    /** Makes a thing of an owner. */
    public interface Make {
        int call(long owner, long one, long two);
    }

    /** Makes a thing for a version of the interface. */
    public interface MakeVersion {
        int call(int major, int minor, long parameters, long configuration, long result);
    }

    /** Begins an operation of a thing; the result is a request or a status. */
    public interface Begin {
        long call(long thing, long parameter);
    }

    /** Begins to send bytes. */
    public interface Send {
        long call(long thing, long bytes, long count, long parameter);
    }

    /** The text of a status. */
    public interface Text {
        long call(int status);
    }

    /** Sets a variable of the environment. */
    public interface SetVariable {
        int call(long name, long value, int replace);
    }
}

package io.millrace.bytecode.state;

/**
 * A call that changes state of the process outside the job's classes.
 *
 * @param call its class and method, for people
 * @param kind what makes it a change
 * @param guard the static method of the runtime that must run before the call. Its parameters are
 *     those of {@code peeked}, and a description of the call. For a {@link Kind#VIEW}, it runs
 *     instead of the call, and has its descriptor
 * @param peeked types of the call's last arguments that the guard receives: none, one or two, none
 *     of them long or double
 */
public record StateCall(String call, Kind kind, String guard, String peeked) {

    /** The kinds of changes. */
    public enum Kind {
        /** It replaces a value of the process. */
        VALUE,
        /** It claims something that the process has once, such as a name or a port. */
        CLAIM,
        /** It changes nothing, but returns an object through which values of the process change. */
        VIEW
    }

    static StateCall value(String call, String guard, String peeked) {
        return new StateCall(call, Kind.VALUE, guard, peeked);
    }

    static StateCall view(String call, String guard) {
        return new StateCall(call, Kind.VIEW, guard, "");
    }

    static StateCall claim(String call, String guard, String peeked) {
        return new StateCall(call, Kind.CLAIM, guard, peeked);
    }
}

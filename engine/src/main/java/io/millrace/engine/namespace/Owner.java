package io.millrace.engine.namespace;

/**
 * Whose a file or directory is, and who may do what with it; kept for those who ask, and not
 * enforced: all that is in a process is its user's.
 *
 * @param mode permission bits as of POSIX, with the sticky bit
 */
public record Owner(String user, String group, short mode) {

    /** The same with other permissions. */
    public Owner withMode(short other) {
        return new Owner(user, group, other);
    }

    /** What another user makes in a directory of this owner. */
    Owner of(String maker, short makersMode) {
        return new Owner(maker, group, makersMode);
    }
}

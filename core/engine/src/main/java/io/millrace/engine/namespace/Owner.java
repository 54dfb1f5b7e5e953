package io.millrace.engine.namespace;

/**
 * Owner, group and permissions of a file or directory. They are stored and reported, but not
 * enforced: everything in a process belongs to its user.
 *
 * @param mode permission bits as of POSIX, with the sticky bit
 */
public record Owner(String user, String group, short mode) {

    /** The same owner and group with other permissions. */
    public Owner withMode(short other) {
        return new Owner(user, group, other);
    }

    /** The owner of a file or directory that {@code maker} creates in a directory of this owner. */
    Owner of(String maker, short makersMode) {
        return new Owner(maker, group, makersMode);
    }
}

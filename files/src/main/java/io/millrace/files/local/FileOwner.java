package io.millrace.files.local;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the system says about one file, never about what a symbolic link points to: whose it is, and
 * who may do what with it.
 *
 * @param mode permissions with the kind of file, as {@code stat} has them
 */
record FileOwner(int uid, String user, String group, int mode) {

    private static final String ATTRIBUTES = "unix:uid,owner,group,mode";
    private static final int ROOT = 0;

    private static final int KIND = 0170000;
    private static final int DIRECTORY = 0040000;
    private static final int LINK = 0120000;
    private static final int STICKY = 01000;
    private static final int GROUP_MAY_WRITE = 020;
    private static final int OTHERS_MAY_WRITE = 02;
    private static final int ANYTHING_FOR_OTHERS = 077;

    /** Whether this system has owners and modes; where it has none, nothing can be told. */
    static boolean known(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    static FileOwner of(Path path) throws IOException {
        Map<String, Object> found =
                Files.readAttributes(path, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        return new FileOwner(
                number(found, "uid"),
                String.valueOf(found.get("owner")),
                String.valueOf(found.get("group")),
                number(found, "mode"));
    }

    private static int number(Map<String, Object> found, String attribute) {
        return (Integer) Objects.requireNonNull(found.get(attribute));
    }

    boolean isDirectory() {
        return (mode & KIND) == DIRECTORY;
    }

    boolean isLink() {
        return (mode & KIND) == LINK;
    }

    /** Whether it is this process's user's and nobody else may even look at it. */
    boolean isPrivate() {
        return uid == Self.UID && (mode & ANYTHING_FOR_OTHERS) == 0;
    }

    /**
     * Who could put something in its place or into it; null if nobody can but root and this
     * process's user. In a sticky directory everybody may make files, but exchange only their own.
     */
    @Nullable String danger() {
        if (uid != ROOT && uid != Self.UID && uid != Self.MACHINES_OWNER) {
            return "belongs to user " + user;
        }
        if (isLink() || (isDirectory() && (mode & STICKY) != 0)) {
            return null;
        }
        if ((mode & OTHERS_MAY_WRITE) != 0) {
            return "may be written by every user";
        }
        // A group that is named after its only member is how many systems are set up.
        return (mode & GROUP_MAY_WRITE) != 0 && !group.equals(user)
                ? "may be written by group " + group
                : null;
    }

    /** Of this process; read once, where it is needed. */
    private static final class Self {

        private static final int UID = (int) new UnixSystem().getUid();

        /** In a container root can have another number; whose the root directory is owns all. */
        private static final int MACHINES_OWNER = machinesOwner();

        private static int machinesOwner() {
            try {
                return FileOwner.of(FileSystems.getDefault().getPath("/")).uid();
            } catch (IOException e) {
                return ROOT;
            }
        }
    }
}

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
 * The owner and permissions of one file, never those of a symbolic link's target.
 *
 * @param mode permissions and file type, as in {@code stat}
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

    /** Whether this system has owners and modes; without them, nothing can be checked. */
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

    /** Whether the file belongs to this process's user and is closed to all others. */
    boolean isPrivate() {
        return uid == Self.UID && (mode & ANYTHING_FOR_OTHERS) == 0;
    }

    /**
     * The users that could replace the file or change its content; null if only root and this
     * process's user can. In a sticky directory, everybody may create files, but replace only their
     * own.
     */
    @Nullable String danger() {
        if (uid != ROOT && uid != Self.UID && uid != Self.MACHINES_OWNER) {
            return "belongs to user " + user;
        }
        if (isLink() || (isDirectory() && (mode & STICKY) != 0)) {
            return null;
        }
        if ((mode & OTHERS_MAY_WRITE) != 0) {
            return "is writable by every user";
        }
        // Many systems create for each user a group of the same name without other members.
        return (mode & GROUP_MAY_WRITE) != 0 && !group.equals(user)
                ? "is writable by group " + group
                : null;
    }

    /** Users of this process; read once, on first use. */
    private static final class Self {

        private static final int UID = (int) new UnixSystem().getUid();

        /**
         * In a container, root may have another id; the owner of the root directory owns
         * everything.
         */
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

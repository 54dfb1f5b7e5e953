package io.millrace.files.namespace;

import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/** Whose new files in memory are, and who may do what with those that are there. */
enum Access {
    /** As their permissions say, for whom code runs as. There is no superuser. */
    OF_USERS {
        @Override
        String maker() throws IOException {
            return UserGroupInformation.getCurrentUser().getShortUserName();
        }

        @Override
        void check(FileStatus status, FsAction action) throws IOException {
            byPermission(status, action);
        }
    },

    /** All are the process's, whoever code runs as: as on a local disk. */
    OF_PROCESS {
        @Override
        String maker() throws IOException {
            return UserGroupInformation.getLoginUser().getShortUserName();
        }

        @Override
        void check(FileStatus status, FsAction action) {}
    };

    /** Whose a new file is. */
    abstract String maker() throws IOException;

    /**
     * @throws AccessControlException if the current user may not
     */
    abstract void check(FileStatus status, FsAction action) throws IOException;

    private static void byPermission(FileStatus status, FsAction action) throws IOException {
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        FsPermission permission = status.getPermission();
        FsAction allowed;
        if (user.getShortUserName().equals(status.getOwner())) {
            allowed = permission.getUserAction();
        } else if (permission.getOtherAction().implies(action)) {
            return; // before groups are looked up, which may start a process
        } else {
            allowed =
                    user.getGroupsSet().contains(status.getGroup())
                            ? permission.getGroupAction()
                            : permission.getOtherAction();
        }
        if (!allowed.implies(action)) {
            throw new AccessControlException(
                    "Permission denied: user="
                            + user.getShortUserName()
                            + ", access="
                            + action
                            + ", path="
                            + status.getPath()
                            + " of "
                            + status.getOwner()
                            + ":"
                            + status.getGroup()
                            + " "
                            + permission);
        }
    }
}

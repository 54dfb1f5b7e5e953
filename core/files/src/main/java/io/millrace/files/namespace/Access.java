package io.millrace.files.namespace;

import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/** The owner of new files in memory, and the access rights to existing ones. */
enum Access {
    /** Access by permissions, for the current user. There is no superuser. */
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

    /** All files belong to the process's user, whatever the current user, as on a local disk. */
    OF_PROCESS {
        @Override
        String maker() throws IOException {
            return UserGroupInformation.getLoginUser().getShortUserName();
        }

        @Override
        void check(FileStatus status, FsAction action) {}
    };

    /** The owner of a new file. */
    abstract String maker() throws IOException;

    /**
     * @throws AccessControlException if the current user lacks the right
     */
    abstract void check(FileStatus status, FsAction action) throws IOException;

    private static void byPermission(FileStatus status, FsAction action) throws IOException {
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        FsPermission permission = status.getPermission();
        FsAction allowed;
        if (user.getShortUserName().equals(status.getOwner())) {
            allowed = permission.getUserAction();
        } else if (permission.getOtherAction().implies(action)) {
            return; // avoids looking up groups, which may start a process
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

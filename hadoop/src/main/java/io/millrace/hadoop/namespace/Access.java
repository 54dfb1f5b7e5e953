package io.millrace.hadoop.namespace;

import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/** Who may do what with a file in memory, as its permissions say. There is no superuser. */
final class Access {

    private Access() {}

    /**
     * @throws AccessControlException if the current user may not
     */
    static void check(FileStatus status, FsAction action) throws IOException {
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

package io.millrace.hadoop.job;

import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/** The user that a job runs as. */
final class JobUser {

    private JobUser() {}

    /**
     * The submitter with the job's credentials, as a separate identity: the job's code thus shares
     * no file system objects, which it may close, with the client's program or other jobs.
     */
    static UserGroupInformation of(UserGroupInformation submitter, Credentials credentials) {
        UserGroupInformation user = UserGroupInformation.createRemoteUser(submitter.getUserName());
        user.addCredentials(credentials);
        return user;
    }
}

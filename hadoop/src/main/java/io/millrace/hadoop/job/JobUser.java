package io.millrace.hadoop.job;

import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/** Whom a job runs as. */
final class JobUser {

    private JobUser() {}

    /**
     * The submitter, with the job's credentials, as an identity of the job's own: file systems that
     * the job's code opens, or closes, are not those of the client's program or of other jobs.
     */
    static UserGroupInformation of(UserGroupInformation submitter, Credentials credentials) {
        UserGroupInformation user = UserGroupInformation.createRemoteUser(submitter.getUserName());
        user.addCredentials(credentials);
        return user;
    }
}

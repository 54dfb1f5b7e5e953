package io.millrace.hadoop.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class UserScopeTest {

    private final ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {};
    private final JobConf conf = new JobConf();
    private final UserScope scope =
            new UserScope(UserGroupInformation.createRemoteUser("alice"), conf, this);

    @BeforeEach
    void useLoader() {
        conf.setClassLoader(loader);
    }

    @Test
    void workSeesTheJobsUserAndLoaderAndTheThreadGetsItsOwnBack() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        String user =
                scope.call(() -> {
                    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(loader);
                    assertThat(scope.entered()).isTrue();
                    return UserGroupInformation.getCurrentUser().getUserName();
                });
        assertThat(user).isEqualTo("alice");
        assertThat(scope.entered()).isFalse();
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    @Test
    void otherScopeInsideIsEnteredAndLeft() throws Exception {
        UserScope other = new UserScope(UserGroupInformation.createRemoteUser("bob"), conf, this);
        scope.call(() -> {
            assertThat(other.call(() -> UserGroupInformation.getCurrentUser().getUserName()))
                    .isEqualTo("bob");
            assertThat(scope.entered()).isTrue();
            return true;
        });
    }

    @Test
    void exceptionsOfAnyTypeComeOutUnchanged() {
        for (Exception each :
                new Exception[] {
                    new FileNotFoundException("io"),
                    new TimeoutException("checked"),
                    new IllegalStateException("unchecked"),
                    new InterruptedException("interrupt")
                }) {
            assertThatThrownBy(() ->
                            scope.call(() -> {
                                throw each;
                            }))
                    .isSameAs(each);
        }
        AssertionError error = new AssertionError("error");
        assertThatThrownBy(() ->
                        scope.call(() -> {
                            throw error;
                        }))
                .isSameAs(error);
    }
}

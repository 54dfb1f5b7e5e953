package io.millrace.junit;

import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Implements {@link MillraceTest}. Keeps the state of a test in the test's store. */
final class MillraceExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(MillraceExtension.class);

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        context.getStore(NAMESPACE).put(TestJobs.class, TestJobs.begin(context));
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException, InterruptedException {
        TestJobs jobs = context.getStore(NAMESPACE).remove(TestJobs.class, TestJobs.class);
        if (jobs != null) {
            jobs.end();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return (type == Configuration.class || type == JobConf.class || type == Path.class)
                && context.getStore(NAMESPACE).get(TestJobs.class) != null;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestJobs jobs =
                Objects.requireNonNull(
                        context.getStore(NAMESPACE).get(TestJobs.class, TestJobs.class));
        return parameter.getParameter().getType() == Path.class ? jobs.folder() : jobs.conf();
    }
}

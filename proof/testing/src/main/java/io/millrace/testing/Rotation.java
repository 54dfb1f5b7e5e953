package io.millrace.testing;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Leaves out the tests that are not in the sample of {@link Sampled}. */
final class Rotation implements ExecutionCondition {

    private static final ConditionEvaluationResult RUNS =
            ConditionEvaluationResult.enabled("in the sample");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return isContainer(context) || Soak.isDue(context.getUniqueId(), oneIn(context))
                ? RUNS
                : ConditionEvaluationResult.disabled(
                        "not in this sample; all run with -Dmillrace.test.soak=true");
    }

    /** A class, or a method with several cases: each case is decided by itself. */
    private static boolean isContainer(ExtensionContext context) {
        String id = context.getUniqueId();
        return context.getTestMethod().isEmpty()
                || id.startsWith("[test-template:", id.lastIndexOf("/") + 1);
    }

    private static int oneIn(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), Sampled.class)
                .or(() ->
                        AnnotationSupport.findAnnotation(
                                context.getRequiredTestClass(), Sampled.class))
                .map(Sampled::oneIn)
                .orElse(1);
    }
}

package io.millrace.conformance;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs one test class in this JVM, and immediately writes each start and result to a file, so that
 * the file is right even if the test ends the JVM. Ends the JVM, even if threads are left.
 */
final class TestMain implements TestExecutionListener {

    private final Path notes;

    private TestMain(Path notes) {
        this.notes = notes;
    }

    /** The arguments are the class and the file. */
    public static void main(String[] arguments) throws IOException {
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(arguments[0]))
                                .build(),
                        new TestMain(Path.of(arguments[1])));
        Runtime.getRuntime().halt(0);
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            note(TestNotes.BEGUN, test, "");
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        note(TestNotes.SKIPPED, test, reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Throwable failure = result.getThrowable().orElse(null);
        if (failure != null) {
            failure.printStackTrace();
        }
        if (test.isTest() || result.getStatus() == Status.FAILED) {
            String how =
                    switch (result.getStatus()) {
                        case SUCCESSFUL -> TestNotes.PASSED;
                        case ABORTED -> TestNotes.SKIPPED;
                        case FAILED -> TestNotes.FAILED;
                    };
            note(how, test, failure == null ? "" : failure.toString());
        }
    }

    private void note(String what, TestIdentifier test, String detail) {
        String line = what + "\t" + name(test) + "\t" + detail.replaceAll("\\s+", " ") + "\n";
        try {
            Files.writeString(notes, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalStateException("cannot note " + line, e);
        }
    }

    /** The method, with the number of the invocation if it has several. */
    private static String name(TestIdentifier test) {
        String last = test.getUniqueIdObject().getLastSegment().getValue();
        String method =
                test.getSource().orElse(null) instanceof MethodSource source
                        ? source.getMethodName()
                        : "(class)";
        return last.startsWith("#") ? method + last : method;
    }
}

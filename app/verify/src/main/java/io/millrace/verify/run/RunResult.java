package io.millrace.verify.run;

import io.millrace.verify.Agreement;
import io.millrace.verify.Difference;
import io.millrace.verify.Outcome;
import io.millrace.verify.OutcomeComparison;
import io.millrace.verify.OutputTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of a run that ended.
 *
 * @param exitCode of its process
 * @param failure cause in one line, if the program or one of its jobs failed
 * @param jobs in the order in which they were submitted
 */
public record RunResult(
        Side side, int exitCode, Optional<String> failure, List<JobNote> jobs, Outcome outcome) {

    public RunResult {
        jobs = List.copyOf(jobs);
    }

    /** The files of the last output directory; none if no job wrote one. */
    public OutputTree lastOutput() {
        String last = "";
        int highest = 0;
        for (String name : outcome.files().names()) {
            String directory = name.substring(0, Math.max(0, name.indexOf('/')));
            int number = SideRun.numberOf(directory);
            if (number > highest) {
                highest = number;
                last = directory;
            }
        }
        return outcome.files().below(last);
    }

    /**
     * The differences of another run of the program from this one.
     *
     * @param libraries class path of the job, for readers of its files
     */
    public List<Difference> differencesOf(
            RunResult other, Agreement agreement, List<Path> libraries) throws IOException {
        List<Difference> found = new ArrayList<>();
        if (other.failure().isPresent() && failure.isEmpty()) {
            found.add(
                    new Difference(
                            "failure",
                            "the run under %s failed: %s"
                                    .formatted(other.side().title(), other.failure().get())));
        }
        if (exitCode != other.exitCode()) {
            found.add(
                    new Difference(
                            "exit code",
                            "the exit code is " + other.exitCode() + ", expected " + exitCode));
        }
        if (jobs.isEmpty() && other.jobs().isEmpty()) {
            found.add(
                    new Difference(
                            "no job",
                            "neither run was seen to end a job: the program submitted none, did"
                                    + " not wait for it, or set mapreduce.framework.name itself"));
        }
        found.addAll(
                new OutcomeComparison(
                                agreement,
                                jobs.stream().anyMatch(JobNote::combines),
                                jobs.stream().anyMatch(JobNote::compresses),
                                libraries)
                        .differences(outcome, other.outcome()));
        return found;
    }
}

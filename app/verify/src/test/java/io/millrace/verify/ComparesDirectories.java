package io.millrace.verify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/** Compares the first two of these directories; the other paths are libraries of the job. */
public final class ComparesDirectories implements Function<List<Path>, String> {

    @Override
    public String apply(List<Path> paths) {
        try {
            return new OutcomeComparison(
                            Agreement.ORDERED, false, false, paths.subList(2, paths.size()))
                    .differences(outcome(paths.get(0)), outcome(paths.get(1))).stream()
                            .map(Difference::sentence)
                            .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Outcome outcome(Path files) throws IOException {
        Configuration conf = new Configuration();
        conf.setClassLoader(ComparesDirectories.class.getClassLoader());
        return new Outcome(
                List.of(), OutputTree.read(new org.apache.hadoop.fs.Path(files.toUri()), conf));
    }
}

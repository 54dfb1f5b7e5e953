package io.millrace.bench.job;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Settings of a job as its program takes them. */
public final class Settings {

    private Settings() {}

    /** An option for each of these, of the form {@code key=value}. */
    public static List<String> options(String... settings) {
        return options(List.of(settings));
    }

    public static List<String> options(Collection<String> settings) {
        return settings.stream().flatMap(each -> Stream.of("-D", each)).toList();
    }
}

package io.millrace.measure;

import java.util.Map;

/** A row to be measured, see {@link Row}. */
public record Case(String word, String title, Map<String, String> settings, Measure measure) {

    /** Runs a row once. */
    public interface Measure {
        /**
         * Measures.
         *
         * @throws MeasurementException if the run failed, or gave another result than the others;
         *     the row drops out
         */
        Figures run() throws Exception;
    }

    /** A row whose name needs no other title. */
    public Case(String word, Measure measure) {
        this(word, word, Map.of(), measure);
    }
}

package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** The names of providers in the files that {@link java.util.ServiceLoader} reads. */
final class Services {

    private static final String PLACE = "META-INF/services/";

    private Services() {}

    /** The providers of a service that a loader finds. */
    static Set<String> of(ClassLoader loader, String service) throws UnreadableException {
        Set<String> all = new LinkedHashSet<>();
        try {
            for (URL each : Collections.list(loader.getResources(PLACE + service))) {
                try (InputStream in = each.openStream();
                        BufferedReader lines =
                                new BufferedReader(
                                        new InputStreamReader(in, StandardCharsets.UTF_8))) {
                    lines.lines()
                            .map(line -> line.replaceFirst("#.*", "").trim())
                            .filter(line -> !line.isEmpty())
                            .forEach(all::add);
                }
            }
        } catch (IOException | RuntimeException e) {
            throw new UnreadableException(
                    "the providers of " + service + " could not be read: " + e);
        }
        return all;
    }
}

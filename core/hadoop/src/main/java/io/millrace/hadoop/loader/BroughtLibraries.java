package io.millrace.hadoop.loader;

import io.millrace.bytecode.packages.SplitPackages;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The libraries that a job usually shares with Hadoop, but brings itself and wants first: the job's
 * unless its code exchanges their objects with Hadoop.
 */
final class BroughtLibraries {

    private static final Logger LOG = LoggerFactory.getLogger(BroughtLibraries.class);

    private BroughtLibraries() {}

    /**
     * The prefixes of these libraries.
     *
     * @param libraries the prefixes to choose from
     * @param brought names of the classes in the job's jars, by package
     * @param own finds the files of the job's own classes
     * @param parent the client's loader
     */
    static Set<String> in(
            List<String> libraries,
            Map<String, Set<String>> brought,
            FrameworkClasses framework,
            ClassLoader own,
            ClassLoader parent)
            throws IOException {
        Set<String> all = new TreeSet<>();
        for (String library : libraries) {
            if (brought.keySet().stream().noneMatch(name -> isIn(name, library))) {
                continue;
            }
            String exchange =
                    SplitPackages.exchange(
                            name -> isIn(name, library),
                            brought,
                            name -> !name.startsWith(library) && framework.type(name),
                            framework,
                            own,
                            parent);
            if (exchange == null) {
                all.add(library);
            } else {
                LOG.warn(
                        "The job's own {}* does not come first: {}. Tasks use the client's",
                        library,
                        exchange);
            }
        }
        return all;
    }

    private static boolean isIn(String packageName, String library) {
        return packageName.concat(".").startsWith(library);
    }

    /** The classes that stay shared if the job's loader owns these libraries. */
    static JobClassLoader.Shared without(Set<String> libraries, JobClassLoader.Shared shared) {
        return libraries.isEmpty() ? shared : new Without(OwnLibraries.of(libraries), shared);
    }

    private record Without(OwnLibraries libraries, JobClassLoader.Shared shared)
            implements JobClassLoader.Shared {

        @Override
        public boolean type(String name) {
            return !libraries.test(name) && shared.type(name);
        }

        @Override
        public boolean resource(String path) {
            String type = FrameworkClasses.typeOf(path);
            return type == null ? shared.resource(path) : type(type);
        }
    }
}

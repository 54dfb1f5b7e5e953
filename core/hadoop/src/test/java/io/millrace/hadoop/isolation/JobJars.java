package io.millrace.hadoop.isolation;

import io.millrace.testing.Checkout;
import io.millrace.testing.SourceJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;

/** Packs classes of the tests as a user packs a job. */
public final class JobJars {

    private JobJars() {}

    /**
     * Gives a job a jar with a class of the tests and what is nested in it. They are compiled anew,
     * in no package, for the class path to have no classes of these names; the job's configuration
     * names them instead of those of the tests.
     */
    public static void bring(Job job, Path directory, Class<?> type) throws IOException {
        String name = type.getSimpleName();
        String path = type.getName().replace('.', '/').concat(".java");
        String source = Files.readString(tests(type).resolve(path));
        String inNoPackage = source.replace("package " + type.getPackageName() + ";", "");
        job.setJar(SourceJar.of(directory, name, inNoPackage).toString());
        Configuration conf = job.getConfiguration();
        for (Map.Entry<String, String> entry : conf) {
            String value = entry.getValue();
            if (value.equals(type.getName()) || value.startsWith(type.getName() + "$")) {
                conf.set(entry.getKey(), value.substring(type.getPackageName().length() + 1));
            }
        }
    }

    /** The root of the tests of the module that has the class. */
    private static Path tests(Class<?> type) {
        String module = type.getName().split("\\.", -1)[2];
        return Checkout.module(module).resolve("src/test/java");
    }
}

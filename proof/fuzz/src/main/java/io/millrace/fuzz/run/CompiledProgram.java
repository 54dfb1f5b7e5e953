package io.millrace.fuzz.run;

import io.millrace.fuzz.program.Trait;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.conf.Configuration;

/**
 * A program's class files.
 *
 * @param name the name of the program's class
 * @param classes class files by name
 */
public record CompiledProgram(String name, Map<String, byte[]> classes) {

    /** Writes the classes as a jar. */
    void writeJar(Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> each : new TreeMap<>(classes).entrySet()) {
                ZipEntry entry = new ZipEntry(each.getKey() + ".class");
                CRC32 sum = new CRC32();
                sum.update(each.getValue());
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(each.getValue().length);
                entry.setCrc(sum.getValue());
                zip.putNextEntry(entry);
                zip.write(each.getValue());
                zip.closeEntry();
            }
        }
    }

    /** The input's files, one character for each byte. */
    String[] input(ClassLoader loader) {
        return (String[]) constant(loader, "INPUT");
    }

    /** The traits that the program declares. */
    public Set<Trait> traits(ClassLoader loader) {
        Set<Trait> traits = EnumSet.noneOf(Trait.class);
        Arrays.stream(((String) constant(loader, "TRAITS")).split(" "))
                .filter(each -> !each.isEmpty())
                .map(Trait::valueOf)
                .forEach(traits::add);
        return traits;
    }

    private Object constant(ClassLoader loader, String field) {
        try {
            return loader.loadClass(name).getField(field).get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name + " has no public " + field, e);
        }
    }

    /** Runs its jobs. */
    void drive(
            ClassLoader loader,
            Configuration base,
            org.apache.hadoop.fs.Path in,
            org.apache.hadoop.fs.Path out,
            Predicate<Object> run)
            throws Throwable {
        try {
            loader.loadClass(name)
                    .getMethod(
                            "drive",
                            Configuration.class,
                            org.apache.hadoop.fs.Path.class,
                            org.apache.hadoop.fs.Path.class,
                            Predicate.class)
                    .invoke(null, base, in, out, run);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}

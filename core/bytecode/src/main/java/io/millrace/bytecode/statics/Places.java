package io.millrace.bytecode.statics;

import io.millrace.bytecode.file.ClassFile;
import io.millrace.bytecode.file.ClassListing;
import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;

/** The jars and directories that classes come from. Used by one scan, on its thread. */
final class Places {

    private final ClassLoader loader;
    private final ClassFiles files;
    private final Reach reach;
    private final Set<String> reached = new LinkedHashSet<>();

    /** The classes whose places are known, and how many of the reached methods they have. */
    private final Set<String> located = new HashSet<>();

    private int placed;

    /** The names of all classes in a place. */
    private final Map<String, Collection<String>> listed = new HashMap<>();

    /** The job's own among them. */
    private final Map<String, List<String>> ours = new HashMap<>();

    Places(ClassLoader loader, ClassFiles files, Reach reach) {
        this.loader = loader;
        this.files = files;
        this.reach = reach;
        addAll(loader, reached);
    }

    private static void addAll(ClassLoader loader, Set<String> to) {
        if (loader instanceof URLClassLoader own) {
            for (URL each : own.getURLs()) {
                if (each.getProtocol().equals("file")) {
                    to.add(place(each.toString()));
                }
            }
        }
    }

    /** The place at an address: a directory, or a jar as in the addresses of its entries. */
    private static String place(String address) {
        return address.endsWith("/") ? address : "jar:" + address + "!/";
    }

    /** Those that the job brings, or whose classes its tasks reach. */
    List<String> reached() {
        List<Reach.Method> all = reach.methods();
        for (; placed < all.size(); placed++) {
            String type = all.get(placed).type().name;
            if (located.add(type)) {
                reached.add(of(type));
            }
        }
        reached.remove("");
        return List.copyOf(reached);
    }

    /** Those of the client that the job does not bring and whose classes its tasks do not reach. */
    Set<String> others() {
        Set<String> all = new LinkedHashSet<>();
        for (ClassLoader at = loader.getParent(); at != null; at = at.getParent()) {
            addAll(at, all);
        }
        StringTokenizer path =
                new StringTokenizer(System.getProperty("java.class.path"), File.pathSeparator);
        while (path.hasMoreTokens()) {
            all.add(place(new File(path.nextToken()).toURI().toString()));
        }
        reached().forEach(all::remove);
        return all;
    }

    /** The place of a class; empty if it is unknown. */
    String of(String type) {
        String path = ClassFile.path(type);
        URL url = loader.getResource(path);
        String file = url == null ? "" : url.toString();
        int entry = file.lastIndexOf("!/");
        return file.startsWith("jar:") && entry >= 0
                ? file.substring(0, entry + "!/".length()) // also for a class of one Java version
                : file.substring(0, Math.max(0, file.length() - path.length()));
    }

    /** The job's own classes in a place, by internal name, in the same order every time. */
    List<String> classes(String place) throws UnreadableException {
        List<String> known = ours.get(place);
        if (known == null) {
            known = new ArrayList<>();
            for (String each : names(place)) {
                if (files.ours(each)) {
                    known.add(each);
                }
            }
            Collections.sort(known);
            ours.put(place, known);
        }
        return Collections.unmodifiableList(known);
    }

    /**
     * The classes in the packages of a place that are not the framework's or a library's: one class
     * decides for its package, because a class path has many of those.
     */
    List<String> ofOurPackages(String place) throws UnreadableException {
        Map<String, Boolean> packages = new HashMap<>();
        List<String> all = new ArrayList<>();
        for (String each : names(place)) {
            String name = each.substring(0, each.lastIndexOf('/') + 1);
            if (packages.computeIfAbsent(name, any -> files.ours(each))) {
                all.add(each);
            }
        }
        Collections.sort(all);
        return all;
    }

    private Collection<String> names(String place) throws UnreadableException {
        Collection<String> known = listed.get(place);
        if (known == null) {
            known = list(place).stream().map(each -> each.replace('.', '/')).toList();
            listed.put(place, known);
        }
        return known;
    }

    /** The path of a place, for display. */
    static Path path(String place) {
        String file =
                place.startsWith("jar:") && place.endsWith("!/")
                        ? place.substring("jar:".length(), place.length() - "!/".length())
                        : place;
        return Path.of(URI.create(file));
    }

    private static Collection<String> list(String place) throws UnreadableException {
        try {
            return ClassListing.in(List.of(path(place)));
        } catch (IOException | RuntimeException e) { // a loader of the job's may have any places
            throw new UnreadableException("the classes in " + place + " could not be listed: " + e);
        }
    }
}

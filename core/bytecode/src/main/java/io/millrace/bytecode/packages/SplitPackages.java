package io.millrace.bytecode.packages;

import io.millrace.bytecode.file.ClassFile;
import io.millrace.bytecode.file.ClassFileReader;
import io.millrace.bytecode.file.UnreadableClassException;
import io.millrace.engine.task.Cancellation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.ClassNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds packages of which one part comes from the job and another from the client, if the parts
 * access each other's package-private members. For the JVM, classes of two loaders are in two
 * packages. So all classes of such a package must come from one loader, the job's, because the
 * client's loader does not see the job's part. The same holds for packages of the client that the
 * job also contains, if their classes use such a package. Used once for a job.
 */
public final class SplitPackages {

    private static final Logger LOG = LoggerFactory.getLogger(SplitPackages.class);

    /** The classes that belong neither to the job nor to the application that submits it. */
    public interface Framework {

        /** Whether the class with that name is one of them. */
        boolean contains(String name);

        /** Whether their loader finds a class with that name, regardless of its owner. */
        boolean finds(String name);
    }

    private final Map<String, Set<String>> brought;
    private final Predicate<String> clients;
    private final Framework framework;
    private final ClassLoader own;
    private final ClassLoader parent;
    private final ClassFileReader files;

    /** Uses of the job's own classes. */
    private final Map<String, Outside> uses = new HashMap<>();

    /** Whether a class may be the client's. */
    private final Map<String, Boolean> outside = new HashMap<>();

    /** Classes of the client, without their code; null if it has none of that name. */
    private final Map<String, @Nullable ClassNode> outlines = new HashMap<>();

    /** The packages that a class of the client may name. */
    private final Map<String, Set<String>> named = new HashMap<>();

    private SplitPackages(
            Map<String, Set<String>> brought,
            Predicate<String> clients,
            Framework framework,
            ClassLoader own,
            ClassLoader parent,
            ClassFileReader files) {
        this.brought = brought;
        this.clients = clients;
        this.framework = framework;
        this.own = own;
        this.parent = parent;
        this.files = files;
    }

    /**
     * The classes that must come from the job's loader even if the client has them.
     *
     * @param packages names of packages
     * @param everything whether all classes but the framework's must: the job exchanges objects of
     *     these packages with others on the client's class path
     */
    public record Moved(Set<String> packages, boolean everything) {}

    /**
     * Finds these packages.
     *
     * @param brought names of the classes in the job's jars, by package
     * @param clients the classes of these that usually come from the client
     * @param framework the classes that are never copied
     * @param own finds the files of the job's own classes
     * @param parent the client's loader
     */
    public static Moved among(
            Map<String, Set<String>> brought,
            Predicate<String> clients,
            Framework framework,
            ClassLoader own,
            ClassLoader parent)
            throws IOException {
        try (ClassFileReader files = new ClassFileReader()) {
            return new SplitPackages(brought, clients, framework, own, parent, files).moved();
        }
    }

    private Moved moved() throws IOException {
        Set<String> split = new TreeSet<>();
        for (String name : brought.keySet()) {
            if (split(name)) {
                split.add(name);
            }
        }
        Exchange exchange = split.isEmpty() ? null : close(split);
        if (exchange == null) {
            if (!split.isEmpty()) {
                LOG.info("{}. Tasks get copies of all classes of these packages", found(split));
            }
            return new Moved(split, false);
        }
        if (framework.contains(exchange.with())) {
            LOG.info(
                    "{}. They stay split, because {} exchanges their objects with the framework's"
                            + " {}: code that uses package-private members of the other part will"
                            + " fail",
                    found(split),
                    exchange.by(),
                    exchange.with());
            return new Moved(Set.of(), false);
        }
        LOG.info(
                "{}. {} exchanges their objects with the client's {}: tasks get copies of all"
                        + " classes that they use, except the framework's",
                found(split),
                exchange.by(),
                exchange.with());
        return new Moved(split, true);
    }

    private static String found(Set<String> split) {
        return "The job's jars and the client's class path have different parts of the packages "
                + split
                + ", or of packages that use them, and the parts use each other's package-private"
                + " members";
    }

    /**
     * An exchange of objects of these packages between the job's code and code that stays the
     * client's, in words; null if there is none. The parameters are those of {@link #among}.
     */
    public static @Nullable String exchange(
            Predicate<String> packages,
            Map<String, Set<String>> brought,
            Predicate<String> clients,
            Framework framework,
            ClassLoader own,
            ClassLoader parent)
            throws IOException {
        try (ClassFileReader files = new ClassFileReader()) {
            Exchange found =
                    new SplitPackages(brought, clients, framework, own, parent, files)
                            .exchange(packages);
            return found == null
                    ? null
                    : found.by() + " exchanges its objects with the client's " + found.with();
        }
    }

    private boolean split(String name) throws IOException {
        Set<String> types = brought.getOrDefault(name, Set.of());
        Set<String> ours = new TreeSet<>();
        for (String type : types) {
            if (framework.contains(type)) {
                return false;
            }
            if (!clients.test(type)) {
                ours.add(type);
            }
        }
        boolean shared =
                !ours.isEmpty()
                        && (ours.size() < types.size()
                                || parent.getResource(name.replace('.', '/') + "/") != null);
        for (String type : shared ? ours : Set.<String>of()) {
            ClassFile file = file(own, type);
            ClassNode node = usesOf(type, file).uses(name) ? tree(file) : null;
            if (node != null && usesClients(node, ours)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a class of the job uses package-private members of a class of the client. */
    private boolean usesClients(ClassNode type, Set<String> ours) throws IOException {
        for (PackageUse use : PackageUse.in(type)) {
            String name = use.owner().replace('/', '.');
            ClassNode other =
                    ours.contains(name) || framework.contains(name) ? null : outline(name);
            if (other != null
                    && (use.needsPackageOf(other, type) || inheritsHidden(use, other, type))) {
                return true;
            }
        }
        return false;
    }

    /** Whether the used member is inherited from a package-private class of the same package. */
    private boolean inheritsHidden(PackageUse use, ClassNode other, ClassNode by)
            throws IOException {
        String name = packageOf(by.name.replace('/', '.'));
        ClassNode at = other;
        while (at != null && at.superName != null) {
            String above = at.superName.replace('/', '.');
            at = packageOf(above).equals(name) ? outline(above) : null;
            if (at != null && use.hides(at, by)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Adds the packages that must come from the same loader as these: their users that the job also
     * contains, and users of a loader below the client's, such as RunJar's, whose classes exchange
     * objects with the job.
     *
     * @return an exchange of objects with classes that must stay the client's; null if there is
     *     none
     */
    private @Nullable Exchange close(Set<String> split) throws IOException {
        addUsers(split);
        Exchange exchange = exchange(split::contains);
        while (exchange != null && !framework.finds(exchange.with())) {
            split.add(packageOf(exchange.with()));
            addUsers(split);
            exchange = exchange(split::contains);
        }
        return exchange;
    }

    /**
     * A class of the job that passes objects to a class of the client, or receives some from it.
     */
    private record Exchange(String by, String with) {}

    /**
     * Adds packages that the job also contains, if their classes in the client use these packages.
     */
    private void addUsers(Set<String> split) throws IOException {
        boolean more = true;
        while (more) {
            more = false;
            for (Map.Entry<String, Set<String>> each : brought.entrySet()) {
                if (!split.contains(each.getKey()) && anyUses(each.getValue(), split)) {
                    split.add(each.getKey());
                    more = true;
                }
            }
        }
    }

    private boolean anyUses(Set<String> types, Set<String> split) throws IOException {
        for (String type : types) {
            if (framework.contains(type)) {
                return false;
            }
            if (clients.test(type) && clientsUses(type, split)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a class of the client names one of these packages. */
    private boolean clientsUses(String type, Set<String> split) throws IOException {
        Set<String> known = named.get(type);
        if (known == null) {
            ClassFile file = file(parent, type);
            known = file == null ? Set.of() : PackageUse.packagesAtMost(file);
            named.put(type, known);
        }
        if (Collections.disjoint(known, split)) {
            return false;
        }
        ClassNode node = tree(file(parent, type));
        return node != null && anyIn(split::contains, PackageUse.namesIn(node));
    }

    private static boolean anyIn(Predicate<String> packages, Set<String> types) {
        return types.stream().anyMatch(type -> packages.test(packageOf(type.replace('/', '.'))));
    }

    /**
     * An exchange of objects of these packages between the job's code and code that stays the
     * client's, which must continue to refer to the same classes; null if there is none.
     */
    private @Nullable Exchange exchange(Predicate<String> split) throws IOException {
        for (Set<String> types : brought.values()) {
            for (String type : types) {
                String with = clients.test(type) ? null : exchange(type, split);
                if (with != null) {
                    return new Exchange(type, with);
                }
            }
        }
        return null;
    }

    private @Nullable String exchange(String type, Predicate<String> split) throws IOException {
        Outside known = uses.get(type);
        Outside all = known == null ? usesOf(type, file(own, type)) : known;
        String with = exchange(all, split);
        if (with == null || all.exact()) {
            return with;
        }
        ClassNode node = tree(file(own, type));
        Outside exact = node == null ? Outside.NOTHING : Outside.exactly(node, this::isOutside);
        uses.put(type, exact);
        return exchange(exact, split);
    }

    private @Nullable String exchange(Outside type, Predicate<String> split) throws IOException {
        for (Map.Entry<String, Set<String>> use : type.packages().entrySet()) {
            String other = use.getKey();
            if (split.test(packageOf(other))) {
                continue;
            }
            if (use.getValue().stream().anyMatch(split)
                    || derives(other, split)
                    || (type.above().contains(other) && handsOn(other, split))) {
                return other;
            }
        }
        return null;
    }

    /** Whether a class of the client shows its subclasses objects of these packages. */
    private boolean handsOn(String type, Predicate<String> split) throws IOException {
        ClassNode node = type.startsWith("java.") ? null : outline(type);
        if (node == null) {
            return false;
        }
        if (anyIn(split, PackageUse.shownBy(node))) {
            return true;
        }
        for (String each : above(node)) {
            if (handsOn(each, split)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> above(ClassNode type) {
        List<String> all = new ArrayList<>();
        for (String each : type.interfaces) {
            all.add(each.replace('/', '.'));
        }
        if (type.superName != null) {
            all.add(type.superName.replace('/', '.'));
        }
        return all;
    }

    /** Whether a class of the client is a subtype of a class in one of these packages. */
    private boolean derives(String type, Predicate<String> split) throws IOException {
        ClassNode node = framework.contains(type) ? null : outline(type);
        if (node == null) {
            return false;
        }
        for (String name : above(node)) {
            if (split.test(packageOf(name)) || derives(name, split)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a class may be the client's, and is not the JDK's. */
    private boolean isOutside(String type) {
        return outside.computeIfAbsent(
                type,
                each ->
                        !each.startsWith("java.")
                                && !each.startsWith("[")
                                && (!brought.getOrDefault(packageOf(each), Set.of()).contains(each)
                                        || clients.test(each)));
    }

    public static String packageOf(String type) {
        return type.substring(0, Math.max(0, type.lastIndexOf('.')));
    }

    /** The uses of a class of the job, which this remembers. */
    private Outside usesOf(String type, @Nullable ClassFile file) throws IOException {
        Outside all = file == null ? Outside.NOTHING : Outside.atMost(file, this::isOutside);
        uses.put(type, all);
        return all;
    }

    /** A class of the client without its code. */
    private @Nullable ClassNode outline(String type) throws IOException {
        if (!outlines.containsKey(type)) {
            ClassFile file = file(parent, type);
            outlines.put(type, file == null ? null : file.outline());
        }
        return outlines.get(type);
    }

    private static @Nullable ClassNode tree(@Nullable ClassFile file) {
        try {
            return file == null ? null : file.tree();
        } catch (UnreadableClassException e) { // the JVM could not define the class either
            LOG.debug("A class could not be read", e);
            return null;
        }
    }

    private @Nullable ClassFile file(ClassLoader from, String type) throws IOException {
        Cancellation.check();
        try {
            return files.find(from, type);
        } catch (UnreadableClassException e) { // the JVM could not define the class either
            LOG.debug("{} could not be read", type, e);
            return null;
        }
    }

    /** The classes of a class path, by package. */
    public static Map<String, Set<String>> byPackage(Set<String> types) {
        Map<String, Set<String>> all = new HashMap<>();
        for (String type : types) {
            all.computeIfAbsent(packageOf(type), name -> new HashSet<>()).add(type);
        }
        return all;
    }
}

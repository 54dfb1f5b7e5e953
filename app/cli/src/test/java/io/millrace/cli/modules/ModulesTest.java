package io.millrace.cli.modules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.millrace.cli.modules.House.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Walls within Millrace: which module and package may know which. */
class ModulesTest {

    private static final String PLANTED = "io.millrace.cli.modules.planted";

    private static final Set<String> OF_THE_JVM =
            Set.of(
                    "io.millrace.files.process.MillraceProcess.CURRENT",
                    // Its heap, which all budgets share.
                    "io.millrace.engine.memory.ProcessMemory.BUDGETS",
                    // Its class path and its class loaders.
                    "io.millrace.formats.inputcache.CodeIdentity.NUMBERS",
                    "io.millrace.formats.inputcache.CodeIdentity.last",
                    "io.millrace.hadoop.staging.HadoopDefaults.READ",
                    "io.millrace.hadoop.client.HadoopProbe.missing",
                    "io.millrace.hadoop.client.HadoopProbe.probed",
                    // Its threads, and what they run.
                    "io.millrace.engine.task.Cancellation.BOUND",
                    "io.millrace.hadoop.scope.UserScope.BUSY",
                    "io.millrace.hadoop.scope.UserScope.CURRENT",
                    "io.millrace.hadoop.scope.UserScope.ORIGIN",
                    "io.millrace.records.database.InterruptWatch.OPEN",
                    "io.millrace.records.database.InterruptWatch.running",
                    // Its state that tasks may change, and the names in it that they hold.
                    "io.millrace.bytecode.state.StateCalls.ALL",
                    "io.millrace.bytecode.state.StateCalls.NAMES",
                    "io.millrace.hadoop.loader.NameRegistries.COPIES",
                    "io.millrace.hadoop.scope.ProcessTurns.OF_PROCESS",
                    "io.millrace.hadoop.scope.TaskSlot.BEANS",
                    "io.millrace.hadoop.scope.TaskState.properties",
                    "io.millrace.hadoop.state.AddedLoggers.NAMES",
                    "io.millrace.hadoop.state.NamedValues.EDITED",
                    "io.millrace.hadoop.state.NamedValues.SECURITY",
                    // What it prints, and what it has said once.
                    "io.millrace.cli.cluster.ClusterContact.SEEN",
                    "io.millrace.workers.fork.child.TaskStreams.SYSLOG",
                    "io.millrace.files.local.LocalDirectory.TOLD",
                    "io.millrace.hadoop.job.IgnoredKeys.TOLD",
                    // Nothing, which is always the same.
                    "io.millrace.collective.data.DynamicData.EMPTY",
                    "io.millrace.collective.data.LoopIdentity.NONE",
                    "io.millrace.hadoop.loader.OwnLibraries.NONE",
                    // The command that it runs.
                    "io.millrace.cli.cluster.OnCluster.way",
                    "io.millrace.cli.explain.Explainer.active",
                    "io.millrace.cli.live.LiveJobs.active",
                    "io.millrace.verify.run.RecordingClient.JOBS",
                    "io.millrace.verify.run.RecordingClient.SUBMITTED");

    @Test
    void partsOfModulesHaveNoCyclesAlsoByName() throws Exception {
        Map<String, Set<String>> known = known(allUses(), House::partOf);
        assertThat(known).containsKeys("hadoop.job", "bench.warm", "conformance", "junit");
        known.keySet().forEach(part -> assertThat(cycle(part, known)).as(part).isEmpty());
    }

    /** Without this the test above would show nothing of names. */
    @Test
    void aPlantedCycleThatOnlyANameClosesIsFound() throws Exception {
        Set<Use> uses = House.uses(new ClassFileImporter().importPackages(PLANTED));
        Set<Use> imports =
                uses.stream()
                        .filter(use -> !use.byName())
                        .collect(Collectors.toCollection(TreeSet::new));
        String below = PLANTED + ".below";
        assertThat(cycle(below, known(imports, part -> part))).isEmpty();
        assertThat(cycle(below, known(uses, part -> part)))
                .containsExactly(below, PLANTED + ".above", below);
    }

    /** Of all modules, also of those above the class path of these tests. */
    private static Set<Use> allUses() throws Exception {
        Set<Use> uses = House.uses();
        uses.addAll(Sources.uses());
        return uses;
    }

    /** Which parts use which others. */
    private static Map<String, Set<String>> known(Set<Use> uses, UnaryOperator<String> partOf) {
        Map<String, Set<String>> known = new TreeMap<>();
        for (Use use : uses) {
            String from = partOf.apply(use.fromPackage());
            String to = partOf.apply(use.toPackage());
            if (!from.equals(to)) {
                known.computeIfAbsent(from, none -> new TreeSet<>()).add(to);
            }
        }
        return known;
    }

    /** The parts on a way from one back to it; empty if there is none. */
    private static List<String> cycle(String start, Map<String, Set<String>> known) {
        Map<String, String> cameFrom = new TreeMap<>();
        List<String> open = new ArrayList<>(List.of(start));
        while (!open.isEmpty()) {
            String at = open.remove(open.size() - 1);
            for (String next : known.getOrDefault(at, Set.of())) {
                if (next.equals(start)) {
                    List<String> way = new ArrayList<>(List.of(start));
                    for (String each = at; !each.equals(start); each = cameFrom.get(each)) {
                        way.add(0, each);
                    }
                    way.add(0, start);
                    return way;
                }
                if (cameFrom.putIfAbsent(next, at) == null) {
                    open.add(next);
                }
            }
        }
        return List.of();
    }

    @Test
    void classesThatAreReachedByNameAreThere() throws Exception {
        Set<Use> byName =
                allUses().stream()
                        .filter(Use::byName)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(byName).isNotEmpty();
        assertThat(byName)
                .allMatch(use -> House.CLASSES.contain(use.to()) || Sources.have(use.to()));
    }

    @Test
    void modulesAreKnownByWhatTheyExportOnly() throws Exception {
        Set<String> used = new TreeSet<>();
        for (Use use : House.uses()) {
            if (!House.moduleOf(use.from()).equals(House.moduleOf(use.to()))) {
                used.add(use.toPackage());
            }
        }
        Exports exports = Exports.read();
        assertThat(used).as("used by other modules").isSubsetOf(exports.all());
        used.addAll(exports.ofUsers());
        assertThat(exports.all()).as("exported and used by nobody").isSubsetOf(used);
    }

    @Test
    void whatUsersSeeMentionsNothingInternal() {
        Set<String> users = Exports.read().ofUsers();
        Set<String> internal = new TreeSet<>();
        for (JavaClass type : House.CLASSES) {
            if (users.contains(type.getPackageName())
                    && type.getModifiers().contains(JavaModifier.PUBLIC)) {
                Signatures.typesOf(type).stream()
                        .filter(name -> name.startsWith(House.ROOT))
                        .filter(name -> !users.contains(House.packageOf(name)))
                        .forEach(name -> internal.add(type.getName() + " shows " + name));
            }
        }
        assertThat(internal).isEmpty();
    }

    /**
     * What a process has one of belongs to its {@code MillraceProcess}. What is left is true of the
     * JVM: its class path, its class loaders, its threads, what was said once to its user.
     */
    @Test
    void noClassHasStateOfTheProcess() throws Exception {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : House.CLASSES) {
            found.addAll(StaticState.of(type));
        }
        assertThat(found)
                .filteredOn(name -> !OF_THE_JVM.contains(name))
                .as("belongs to the process, or is explained here")
                .isEmpty();
        assertThat(found).containsAll(OF_THE_JVM);
    }
}

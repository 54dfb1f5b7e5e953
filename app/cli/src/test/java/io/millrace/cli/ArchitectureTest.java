package io.millrace.cli;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses MILLRACE =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.millrace");

    @Test
    void partsOfModulesHaveNoCycles() {
        slices().matching("io.millrace.(*).(*)..").should().beFreeOfCycles().check(MILLRACE);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("(**)")
                .should()
                .beFreeOfCycles()
                .check(new ClassFileImporter().importPath(Path.of("target/classes")));
    }

    @Test
    void modulesDependDownwardsOnly() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.millrace..")
                .layer("engine")
                .definedBy("io.millrace.engine..")
                .layer("bytecode")
                .definedBy("io.millrace.bytecode..")
                .layer("formats")
                .definedBy("io.millrace.formats..")
                .layer("files")
                .definedBy("io.millrace.files..")
                .layer("hadoop")
                .definedBy("io.millrace.hadoop..")
                .layer("exchange")
                .definedBy("io.millrace.exchange..")
                .layer("workers")
                .definedBy("io.millrace.workers..")
                .layer("collective")
                .definedBy("io.millrace.collective..")
                .layer("records")
                .definedBy("io.millrace.records..")
                .layer("cluster")
                .definedBy("io.millrace.cluster..")
                .layer("measure")
                .definedBy("io.millrace.measure..")
                .layer("workloads")
                .definedBy("io.millrace.workloads..")
                .layer("apps")
                .definedBy("io.millrace.apps..")
                .layer("ui")
                .definedBy("io.millrace.ui..")
                .layer("cli")
                .definedBy("io.millrace.cli..")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("ui")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("apps")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("measure")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("workloads")
                .mayOnlyBeAccessedByLayers("measure", "apps", "cli")
                .whereLayer("cluster")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("collective")
                .mayOnlyBeAccessedByLayers("apps", "cli")
                .whereLayer("records")
                .mayOnlyBeAccessedByLayers("apps", "cli")
                .whereLayer("workers")
                .mayOnlyBeAccessedByLayers("collective", "cluster")
                .whereLayer("exchange")
                .mayOnlyBeAccessedByLayers("workers", "collective", "cluster")
                .whereLayer("hadoop")
                .mayOnlyBeAccessedByLayers("workers", "collective", "cluster", "apps", "ui", "cli")
                .whereLayer("formats")
                .mayOnlyBeAccessedByLayers(
                        "hadoop", "workers", "collective", "records", "cluster", "ui", "cli")
                .whereLayer("files")
                .mayOnlyBeAccessedByLayers(
                        "hadoop", "workers", "collective", "cluster", "ui", "cli")
                .whereLayer("bytecode")
                .mayOnlyBeAccessedByLayers("formats", "hadoop", "records", "cluster")
                .check(MILLRACE);
    }
}

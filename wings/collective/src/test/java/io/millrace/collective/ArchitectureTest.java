package io.millrace.collective;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses COLLECTIVE =
            new ClassFileImporter().importPath(Path.of("target/classes"));

    @Test
    void packagesHaveNoCycles() {
        slices().matching("(**)").should().beFreeOfCycles().check(COLLECTIVE);
    }

    @Test
    void algorithmsKnowNothingOfHadoopOrOfThreadsThatShareMemory() {
        noClasses()
                .that()
                .resideInAPackage("io.millrace.collective.algorithm")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.hadoop..", "java.util.concurrent..")
                .check(COLLECTIVE);
    }
}

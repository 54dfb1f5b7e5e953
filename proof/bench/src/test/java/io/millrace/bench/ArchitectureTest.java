package io.millrace.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses BENCH =
            new ClassFileImporter().importPath(Path.of("target/classes"));

    @Test
    void packagesHaveNoCycles() {
        slices().matching("(**)").should().beFreeOfCycles().check(BENCH);
    }

    @Test
    void measurementsKnowNothingOfTheCommandLine() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.millrace.cli..")
                .check(BENCH);
    }
}

package io.millrace.apps;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses APPS =
            new ClassFileImporter().importPath(Path.of("target/classes"));

    @Test
    void packagesHaveNoCycles() {
        slices().matching("(**)").should().beFreeOfCycles().check(APPS);
    }

    /** So that they run on a cluster without more jars. */
    @Test
    void tasksOverLinesKnowOnlyHadoop() {
        noClasses()
                .that()
                .resideInAPackage("io.millrace.apps.pavlo")
                .and()
                .haveNameMatching(
                        ".*(\\$(Lines|Revenues|Pages|Joined|ByRevenue|Sum|First)|VisitDates|SourceTotal)")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("io\\.millrace\\.(records\\..*|apps\\.pavlo\\.Tables)")
                .check(APPS);
    }
}

package io.millrace.workers;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    @Test
    void packagesHaveNoCycles() {
        slices().matching("(**)")
                .should()
                .beFreeOfCycles()
                .check(new ClassFileImporter().importPath(Path.of("target/classes")));
    }
}

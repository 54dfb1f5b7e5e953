package io.millrace.cli.doctor;

import io.millrace.hadoop.config.FileNameEncoding;
import java.util.List;

/** Whether the JVM reads and writes file names as UTF-8. */
final class LocaleCheck implements Check {

    @Override
    public List<Finding> look() {
        return List.of(
                FileNameEncoding.isUtf8()
                        ? Finding.ok("file names are in UTF-8")
                        : Finding.warning(
                                FileNameEncoding.warning(),
                                "install the locale C.UTF-8, or set LC_ALL to another UTF-8 locale"
                                        + " that locale -a lists"));
    }
}

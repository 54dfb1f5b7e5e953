package io.millrace.cli.doctor;

import io.millrace.cli.settings.UserSettings;
import java.nio.file.Files;
import java.util.List;

/** The keys that the user sets for all jobs. */
final class SettingsCheck implements Check {

    private final UserSettings user;

    SettingsCheck(UserSettings user) {
        this.user = user;
    }

    @Override
    public List<Finding> look() {
        if (!Files.exists(user.file())) {
            return List.of(Finding.ok("no settings of your own in " + user.file()));
        }
        int keys = user.entries().size();
        return List.of(
                Finding.ok(
                        (keys == 1 ? "1 key is" : keys + " keys are") + " set in " + user.file()));
    }
}

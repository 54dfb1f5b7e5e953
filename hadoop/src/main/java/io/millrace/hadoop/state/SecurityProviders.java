package io.millrace.hadoop.state;

import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The providers of cryptography, and their order. */
final class SecurityProviders implements Part {

    @Override
    public Kept read() {
        return new Providers(List.of(Security.getProviders()));
    }

    private record Providers(List<Provider> before) implements Kept {

        @Override
        public void putBack() {
            if (isSame()) {
                return;
            }
            Arrays.stream(Security.getProviders())
                    .map(Provider::getName)
                    .forEach(Security::removeProvider);
            before.forEach(Security::addProvider);
        }

        @Override
        public @Nullable String changed() {
            return isSame() ? null : "the providers of cryptography";
        }

        @SuppressWarnings("ReferenceEquality") // providers are maps; two may be equal
        private boolean isSame() {
            Provider[] now = Security.getProviders();
            if (before.size() != now.length) {
                return false;
            }
            for (int i = 0; i < now.length; i++) {
                if (before.get(i) != now[i]) {
                    return false;
                }
            }
            return true;
        }
    }
}

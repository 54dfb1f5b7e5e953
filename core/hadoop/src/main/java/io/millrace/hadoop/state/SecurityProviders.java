package io.millrace.hadoop.state;

import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;

/** The providers of cryptography, and their order. */
final class SecurityProviders implements Part {

    @Override
    public Kept read() {
        List<Provider> before = List.of(Security.getProviders());
        return () -> restore(before);
    }

    private static void restore(List<Provider> before) {
        if (same(before, List.of(Security.getProviders()))) {
            return;
        }
        Arrays.stream(Security.getProviders())
                .map(Provider::getName)
                .forEach(Security::removeProvider);
        before.forEach(Security::addProvider);
    }

    @SuppressWarnings("ReferenceEquality") // providers are maps; two may be equal
    private static boolean same(List<Provider> one, List<Provider> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (one.get(i) != other.get(i)) {
                return false;
            }
        }
        return true;
    }
}

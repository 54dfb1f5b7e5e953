package io.millrace.hadoop.state;

import java.time.zone.ZoneRulesProvider;
import java.util.List;
import java.util.Map;

/**
 * Providers of the rules of time zones, which cannot be unregistered, and the zones that they have.
 * Without {@code --add-opens java.base/java.time.zone=ALL-UNNAMED} they stay.
 */
final class ZoneProviders implements Part {

    private static final StaticField PROVIDERS =
            StaticField.of(ZoneRulesProvider.class, "PROVIDERS");
    private static final StaticField ZONES = StaticField.of(ZoneRulesProvider.class, "ZONES");
    private static final StaticField NAMES = StaticField.of(ZoneRulesProvider.class, "ZONE_IDS");

    @Override
    public Kept read() {
        if (PROVIDERS.value() instanceof List<?> providers
                && ZONES.value() instanceof Map<?, ?> zones) {
            return kept(providers, List.copyOf(providers), zones, Map.copyOf(zones));
        }
        return () -> {};
    }

    private static Kept kept(
            List<?> providers, List<?> providersBefore, Map<?, ?> zones, Map<?, ?> zonesBefore) {
        Kept names = NAMES.read();
        return () -> {
            providers.retainAll(providersBefore);
            zones.keySet().retainAll(zonesBefore.keySet());
            names.putBack();
        };
    }
}

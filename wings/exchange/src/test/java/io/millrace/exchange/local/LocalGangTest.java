package io.millrace.exchange.local;

import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.gang.TransportContract;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

@Tag("jdk")
class LocalGangTest extends TransportContract {

    private @Nullable LocalGang gang;

    @Override
    protected synchronized Rendezvous rendezvous(int rank, int attempt, GangMember member) {
        LocalGang made = gang == null ? new LocalGang(name, member.size()) : gang;
        gang = made;
        return () -> made.join(rank, member);
    }

    @Override
    protected void closeAll() {
        if (gang != null) {
            gang.end();
        }
    }
}

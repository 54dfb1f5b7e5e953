package io.millrace.cli.modules.planted.above;

import io.millrace.cli.modules.planted.below.Below;

/** Uses what lies below it. */
public final class Above {

    private final Below below = new Below();

    Below below() {
        return below;
    }
}

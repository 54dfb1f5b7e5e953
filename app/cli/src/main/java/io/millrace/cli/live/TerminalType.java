package io.millrace.cli.live;

import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import org.jline.utils.Curses;
import org.jline.utils.InfoCmp;
import org.jline.utils.InfoCmp.Capability;

/** The capabilities of a type of terminal, from terminfo. */
final class TerminalType {

    /** Understood by nearly all that are in use. */
    private static final String COMMON = "ansi";

    private final Map<Capability, Integer> numbers = new EnumMap<>(Capability.class);
    private final Map<Capability, String> sequences = new EnumMap<>(Capability.class);

    TerminalType(String name) {
        try {
            InfoCmp.parseInfoCmp(
                    description(name), EnumSet.noneOf(Capability.class), numbers, sequences);
        } catch (NumberFormatException e) {
            // A description that infocmp itself could not have written: what was read of it counts.
        }
    }

    /** The library's own for the usual types, which need no process; else this machine's. */
    private static String description(String name) {
        try {
            String own = InfoCmp.getDefaultInfoCmp(name);
            return own == null ? InfoCmp.getInfoCmp(name) : own;
        } catch (IOException e) {
            // This machine does not know the type either, or has no infocmp.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return InfoCmp.getDefaultInfoCmp(COMMON);
    }

    int colours() {
        return numbers.getOrDefault(Capability.max_colors, 0);
    }

    /** Whether lines that were printed can be taken off again. */
    boolean canErase() {
        return sequences.containsKey(Capability.parm_up_cursor)
                && sequences.containsKey(Capability.clr_eos);
    }

    /** Takes the last lines off; the cursor is at the start of the next. */
    String erasure(int lines) {
        return '\r' + sequence(Capability.parm_up_cursor, lines) + sequence(Capability.clr_eos);
    }

    /** The text such that lines that are too long are cut instead of wrapped. */
    String unwrapped(String text) {
        return sequence(Capability.exit_am_mode) + text + sequence(Capability.enter_am_mode);
    }

    /** Empty where the type has none. */
    private String sequence(Capability capability, Object... arguments) {
        String sequence = sequences.get(capability);
        return sequence == null ? "" : Curses.tputs(sequence, arguments);
    }
}

package io.millrace.hadoop.state;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The configuration of {@code java.util.logging}. */
final class LogLevels implements Part {

    private record Configured(
            Logger logger,
            @Nullable Level level,
            @Nullable Filter filter,
            boolean parents,
            List<Handler> handlers) {

        static Configured of(Logger logger) {
            return new Configured(
                    logger,
                    logger.getLevel(),
                    logger.getFilter(),
                    logger.getUseParentHandlers(),
                    List.of(logger.getHandlers()));
        }

        void restore() {
            if (!Objects.equals(level, logger.getLevel())) {
                logger.setLevel(level);
            }
            if (!Objects.equals(filter, logger.getFilter())) {
                logger.setFilter(filter);
            }
            if (parents != logger.getUseParentHandlers()) {
                logger.setUseParentHandlers(parents);
            }
            List<Handler> now = List.of(logger.getHandlers());
            now.stream().filter(each -> !handlers.contains(each)).forEach(logger::removeHandler);
            handlers.stream().filter(each -> !now.contains(each)).forEach(logger::addHandler);
        }
    }

    @Override
    public Kept read() {
        List<Configured> before = all();
        return () -> {
            before.forEach(Configured::restore);
            List<String> known = before.stream().map(each -> each.logger().getName()).toList();
            all().stream()
                    .filter(each -> !known.contains(each.logger().getName()))
                    .forEach(LogLevels::reset);
        };
    }

    /** A logger that is made again finds the one that an attempt made and configured. */
    private static void reset(Configured made) {
        new Configured(made.logger(), null, null, true, List.of()).restore();
    }

    private static List<Configured> all() {
        LogManager manager = LogManager.getLogManager();
        List<Configured> all = new ArrayList<>();
        for (String name : Collections.list(manager.getLoggerNames())) {
            Logger logger = manager.getLogger(name);
            if (logger != null) {
                all.add(Configured.of(logger));
            }
        }
        return all;
    }
}

package io.millrace.bench.frame;

import io.millrace.measure.Chart;
import io.millrace.measure.Experiment;
import io.millrace.measure.Line;
import io.millrace.measure.Row;
import io.millrace.measure.Sample;
import java.awt.Dimension;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler;
import org.w3c.dom.Document;

/**
 * Groups of bars, one bar of each series in each, as SVG. Heights are logarithmic, except for bars
 * that stand on each other.
 */
public final class BarChart implements Chart {

    private static final double SMALLEST = 1e-3;
    private static final int HEIGHT = 420;
    private static final int WIDTH = 420;
    private static final int WIDTH_OF_GROUP = 110;
    private static final String SVG = "http://www.w3.org/2000/svg";

    private final String title;
    private final String unit;
    private final boolean stacked;
    private final List<String> groups = new ArrayList<>();
    private final Map<String, Map<String, Bar>> series = new LinkedHashMap<>();

    /** A chart without bars yet; {@code unit} is what their height tells. */
    public BarChart(String title, String unit) {
        this(title, unit, false);
    }

    private BarChart(String title, String unit, boolean stacked) {
        this.title = title;
        this.unit = unit;
        this.stacked = stacked;
    }

    /** A chart whose bars of a group stand on each other: parts of a whole, from 0. */
    public static BarChart stacked(String title, String unit) {
        return new BarChart(title, unit, true);
    }

    /** A height, and how far the runs lie apart. */
    private record Bar(double height, double error) {}

    /** Adds the bar of a sample, unless there is none. */
    public void add(String name, String group, @Nullable Sample sample, double unitSize) {
        if (!groups.contains(group)) {
            groups.add(group);
        }
        if (sample != null) {
            Bar bar =
                    new Bar(
                            sample.median() / unitSize,
                            (sample.max() - sample.min()) / 2 / unitSize);
            series.computeIfAbsent(name, key -> new TreeMap<>()).put(group, bar);
        }
    }

    /** Adds a bar for each line: a series of its row, in the group of its experiment. */
    public BarChart add(Collection<Line> lines, String figure, double unitSize) {
        for (Line line : lines) {
            add(line.title(), line.experiment().name(), line.row().sample(figure), unitSize);
        }
        return this;
    }

    /** Adds a bar for each line: its time, divided by that of the experiment's base. */
    public BarChart addRatios(Collection<Line> lines) {
        for (Line line : lines) {
            String base = line.experiment().baseRow().orElseThrow().word();
            addRatio(line.title(), line.experiment(), line.row().word(), base);
        }
        return this;
    }

    /** Adds a bar for a row: its time, divided by another's; none if one was not measured. */
    public void addRatio(String name, Experiment experiment, String word, String base) {
        Row row = experiment.row(word).orElse(null);
        Row unit = experiment.row(base).orElse(null);
        if (row != null && unit != null) {
            add(name, experiment.name(), row.seconds(), unit.seconds().median());
        }
    }

    @Override
    public boolean isEmpty() {
        return series.isEmpty();
    }

    /** Writes the plot, which has at least one bar. */
    @Override
    public void write(Path file) throws IOException {
        System.setProperty("java.awt.headless", "true");
        int width = WIDTH + WIDTH_OF_GROUP * groups.size();
        SVGGraphics2D graphics = new SVGGraphics2D(emptyDocument());
        graphics.setSVGCanvasSize(new Dimension(width, HEIGHT));
        chart(width).paint(graphics, width, HEIGHT);
        try (Writer out = Files.newBufferedWriter(file)) {
            graphics.stream(out, false);
        }
    }

    private CategoryChart chart(int width) {
        CategoryChart chart =
                new CategoryChartBuilder()
                        .width(width)
                        .height(HEIGHT)
                        .title(title)
                        .yAxisTitle(unit)
                        .build();
        if (stacked) {
            chart.getStyler().setStacked(true);
        } else {
            chart.getStyler().setYAxisLogarithmic(true);
            chart.getStyler().setYAxisMin(powerOfTenBelow(least()));
        }
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        series.forEach((name, bars) -> add(chart, name, bars));
        return chart;
    }

    private void add(CategoryChart chart, String name, Map<String, Bar> bars) {
        List<@Nullable Double> heights = new ArrayList<>();
        List<@Nullable Double> errors = new ArrayList<>();
        for (String group : groups) {
            Bar bar = bars.get(group);
            if (bar != null) {
                heights.add(bar.height());
                errors.add(bar.error());
            } else {
                heights.add(stacked ? 0.0 : null); // the height of a stack is a sum
                errors.add(null);
            }
        }
        if (stacked) {
            chart.addSeries(name, groups, heights);
        } else {
            chart.addSeries(name, groups, heights, errors);
        }
    }

    /** Where the shortest bar ends, less its error. */
    private double least() {
        double least =
                series.values().stream()
                        .flatMap(bars -> bars.values().stream())
                        .mapToDouble(bar -> bar.height() - bar.error())
                        .reduce(1, Math::min);
        return Math.max(least, SMALLEST);
    }

    /** So that the shortest bar is seen. */
    private static double powerOfTenBelow(double value) {
        return Math.pow(10, Math.ceil(Math.log10(value)) - 1);
    }

    private static Document emptyDocument() throws IOException {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(SVG, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IOException("this JDK cannot make the XML document of a plot", e);
        }
    }
}

package io.millrace.bench.report;

import io.millrace.bench.job.Entry;
import io.millrace.bench.job.JobResult;
import io.millrace.bench.job.Sample;
import java.awt.Dimension;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler;
import org.w3c.dom.Document;

/** Bars for each job, one for each contender, as SVG. */
public enum Plot {
    RATIOS("ratios.svg", "Time of each contender, divided by Millrace's (logarithmic)", "ratio") {
        @Override
        @Nullable Bar bar(JobResult job, Entry entry) {
            double base = job.base().orElseThrow().seconds().median();
            return Bar.of(entry.seconds(), base);
        }
    },
    SECONDS("seconds.svg", "Wall clock: medians, with half the spread (logarithmic)", "seconds") {
        @Override
        @Nullable Bar bar(JobResult job, Entry entry) {
            return Bar.of(entry.seconds(), 1);
        }
    },
    MEMORY("memory.svg", "Peak memory of all processes (logarithmic)", "MB") {
        @Override
        @Nullable Bar bar(JobResult job, Entry entry) {
            Sample peaks = entry.peakBytes();
            return peaks == null ? null : Bar.of(peaks, MB);
        }
    };

    private static final double MB = 1 << 20;
    private static final double SMALLEST = 1e-3;
    private static final int HEIGHT = 420;
    private static final int WIDTH = 420;
    private static final int WIDTH_OF_JOB = 110;
    private static final String SVG = "http://www.w3.org/2000/svg";

    private final String fileName;
    private final String title;
    private final String unit;

    Plot(String fileName, String title, String unit) {
        this.fileName = fileName;
        this.title = title;
        this.unit = unit;
    }

    /** A height, and how far the runs lie apart. */
    record Bar(double height, double error) {

        static Bar of(Sample sample, double unit) {
            return new Bar(sample.median() / unit, (sample.max() - sample.min()) / 2 / unit);
        }
    }

    /** What stands for an entry that was measured; nothing if it has no such figure. */
    abstract @Nullable Bar bar(JobResult job, Entry entry);

    public String fileName() {
        return fileName;
    }

    /**
     * Writes the plot into a folder, unless there is nothing to show.
     *
     * @return whether it was written
     */
    public boolean write(Results results, Path folder) throws IOException {
        System.setProperty("java.awt.headless", "true");
        List<JobResult> jobs =
                results.jobs().stream().filter(job -> job.base().isPresent()).toList();
        int width = WIDTH + WIDTH_OF_JOB * jobs.size();
        CategoryChart chart =
                new CategoryChartBuilder()
                        .width(width)
                        .height(HEIGHT)
                        .title(title)
                        .yAxisTitle(unit)
                        .build();
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setYAxisMin(powerOfTenBelow(least(jobs)));
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        results.contenders().forEach((word, name) -> addBars(chart, jobs, word, name));
        if (chart.getSeriesCollection().isEmpty()) {
            return false;
        }
        SVGGraphics2D graphics = new SVGGraphics2D(emptyDocument());
        graphics.setSVGCanvasSize(new Dimension(width, HEIGHT));
        chart.paint(graphics, width, HEIGHT);
        try (Writer out = Files.newBufferedWriter(folder.resolve(fileName))) {
            graphics.stream(out, false);
        }
        return true;
    }

    private void addBars(CategoryChart chart, List<JobResult> jobs, String word, String name) {
        List<String> words = new ArrayList<>();
        List<@Nullable Double> heights = new ArrayList<>();
        List<@Nullable Double> errors = new ArrayList<>();
        boolean any = false;
        for (JobResult job : jobs) {
            Entry entry = job.entry(word).orElseThrow();
            Bar bar = entry.measured() ? bar(job, entry) : null;
            any |= bar != null;
            words.add(job.workload().word());
            heights.add(bar == null ? null : bar.height());
            errors.add(bar == null ? null : bar.error());
        }
        if (any) {
            chart.addSeries(name, words, heights, errors);
        }
    }

    /** Where the shortest bar ends, less its error. */
    private double least(List<JobResult> jobs) {
        double least = 1;
        for (JobResult job : jobs) {
            for (Entry entry : job.entries()) {
                Bar bar = entry.measured() ? bar(job, entry) : null;
                if (bar != null) {
                    least = Math.min(least, bar.height() - bar.error());
                }
            }
        }
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

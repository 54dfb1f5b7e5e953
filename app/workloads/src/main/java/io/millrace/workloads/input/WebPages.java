package io.millrace.workloads.input;

/** The addresses of the pages that are visited and ranked. */
final class WebPages {

    private static final int SITES = 10_007;
    private static final int SITE_DIGITS = 5;

    private WebPages() {}

    static void append(long page, LineBuffer out) {
        out.text("http://www.site")
                .number(page % SITES, SITE_DIGITS)
                .text(".example/page")
                .number(page)
                .text(".html");
    }
}

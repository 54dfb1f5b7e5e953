/** PageRank: the probability that someone who follows random links is on a page. */
@NullMarked
package io.millrace.apps.pagerank;

import org.jspecify.annotations.NullMarked;

/** What is published, used as a person uses it. */
package io.millrace.distribution;

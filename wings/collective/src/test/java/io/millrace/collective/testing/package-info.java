/** What the tests of this module have in common. */
package io.millrace.collective.testing;

// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.node;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One thing that a node needs, and what it has.
 *
 * @param name what, for example {@code heap}
 * @param found what is there
 * @param needed what should be there
 * @param verdict whether that will do
 * @param advice what to do about it; empty if nothing
 */
public record Finding(String name, String found, String needed, Verdict verdict, String advice) {
  /** Whether what is there will do. */
  public enum Verdict {
    /** It will. */
    GOOD,
    /** It works, slower than it could. */
    SLOW,
    /** It works, and harm may come of it: by strangers, or when the cluster is cut. */
    RISK,
    /** It does not work. */
    BAD
  }

  /** True if an option of the JVM mends it: the advice is that option. */
  public boolean jvmOption() {
    return verdict != Verdict.GOOD && advice.startsWith("-");
  }

  /** The options that mend what JVM options can mend, on one line; empty if there are none. */
  public static String jvmOptions(List<Finding> findings) {
    return findings.stream()
        .filter(Finding::jvmOption)
        .map(Finding::advice)
        .collect(Collectors.joining(" "));
  }
}

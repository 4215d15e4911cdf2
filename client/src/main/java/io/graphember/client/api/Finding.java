// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

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
    /** It does not work. */
    BAD
  }
}

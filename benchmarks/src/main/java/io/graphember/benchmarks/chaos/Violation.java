// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

/** Something that must hold does not: a wrong result, a loss, something that is left, a wait. */
public final class Violation extends Exception {
  private static final long serialVersionUID = 1;

  public Violation(String message) {
    super(message);
  }

  public Violation(String message, Throwable cause) {
    super(message, cause);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

/** What is found out about vertices that a hop reaches, beside their ids. */
public enum Details {
  /** Nothing. */
  NONE,
  /** Degrees in the whole graph. */
  DEGREES,
  /** Degrees, and where their edges lie: they are destinations of another hop. */
  ROUTES;

  boolean degrees() {
    return this != NONE;
  }

  public boolean routes() {
    return this == ROUTES;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.triple;

/** An end of a triple. */
public enum End {
  /** The entity that a triple begins at. */
  HEAD,
  /** The entity that a triple ends at. */
  TAIL;

  /** The other one. */
  public End other() {
    return this == HEAD ? TAIL : HEAD;
  }
}

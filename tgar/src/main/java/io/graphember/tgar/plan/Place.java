// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.plan;

/** What the rows of a value belong to. */
public enum Place {
  /** One row for each vertex, at its master. */
  VERTEX,
  /** One row for each edge, in the partition that has it. */
  EDGE,
  /** One row for each vertex and edge type of which it has in-edges in a partition. */
  NEIGHBORHOOD,
  /** One row, which goes with every row of another place. */
  ONE
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

/** The rows of a partition that trainers ask for. */
public enum RowKind {
  /** Features of vertices, as they enter the model. */
  VERTICES,
  /** Features of edges. */
  EDGES,
  /** Targets of the vertices that are learned. */
  TARGETS
}

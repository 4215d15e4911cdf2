// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors about graphs and their partitions. */
public enum GraphError implements ErrorCode {
  /** An edge or a split names a key that no vertex has. */
  VERTEX_UNKNOWN(ErrorCategory.USER),
  /** A vertex key came twice. */
  VERTEX_TWICE(ErrorCategory.USER),
  /** The input holds no vertex at all. */
  GRAPH_EMPTY(ErrorCategory.USER),
  /** More vertices, edges or classes than this version holds. */
  GRAPH_TOO_LARGE(ErrorCategory.USER),
  /** A feature is larger than the precision can store in which the graph keeps them. */
  FEATURE_TOO_LARGE(ErrorCategory.USER),
  /** An edge type that symmetrising makes has a name that cannot be. */
  TYPE_NAME_TAKEN(ErrorCategory.USER),
  /** Vertices and edges are added to a version that has another schema or cut. */
  BASE_MISMATCH(ErrorCategory.USER),
  /** A piece does not fit what was announced. */
  PIECE_MISMATCH(ErrorCategory.USER),
  /** A partitioner does not know an option, or the value given. */
  PARTITIONER_OPTION(ErrorCategory.USER),
  /** More partitions than edges: some would be empty. */
  PARTITIONS_TOO_MANY(ErrorCategory.USER),
  /** A file of partitions misses an edge or vertex, or names a partition that is none. */
  ASSIGNMENT_WRONG(ErrorCategory.USER),
  /** A partitioner looks at the split of the graph, which has none. */
  SPLIT_MISSING(ErrorCategory.USER),
  /** A partitioner broke its contract. */
  PARTITIONER_BROKEN(ErrorCategory.BUG),
  /** A stored section is damaged or of another version. */
  SECTION_CORRUPT(ErrorCategory.CLUSTER),
  /** A message between the shares of a graph that is cut is damaged. */
  SHARD_MALFORMED(ErrorCategory.CLUSTER),
  /** A request names a vertex, position or row that the partition does not hold. */
  REQUEST_OUT_OF_RANGE(ErrorCategory.BUG);

  private final ErrorCategory category;

  GraphError(ErrorCategory category) {
    this.category = category;
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

/**
 * Whole numbers that vertices of one type carry beside label, split and rows, each a long or {@link
 * #UNKNOWN}: they say how a vertex is trained on, no model sees them.
 *
 * @param time true if each may have a timestamp, in the unit of those of edges: of what is before
 *     it a seed may know
 * @param cluster true if each may have the number of the cluster that it is trained with, 0 or more
 */
public record VertexAttributes(boolean time, boolean cluster) {
  /** Nothing. */
  public static final VertexAttributes NONE = new VertexAttributes(false, false);

  /** Stands for a number that is not known. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  /** How many numbers a vertex has. */
  public int count() {
    return (time ? 1 : 0) + (cluster ? 1 : 0);
  }

  /** True of a number of a cluster that a vertex may have. */
  public static boolean clusterAllowed(long cluster) {
    return cluster >= 0 || cluster == UNKNOWN;
  }

  /** What either carries. */
  public VertexAttributes or(VertexAttributes other) {
    return new VertexAttributes(time || other.time, cluster || other.cluster);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.slice.Slice;
import io.graphember.spi.model.Operator;
import java.util.EnumSet;
import java.util.Set;

/** What a slice reads of partitions of other processes for its boundary masters. */
public enum Foreign {
  /** Nothing: it looks at no neighbours. */
  NOTHING,
  /** A sum for each master and partition that has in-edges of it. */
  SUMS,
  /** The lists of in-edges, once, and the rows that they name. */
  ROWS;

  private static final Set<Operator> UNWEIGHTED =
      EnumSet.of(Operator.NEIGHBOR_SUM, Operator.NEIGHBOR_MEAN);
  private static final Set<Operator> WEIGHTED = EnumSet.of(Operator.NEIGHBOR_WEIGHTED_SUM);

  /** What a slice reads. */
  public static Foreign of(Slice slice) {
    if (looksAtEdges(slice)) {
      return ROWS;
    }
    if (slice.aggregations().isEmpty()) {
      return NOTHING;
    }
    return all(slice, UNWEIGHTED) || all(slice, WEIGHTED) ? SUMS : ROWS;
  }

  private static boolean all(Slice slice, Set<Operator> operators) {
    return slice.aggregations().stream()
        .allMatch(a -> operators.contains(slice.program().operation(a).operator()));
  }

  /** True if a slice reads the row of the source of each edge. */
  public static boolean looksAtEdges(Slice slice) {
    return !slice.edgeRows().isEmpty() || slice.program().usesEdges();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.Adjacency;

/**
 * A table for each list from which one edge is drawn by weight in O(1) (Walker, "An efficient
 * method for generating discrete random variables with general distributions", 1977; built as by
 * Vose, 1991). 8 bytes an edge and a vertex. Immutable; safe for any thread.
 */
public final class AliasTables {
  private final float[] thresholds;
  private final int[] aliases;
  private final double[] totals;

  private AliasTables(int edges, int lists) {
    thresholds = new float[edges];
    aliases = new int[edges];
    totals = new double[lists];
  }

  /** Bytes of the tables of so many edges and vertices. */
  static long estimateBytes(long edges, long vertices) {
    return 8 * (edges + vertices);
  }

  /** Builds the tables of all lists of a direction, O(edges). */
  static AliasTables of(Adjacency lists, int vertices, float[] weights) {
    AliasTables tables = new AliasTables(weights.length, vertices);
    Builder builder = new Builder(tables, weights);
    for (int v = 0; v < vertices; v++) {
      final int degree = lists.degree(v);
      if (degree > 0) {
        tables.totals[v] = builder.build(lists.first(v), degree);
      }
    }
    return tables;
  }

  /** Builds one table of all weights. */
  static AliasTables of(float[] weights) {
    AliasTables tables = new AliasTables(weights.length, 1);
    tables.totals[0] = new Builder(tables, weights).build(0, weights.length);
    return tables;
  }

  /** Sum of the weights of a vertex's list. */
  public double total(int vertex) {
    return totals[vertex];
  }

  /**
   * Draws an edge of a list.
   *
   * @param first position of the list's first edge
   * @param degree edges of the list, positive
   * @param bits random bits
   * @return position within the list; one of weight 0 only if all have weight 0
   */
  public int draw(int first, int degree, long bits) {
    final int column = (int) ((bits >>> 32) * degree >>> 32);
    final float u = (bits & 0xFFFFFF) * 0x1.0p-24f;
    return u < thresholds[first + column] ? column : aliases[first + column];
  }

  /** Scratch of the construction. */
  private static final class Builder {
    private final AliasTables tables;
    private final float[] weights;
    private double[] scaled = new double[64];
    private int[] small = new int[64];
    private int[] large = new int[64];

    Builder(AliasTables tables, float[] weights) {
      this.tables = tables;
      this.weights = weights;
    }

    /** Builds the table of a list; the sum of its weights. */
    double build(int first, int degree) {
      if (degree > scaled.length) {
        scaled = new double[2 * degree];
        small = new int[2 * degree];
        large = new int[2 * degree];
      }
      double total = 0;
      for (int i = 0; i < degree; i++) {
        total += weights[first + i];
      }
      int smalls = 0;
      int larges = 0;
      for (int i = 0; i < degree; i++) {
        scaled[i] = total == 0 ? 1 : weights[first + i] * (degree / total);
        tables.thresholds[first + i] = 1;
        tables.aliases[first + i] = i;
        if (scaled[i] < 1) {
          small[smalls++] = i;
        } else {
          large[larges++] = i;
        }
      }
      while (smalls > 0 && larges > 0) {
        final int poor = small[--smalls];
        final int rich = large[larges - 1];
        tables.thresholds[first + poor] = (float) scaled[poor];
        tables.aliases[first + poor] = rich;
        scaled[rich] -= 1 - scaled[poor];
        if (scaled[rich] < 1) {
          larges--;
          small[smalls++] = rich;
        }
      }
      // What is left is 1 but for rounding; weight 0 must stay impossible.
      while (smalls > 0) {
        final int rest = small[--smalls];
        if (weights[first + rest] == 0 && total > 0) {
          tables.thresholds[first + rest] = 0;
          tables.aliases[first + rest] = heaviest(first, degree);
        }
      }
      return total;
    }

    private int heaviest(int first, int degree) {
      int best = 0;
      for (int i = 1; i < degree; i++) {
        best = weights[first + i] > weights[first + best] ? i : best;
      }
      return best;
    }
  }
}

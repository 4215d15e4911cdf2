// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.Adjacency;
import io.graphember.spi.CounterRandom;

/**
 * A table for each list from which one edge is drawn by weight in O(1) (Walker, "An efficient
 * method for generating discrete random variables with general distributions", 1977; built as by
 * Vose, 1991). 8 bytes an edge and a vertex. Immutable; safe for any thread.
 */
public final class AliasTables {
  private final long[] columns; // bits of the threshold << 32 | alias
  private final double[] totals;

  private AliasTables(int edges, int lists) {
    columns = new long[edges];
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
    final int drawn = column(bits, degree);
    return choose(columns[first + drawn], drawn, bits);
  }

  /**
   * Draws edges of a list, independent of each other.
   *
   * @param stream key of the random stream; draw i takes number 2 i of it
   * @param from number of the first draw
   * @param target receives so many positions within the list as are drawn
   */
  public void draw(int first, int degree, long stream, int from, int count, int[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = column(CounterRandom.bits(stream, 2L * (from + i)), degree);
    }
    for (int i = 0; i < count; i++) {
      final long bits = CounterRandom.bits(stream, 2L * (from + i));
      target[i] = choose(columns[first + target[i]], target[i], bits);
    }
  }

  private static int column(long bits, int degree) {
    return (int) ((bits >>> 32) * degree >>> 32);
  }

  /** The column or its alias; without a branch, since it is a toss-up. */
  private static int choose(long column, int drawn, long bits) {
    final float u = (bits & 0xFFFFFF) * 0x1.0p-24f;
    final int below =
        Float.floatToRawIntBits(u - Float.intBitsToFloat((int) (column >>> 32))) >> 31;
    return drawn & below | (int) column & ~below;
  }

  private static long packed(float threshold, int alias) {
    return (long) Float.floatToRawIntBits(threshold) << 32 | alias;
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
        tables.columns[first + i] = packed(1, i);
        if (scaled[i] < 1) {
          small[smalls++] = i;
        } else {
          large[larges++] = i;
        }
      }
      while (smalls > 0 && larges > 0) {
        final int poor = small[--smalls];
        final int rich = large[larges - 1];
        tables.columns[first + poor] = packed((float) scaled[poor], rich);
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
          tables.columns[first + rest] = packed(0, heaviest(first, degree));
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

// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.spi.Cancellation;
import io.graphember.tensor.table.TableHost;
import io.graphember.tensor.table.TablePartition;
import java.util.Arrays;
import java.util.List;

/**
 * Compares queries with all entities of a host, a block of rows at a time. O(queries entities dim).
 * Used by one thread.
 */
public final class EntityScores {
  private static final int ROWS_AT_ONCE = 256;

  private final TableHost host;
  private final int dim;
  private final int stride;
  private final RowComparison comparison;
  private final Cancellation cancellation;

  /**
   * The entities of a host.
   *
   * @param host has table {@link TriplePlan#ENTITIES}
   */
  public EntityScores(TriplePlan plan, TableHost host, Cancellation cancellation) {
    this.host = host;
    this.dim = plan.dim();
    this.stride = RowComparison.stride(dim);
    this.comparison = RowComparison.of(plan.scoring().comparison(), dim);
    this.cancellation = cancellation;
  }

  /** Rows of a partition that are of one vertex type. */
  @FunctionalInterface
  public interface TypeRows {
    /** The first row of a type in a partition, and its end. */
    int[] of(int partition, int vertexType);
  }

  /** Takes scores. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes the scores of all queries with some rows of a partition.
     *
     * @param first of the rows
     * @param rows how many
     * @param scores that of query q with row {@code first + i} is at {@code q *
     *     RowComparison.scoreStride(rows) + i}; may be changed, and changes after the call
     */
    void block(int partition, int first, int rows, float[] scores);
  }

  /**
   * Visits all scores.
   *
   * @param types which rows are asked for
   */
  public void visit(EntityQueries queries, TypeRows types, Visitor visitor) {
    final float[] block = new float[ROWS_AT_ONCE * stride];
    final float[] scores = new float[queries.count() * RowComparison.scoreStride(ROWS_AT_ONCE)];
    for (TablePartition partition : entities()) {
      final int[] range = types.of(partition.partition(), queries.vertexType());
      for (int from = range[0]; from < range[1]; from += ROWS_AT_ONCE) {
        cancellation.check();
        final int to = Math.min(range[1], from + ROWS_AT_ONCE);
        read(partition, from, to, block);
        comparison.scores(queries.queries(), queries.count(), block, to - from, scores);
        visitor.block(partition.partition(), from, to - from, scores);
      }
    }
  }

  private List<TablePartition> entities() {
    return host.partitions().stream()
        .filter(partition -> partition.spec().name().equals(TriplePlan.ENTITIES))
        .toList();
  }

  private void read(TablePartition partition, int from, int to, float[] block) {
    int[] rows = new int[to - from];
    Arrays.setAll(rows, i -> from + i);
    final float[] values = new float[rows.length * dim];
    partition.get(rows, 0, rows.length, host.step(), values, 0);
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(values, i * dim, block, i * stride, dim);
    }
  }
}

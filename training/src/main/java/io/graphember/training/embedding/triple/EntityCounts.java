// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.graph.id.Vid;
import io.graphember.spi.Cancellation;
import io.graphember.tensor.table.TableHost;
import io.graphember.tensor.table.TablePartition;
import java.util.Arrays;
import java.util.List;

/**
 * Compares queries with all entities of a host, a block of rows at a time. O(queries entities dim).
 * Used by one thread.
 */
public final class EntityCounts {
  private static final int ROWS_AT_ONCE = 256;
  private static final int FIGURES = 3;

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
  public EntityCounts(TriplePlan plan, TableHost host, Cancellation cancellation) {
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

  /**
   * Counts, see {@link EntityRanks#counts}.
   *
   * @param types which rows are asked for
   */
  public int[] of(RankQueries queries, TypeRows types) {
    int[] counts = new int[FIGURES * queries.count()];
    final float[] block = new float[ROWS_AT_ONCE * stride];
    final float[] scores = new float[queries.count() * RowComparison.scoreStride(ROWS_AT_ONCE)];
    for (TablePartition partition : entities()) {
      final int[] range = types.of(partition.partition(), queries.vertexType());
      for (int from = range[0]; from < range[1]; from += ROWS_AT_ONCE) {
        cancellation.check();
        final int to = Math.min(range[1], from + ROWS_AT_ONCE);
        read(partition, from, to, block);
        comparison.scores(queries.queries(), queries.count(), block, to - from, scores);
        count(queries, Vid.of(partition.partition(), from), to - from, scores, counts);
      }
    }
    return counts;
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

  /** Counts a block; what is known is counted back. */
  private static void count(
      RankQueries queries, long firstId, int rows, float[] scores, int[] counts) {
    final int scoreStride = RowComparison.scoreStride(rows);
    int known = 0;
    for (int q = 0; q < queries.count(); q++) {
      final float own = queries.scores()[q];
      int better = 0;
      int equal = 0;
      for (int i = q * scoreStride; i < q * scoreStride + rows; i++) {
        better += scores[i] > own ? 1 : 0;
        equal += scores[i] == own ? 1 : 0;
      }
      int left = rows;
      final int end = queries.knownEnds()[q];
      int at = Arrays.binarySearch(queries.known(), known, end, firstId);
      at = at < 0 ? -at - 1 : at;
      for (; at < end && queries.known()[at] < firstId + rows; at++) {
        final float score = scores[q * scoreStride + (int) (queries.known()[at] - firstId)];
        better -= score > own ? 1 : 0;
        equal -= score == own ? 1 : 0;
        left--;
      }
      counts[FIGURES * q] += better;
      counts[FIGURES * q + 1] += equal;
      counts[FIGURES * q + 2] += left;
      known = end;
    }
  }
}

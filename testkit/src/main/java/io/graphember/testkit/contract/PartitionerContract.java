// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.GivenAssignment;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningProgress;
import io.graphember.spi.partition.PartitioningRequest;
import io.graphember.spi.partition.VertexSplits;
import io.graphember.spi.partition.VertexTypes;
import java.util.Arrays;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** What every partitioner keeps. */
public abstract class PartitionerContract {
  private static final int VERTICES = 3_000;
  private static final int EDGES = 12_000;

  /** The partitioner. */
  protected abstract Partitioner partitioner();

  /** Options it is given, by name. */
  protected Map<String, String> options() {
    return Map.of();
  }

  /** A cut that another tool has made, for a partitioner that follows one. */
  protected GivenAssignment given(int partitions) {
    return GivenAssignment.EMPTY;
  }

  /** Skewed edges with loops and copies; many vertices have none. */
  private static final class Skewed implements EdgeStream {
    private final int[] sources = new int[EDGES];
    private final int[] destinations = new int[EDGES];
    private final int length;
    private int next;

    Skewed(int length) {
      this.length = length;
      for (int e = 0; e < length; e++) {
        final double skew = CounterRandom.unitDouble(CounterRandom.bits(7, 2L * e));
        sources[e] = (int) (skew * skew * VERTICES / 2);
        destinations[e] = CounterRandom.bounded(CounterRandom.bits(7, 2L * e + 1), VERTICES / 2);
      }
    }

    @Override
    public long vertices() {
      return VERTICES;
    }

    @Override
    public long edges() {
      return length;
    }

    @Override
    public int read(int[] from, int[] to) {
      final int count = Math.min(from.length, length - next);
      System.arraycopy(sources, next, from, 0, count);
      System.arraycopy(destinations, next, to, 0, count);
      next += count;
      return count;
    }

    @Override
    public void rewind() {
      next = 0;
    }
  }

  private int[] cut(int edges, int partitions, Cancellation cancellation) {
    partitioner().check(partitions, options());
    int[] assigned = new int[edges];
    int[] count = new int[1];
    partitioner()
        .partition(
            new Skewed(edges),
            new PartitioningRequest(
                partitions,
                1,
                options(),
                given(partitions),
                v -> (byte) (v % 5 == 0 ? 1 + v % 3 : VertexSplits.NONE),
                VertexTypes.counting(VERTICES / 3, VERTICES - VERTICES / 3),
                Workers.CALLER,
                PartitioningProgress.NONE,
                cancellation),
            new AssignmentSink() {
              @Override
              public void assignEdges(int[] some, int length) {
                System.arraycopy(some, 0, assigned, count[0], length);
                count[0] += length;
              }

              @Override
              public void assignMaster(int vertex, int partition) {
                assertThat(vertex).isBetween(0, VERTICES - 1);
                assertThat(partition).isBetween(0, partitions - 1);
              }
            });
    assertThat(count[0]).as("edges that were assigned").isEqualTo(edges);
    return assigned;
  }

  @Test
  void isFoundByItsName() {
    assertThat(partitioner().name()).matches("[a-z0-9-]+");
    assertThat(partitioner().description()).isNotBlank();
    assertThat(ServiceLoader.load(Partitioner.class).stream().map(p -> p.get().name()))
        .containsOnlyOnce(partitioner().name());
  }

  @Test
  void everyEdgeHasOnePartition() {
    for (int partitions : new int[] {1, 2, 7, 64}) {
      assertThat(Arrays.stream(cut(EDGES, partitions, Cancellation.NEVER)))
          .allSatisfy(partition -> assertThat(partition).isBetween(0, partitions - 1));
    }
  }

  @Test
  void theSameEdgesAreCutTheSame() {
    assertThat(cut(EDGES, 8, Cancellation.NEVER)).isEqualTo(cut(EDGES, 8, Cancellation.NEVER));
  }

  @Test
  void aGraphMayHaveNoEdges() {
    assertThat(cut(0, 4, Cancellation.NEVER)).isEmpty();
  }

  @Test
  void itSaysWhatItTakes() {
    final long few = partitioner().estimateBytes(VERTICES, EDGES, 8, options());
    assertThat(few).isNotNegative();
    assertThat(partitioner().estimateBytes(1000L * VERTICES, 1000L * EDGES, 8, options()))
        .isGreaterThanOrEqualTo(few);
  }

  @Test
  void itEndsWhenItIsCancelled() {
    assertThatThrownBy(() -> cut(EDGES, 8, () -> true))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
  }
}

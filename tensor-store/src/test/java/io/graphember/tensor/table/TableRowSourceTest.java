// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.SumRequest;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.tensor.fixture.MemoryTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Trained rows as input of a model, in the middle of training with momentum. */
class TableRowSourceTest {
  private static final int PARTITIONS = 3;
  private static final int ROWS = 40_000; // more than a segment has
  private static final int DIM = 130;
  private static final long STEPS = 20;
  private static final long KEY = 23;

  private final List<TablePartition> partitions = new ArrayList<>();

  private TableRowSource source(Precision precision) {
    TableSpec spec =
        new TableSpec(
            "rows",
            DIM,
            precision,
            RowInitializer.uniform(0.5f, 1),
            RowOptimizer.momentum(LearningRate.constant(0.1f)));
    List<TableHost> hosts = List.of(host(), host());
    MemoryTransport transport = new MemoryTransport(hosts, true, p -> null); // rows are named
    for (int p = 0; p < PARTITIONS; p++) {
      TablePartition partition = new TablePartition(spec, p, ROWS);
      partitions.add(partition);
      hosts.get(transport.host(p)).add(partition);
    }
    for (long step = 1; step <= STEPS; step++) {
      for (TablePartition partition : partitions) {
        final int first = below(KEY, step, ROWS - 50);
        final int[] rows = IntStream.range(first, first + 50).toArray();
        final float[] gradients = new float[50 * DIM];
        for (int i = 0; i < gradients.length; i++) {
          gradients[i] = below(KEY + step, i, 1000) / 1000f;
        }
        partition.update(rows, 0, 50, gradients, 0, step);
      }
    }
    return new TableRowSource(transport, spec, PARTITIONS, STEPS);
  }

  private static int below(long key, long counter, int bound) {
    return (int) Long.remainderUnsigned(CounterRandom.bits(key, counter), bound);
  }

  private static TableHost host() {
    return new TableHost(1, STEPS, Workers.CALLER);
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void rowsAreFetchedAndAddedUpAsTheyAreAtTheStep(Precision precision) {
    TableRowSource source = source(precision);
    for (int p = 0; p < PARTITIONS; p++) {
      final int[] rows = IntStream.range(0, 700).map(i -> below(KEY - 1, i, ROWS)).toArray();
      final float[] weights = new float[rows.length];
      for (int i = 0; i < weights.length; i++) {
        weights[i] = i % 7 - 3;
      }
      final int host = source.host(p);
      float[] read = source.fetch(host, List.of(new RowRequest(p, rows))).join().get(0);
      float[] direct = new float[rows.length * DIM];
      partitions.get(p).get(rows, 0, rows.length, STEPS, direct, 0);
      assertThat(read).isEqualTo(direct);

      final int[] counts = {1, 699};
      List<float[]> sums =
          source
              .sum(
                  host,
                  List.of(
                      SumRequest.ofRows(p, counts, rows, weights),
                      SumRequest.ofRows(p, counts, rows, null)))
              .join();
      for (int j = 0; j < DIM; j++) {
        assertThat(sums.get(0)[j]).isEqualTo(weights[0] * read[j]);
        assertThat(sums.get(1)[j]).isEqualTo(read[j]);
        float weighted = 0;
        float plain = 0;
        for (int i = 1; i < rows.length; i++) {
          weighted += weights[i] * read[i * DIM + j];
          plain += read[i * DIM + j];
        }
        assertThat(sums.get(0)[DIM + j]).isCloseTo(weighted, within(1e-4f));
        assertThat(sums.get(1)[DIM + j]).isCloseTo(plain, within(1e-4f));
      }
    }
    assertThat(source.mirrored()).isFalse();
    assertThatThrownBy(
            () ->
                source
                    .sum(
                        source.host(1),
                        List.of(SumRequest.ofRows(1, new int[] {1}, new int[] {ROWS}, null)))
                    .join())
        .hasMessageContaining("row 40000, partition 1 has 40000 rows");
  }
}

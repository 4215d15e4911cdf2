// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.fixture.ThreadExchange;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MasterBlocksTest {
  private static final int VERTICES = 6_000;
  private static final int PARTITIONS = 5;

  /** A vertex lies in up to three partitions, or in none. */
  private record Random(LocalVertices vertices) implements MasterBlocks.Source {
    private long bits(int row, int what) {
      return CounterRandom.bits(what, vertices.vertex(row));
    }

    @Override
    public int named(int row) {
      return EdgeAssignment.NO_MASTER;
    }

    @Override
    public int group(int row) {
      return CounterRandom.bounded(bits(row, 1), 3) - 1;
    }

    @Override
    public int replicas(int row) {
      return CounterRandom.bounded(bits(row, 2), 4);
    }

    @Override
    public int partition(int row, int replica) {
      return CounterRandom.bounded(bits(row, 3), PARTITIONS - 2) + replica;
    }

    @Override
    public long edges(int row, int replica) {
      return 1 + CounterRandom.bounded(bits(row, 4 + replica), 100);
    }
  }

  private static LocalVertices vertices(ShardExchange exchange) {
    if (exchange.shards() == 1) {
      return LocalVertices.all(VERTICES);
    }
    final long[] numbers = new long[VERTICES];
    Arrays.setAll(numbers, v -> v);
    final VertexHomes homes =
        VertexHomes.of(new int[] {VERTICES}, exchange.shard(), exchange.shards());
    return new LocalVertices(new long[] {0, VERTICES}, numbers, homes);
  }

  private static short[] choose(ShardExchange exchange, int blocks) {
    final LocalVertices vertices = vertices(exchange);
    final short[] own =
        new MasterBlocks(vertices, exchange, PARTITIONS, blocks).choose(new Random(vertices), 2);
    final short[] all = new short[VERTICES];
    Arrays.fill(all, (short) EdgeAssignment.NO_MASTER);
    for (int row = 0; row < own.length; row++) {
      all[vertices.vertex(row)] = own[row];
    }
    return all;
  }

  private static short[] choose(int shards, int blocks) {
    final List<short[]> ofShards =
        new ThreadExchange(shards).run(exchange -> choose(exchange, blocks));
    final short[] all = ofShards.get(0);
    for (short[] more : ofShards.subList(1, shards)) {
      for (int v = 0; v < VERTICES; v++) {
        all[v] = (short) Math.max(all[v], more[v]);
      }
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 12})
  void anyNumberOfShardsChoosesTheSameMasters(int blocks) {
    final short[] one = choose(ShardExchange.ALONE, blocks);
    assertThat(choose(2, blocks)).containsExactly(one);
    assertThat(choose(5, blocks)).containsExactly(one);
  }

  private static long spread(int blocks) {
    final long[] masters = new long[PARTITIONS];
    for (short partition : choose(ShardExchange.ALONE, blocks)) {
      masters[partition]++;
    }
    final long most = Arrays.stream(masters).max().orElseThrow();
    return most - Arrays.stream(masters).min().orElseThrow();
  }

  @Test
  void blocksCostOneMasterEachOfTheBalance() {
    assertThat(spread(12)).isLessThanOrEqualTo(spread(1) + 12);
  }
}

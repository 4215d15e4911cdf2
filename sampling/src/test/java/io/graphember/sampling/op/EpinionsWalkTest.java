// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.RealGraphs;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.neighbor.NeighborSampler;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A walk by the user's keys over a real graph cut into eight, against the lines of its file. */
class EpinionsWalkTest {
  private static final int STEPS = 400;
  private static final int WALKERS = 50;
  private static final int SEED = 7;

  @Test
  void everyStepOfAWalkSeesTheNeighborsOfTheFile() {
    Map<String, Set<String>> inNeighbors = new HashMap<>();
    try (GraphSource source = RealGraphs.epinions()) {
      source.stream(
          PieceSink.ofEdges(
              piece -> {
                for (int e = 0; e < piece.rows(); e++) {
                  inNeighbors
                      .computeIfAbsent(
                          piece.destinations().keyAt(e).toString(), none -> new HashSet<>())
                      .add(piece.sources().keyAt(e).toString());
                }
              }),
          Cancellation.NEVER);
    }
    PartitionedGraph loaded;
    try (GraphSource source = RealGraphs.epinions()) {
      loaded = PartitionedGraph.load(source, PartitionedGraph.settings(8, "hash-2d"));
    }
    NeighborSampler sampler =
        new NeighborSampler(
            new MemoryCluster(loaded, 3, Courier.direct()),
            new Replies(Cancellation.NEVER, 10_000));
    List<String> at = new ArrayList<>();
    for (int w = 0; w < WALKERS; w++) {
      at.add(String.valueOf(w));
    }
    int deadEnds = 0;
    for (int step = 0; step < STEPS / WALKERS; step++) {
      for (int w = 0; w < WALKERS; w++) {
        List<String> seen = inNeighborsOf(at.get(w), loaded, sampler);
        assertThat(seen)
            .as("trusted " + at.get(w))
            .containsExactlyInAnyOrderElementsOf(inNeighbors.getOrDefault(at.get(w), Set.of()));
        if (seen.isEmpty()) {
          deadEnds++; // nobody trusts this one: on with another
          at.set(w, String.valueOf(WALKERS + deadEnds));
        } else {
          long bits = CounterRandom.bits(SEED, (long) step * WALKERS + w);
          at.set(w, seen.get(CounterRandom.bounded(bits, seen.size())));
        }
      }
    }
    assertThat(deadEnds).isLessThan(STEPS / 2);
  }

  private static List<String> inNeighborsOf(
      String key, PartitionedGraph loaded, NeighborSampler sampler) {
    SampledNeighborhood got =
        sampler.sample(new long[] {loaded.vid(key)}, new int[] {UniformNeighbors.ALL}, SEED);
    SampledHop hop = got.hops().get(0);
    List<String> keys = new ArrayList<>();
    for (int e = hop.offsets()[0]; e < hop.offsets()[1]; e++) {
      keys.add(loaded.key(got.vids()[hop.neighbors()[e]]));
    }
    return keys;
  }

  /** The edges as the file has them. */
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.memory.DirectBuffer;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A batch as a sampler makes it of a large graph: 512 seeds with 15 neighbours each, all of them
 * with 10, most of them different: about 71,400, 8,050 and 512 vertices.
 */
final class StepBatch {
  static final int SEEDS = 512;
  static final int TYPES = 3;
  static final int EDGE_DIM = 8;
  private static final int[] FANOUTS = {15, 10};

  /** Of a thousand sampled edges of each hop, so many lead to a vertex that was not met before. */
  private static final int[] FRESH = {981, 788};

  private StepBatch() {}

  /** The batch, with all that a model may look at and rows of so many random floats. */
  static MiniBatch of(int dim) {
    List<Block> blocks = new ArrayList<>();
    int vertices = SEEDS;
    for (int hop = 0; hop < FANOUTS.length; hop++) {
      Block block = block(vertices, FANOUTS[hop], FRESH[hop]);
      blocks.add(block);
      vertices = block.sources();
    }
    Collections.reverse(blocks);
    return new MiniBatch(blocks, new BatchInput.Rows(random(vertices * dim, 1)), 1);
  }

  private static Block block(int destinations, int fanout, int freshPerMille) {
    final int edges = destinations * fanout;
    ByteBuffer offsets = DirectBuffer.allocate(4 * (destinations + 1));
    ByteBuffer neighbors = DirectBuffer.allocate(4 * edges);
    for (int i = 0; i <= destinations; i++) {
      offsets.putInt(4 * i, i * fanout);
    }
    int sources = destinations;
    for (int e = 0; e < edges; e++) {
      long bits = CounterRandom.bits(fanout, e);
      boolean fresh = CounterRandom.bounded(bits, 1000) < freshPerMille;
      int known = CounterRandom.bounded(CounterRandom.mix(bits), sources);
      neighbors.putInt(4 * e, fresh ? sources++ : known);
    }
    return withParts(
        new Block(
            destinations,
            sources,
            edges,
            offsets,
            neighbors,
            random(edges, 4),
            random(destinations, 5)),
        fanout);
  }

  private static Block withParts(Block block, int fanout) {
    ByteBuffer edgeTypes = DirectBuffer.allocate(4 * block.edges());
    for (int e = 0; e < block.edges(); e++) {
      edgeTypes.putInt(4 * e, e % fanout * TYPES / fanout);
    }
    ByteBuffer vertexTypes = DirectBuffer.allocate(4 * block.sources());
    for (int v = 0; v < block.sources(); v++) {
      vertexTypes.putInt(4 * v, v % TYPES);
    }
    return block
        .withTypes(edgeTypes, vertexTypes)
        .withEdgeFeatures(random(block.edges() * EDGE_DIM, 6));
  }

  private static ByteBuffer random(int floats, long key) {
    ByteBuffer values = DirectBuffer.allocate(4 * floats);
    fill(values, key, 1f);
    return values;
  }

  /** Fills a buffer with uniform floats in [-bound, bound). */
  static void fill(ByteBuffer floats, long key, float bound) {
    for (int i = 0; i < floats.capacity() / 4; i++) {
      float unit = CounterRandom.unitFloat(CounterRandom.bits(key, i));
      floats.putFloat(4 * i, bound * (2 * unit - 1));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.sampling.edge.EdgeLookups;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.Frontier;
import io.graphember.sampling.op.SeedPlaces;
import io.graphember.spi.triple.End;

/** Looks up which negatives make triples of the graph. Keeps scratch; used by one thread. */
final class KnownNegatives implements AutoCloseable {
  private final PartitionClient client;
  private final Replies replies;
  private final Side tails; // missing tails: edges that lead out of heads
  private final Side heads;

  private record Side(Direction direction, Frontier known, EdgeLookups lookups) {
    static Side of(PartitionClient client, Replies replies, Direction direction) {
      return new Side(
          direction, new Frontier(client, direction), new EdgeLookups(client, replies, direction));
    }
  }

  KnownNegatives(PartitionClient client, Replies replies) {
    this.client = client;
    this.replies = replies;
    this.tails = Side.of(client, replies, Direction.OUT);
    this.heads = Side.of(client, replies, Direction.IN);
  }

  /**
   * Looks up all triples of a chunk with all negatives. O(triples negatives) searches.
   *
   * @param missing the end in whose place negatives stand
   * @param known id of the entity at the other end of each triple
   * @param relations of each triple
   * @param negatives ids
   * @param flags receives from {@code at} on, of each triple, whether each negative makes one
   */
  void find(End missing, long[] known, int[] relations, long[] negatives, boolean[] flags, int at) {
    final Side side = missing == End.TAIL ? tails : heads;
    side.known.clear();
    for (long id : known) {
      side.known.numberOfSeed(id);
    }
    SeedPlaces.find(side.known, client, side.direction, replies);
    side.lookups.clear();
    for (int i = 0; i < known.length; i++) {
      final int number = side.known.numberOfSeed(known[i]);
      for (int j = 0; j < negatives.length; j++) {
        side.lookups.ask(
            side.known, number, negatives[j], relations[i], at + i * negatives.length + j);
      }
    }
    side.lookups.answer(flags);
  }

  @Override
  public void close() {
    try (Frontier some = tails.known;
        Frontier others = heads.known) {
      // both are closed
    }
  }
}

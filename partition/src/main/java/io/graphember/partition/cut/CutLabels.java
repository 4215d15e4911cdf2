// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.cut;

import io.graphember.partition.exchange.GraphShard;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.spi.Cancellation;
import io.graphember.spi.partition.EdgeStream;
import java.util.Arrays;

/**
 * Sends both homes of an edge its partition, which the expansion has decided in one of them.
 *
 * <p>A message has a byte for each edge between two shards that stands for itself, its partition or
 * {@link VertexCut#OPEN}. Streams are in one order, the canonical one, so both shards come to the
 * edges between them in the same order and none has a name. One superstep; two walks over the
 * stream, a byte an edge between shards and what a growing array has beside it. Nothing is done if
 * there is one shard.
 */
public final class CutLabels {
  private static final int BATCH = 8192;

  private final GraphShard shard;
  private final VertexCut cut;
  private final VertexHomes homes; // by the numbers of the stream
  private final Cancellation cancellation;
  private final int[] sources = new int[BATCH];
  private final int[] destinations = new int[BATCH];
  private final int[] shared = new int[BATCH]; // edges of a batch, by their places in it
  private final short[] others = new short[BATCH]; // with which shards

  private CutLabels(GraphShard shard, VertexCut cut, Cancellation cancellation) {
    this.shard = shard;
    this.cut = cut;
    this.cancellation = cancellation;
    homes = shard.homes();
  }

  public static void agree(GraphShard shard, VertexCut cut, Cancellation cancellation) {
    if (shard.alone()) {
      return;
    }
    CutLabels labels = new CutLabels(shard, cut, cancellation);
    byte[][] own = labels.messages();
    labels.take(own, shard.exchange().exchange(own));
    labels.requireAll();
  }

  /** No edge is left open by what shards have said of their vertices. */
  private void requireAll() {
    final SimpleGraph graph = cut.graph;
    for (int slot = 0; slot < graph.offsets[graph.own()]; slot++) {
      if (cut.assigned[SimpleGraph.edge(graph.slots[slot])] == VertexCut.OPEN) {
        throw MessageReader.malformed("an edge has no partition");
      }
    }
  }

  /** How many edges of a batch are shared with other shards, and stand for themselves. */
  private int share(int firstEdge, int count) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      shared[found] = i;
      found += 1 - homes.bothHere(sources[i], destinations[i]);
    }
    int kept = 0;
    for (int k = 0; k < found; k++) {
      final int i = shared[k];
      final int elsewhere = homes.here(sources[i]) ? destinations[i] : sources[i];
      shared[kept] = i;
      others[kept] = (short) homes.home(elsewhere);
      kept += cut.graph.representative(firstEdge + i) == firstEdge + i ? 1 : 0;
    }
    return kept;
  }

  /** Takes the edges of a batch that are shared. */
  @FunctionalInterface
  private interface Batch {
    /**
     * The next ones.
     *
     * @param firstEdge number in the stream of the batch's first edge
     * @param count how many entries of the arrays of shared edges count
     */
    void take(int firstEdge, int count);
  }

  private void forEachBatch(Batch batch) {
    final EdgeStream stream = shard.edges();
    stream.rewind();
    int first = 0;
    for (int n = stream.read(sources, destinations);
        n > 0;
        n = stream.read(sources, destinations)) {
      cancellation.check();
      batch.take(first, share(first, n));
      first += n;
    }
  }

  private byte[][] messages() {
    final byte[] assigned = cut.assigned;
    MessageWriter[] messages = new MessageWriter[shard.exchange().shards()];
    Arrays.setAll(messages, s -> new MessageWriter());
    forEachBatch(
        (first, count) -> {
          for (int k = 0; k < count; k++) {
            messages[others[k]].put(assigned[first + shared[k]]);
          }
        });
    return Arrays.stream(messages).map(MessageWriter::toBytes).toArray(byte[][]::new);
  }

  private void take(byte[][] own, byte[][] told) {
    for (int s = 0; s < told.length; s++) {
      if (told[s].length != own[s].length) {
        throw MessageReader.malformed(
            "it has %d edges of %d".formatted(told[s].length, own[s].length));
      }
    }
    int[] next = new int[told.length];
    forEachBatch(
        (first, count) -> {
          for (int k = 0; k < count; k++) {
            take(first + shared[k], told[others[k]][next[others[k]]++]);
          }
        });
  }

  private void take(int edge, byte told) {
    if ((told == VertexCut.OPEN) == (cut.assigned[edge] == VertexCut.OPEN)
        || told < VertexCut.OPEN
        || told >= cut.partitions) {
      throw MessageReader.malformed("an edge has partition " + told);
    }
    cut.assigned[edge] = (byte) Math.max(told, cut.assigned[edge]);
  }
}

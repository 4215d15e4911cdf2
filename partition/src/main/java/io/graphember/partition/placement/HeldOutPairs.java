// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.staging.StagedPairs;
import java.util.Arrays;

/**
 * Edges that are held out and begin at vertices at home here, in the partitions of their sources'
 * masters. 12 bytes a pair beside them. Immutable.
 */
public final class HeldOutPairs {
  private final StagedPairs pairs;
  private final ReplicaTable replicas;
  private final int[] starts; // [partitions + 1] into the order
  private final int[] order; // pairs by partition, then as they came
  private final long[] tails; // vid of the destination of each pair

  /**
   * Sorts pairs by partition, and asks the homes of their destinations for the vids. A shard says
   * to another one the vertices that it asks for, each as a number, and hears the vids in the same
   * order. O(pairs).
   *
   * @param replicas where the vertices at home here are
   */
  public HeldOutPairs(StagedPairs pairs, ReplicaTable replicas, ShardExchange exchange) {
    this.pairs = pairs;
    this.replicas = replicas;
    starts = new int[replicas.partitions() + 1];
    order = new int[Math.toIntExact(pairs.size())];
    for (int i = 0; i < order.length; i++) {
      starts[Vid.partition(head(i)) + 1]++;
    }
    for (int p = 0; p < replicas.partitions(); p++) {
      starts[p + 1] += starts[p];
    }
    int[] next = starts.clone();
    for (int i = 0; i < order.length; i++) {
      order[next[Vid.partition(head(i))]++] = i;
    }
    tails = new long[order.length];
    askForTails(exchange);
  }

  private void askForTails(ShardExchange exchange) {
    final LocalVertices vertices = replicas.known();
    final MessageWriter[] out = new MessageWriter[exchange.shards()];
    Arrays.setAll(out, shard -> new MessageWriter());
    for (int i = 0; i < tails.length; i++) {
      out[vertices.homes().home(tail(i))].number(vertices.number(tail(i)));
    }
    byte[][] asked = exchange.exchange(messages(out));
    for (int shard = 0; shard < asked.length; shard++) {
      final MessageReader in = new MessageReader(asked[shard]);
      while (!in.atEnd()) {
        out[shard].number(replicas.vid(vertices.ownRow(in.number())));
      }
    }
    byte[][] answers = exchange.exchange(messages(out));
    final MessageReader[] in = new MessageReader[answers.length];
    Arrays.setAll(in, shard -> new MessageReader(answers[shard]));
    for (int i = 0; i < tails.length; i++) {
      tails[i] = in[vertices.homes().home(tail(i))].size();
    }
  }

  private static byte[][] messages(MessageWriter[] out) {
    byte[][] messages = new byte[out.length][];
    Arrays.setAll(messages, shard -> out[shard].toBytes());
    return messages;
  }

  /** Bytes beside the pairs, of their messages, and of the lists of a partition that has all. */
  public static long bytes(StagedPairs pairs) {
    return (12 + 10 * (MessageWriter.COPIES + 1) + HeldOutLists.BYTES) * pairs.size();
  }

  private long head(int pair) {
    final int first = replicas.numbering().sourceStart(pairs.type(pair));
    return replicas.vid(replicas.known().row(first + pairs.source(pair)));
  }

  /** The vertex that a pair ends at. */
  private int tail(int pair) {
    return replicas.numbering().destinationStart(pairs.type(pair)) + pairs.destination(pair);
  }

  /** Hears of pairs. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * A pair.
     *
     * @param head local number of its source's master
     * @param type number of its stored type
     * @param kind what it is held out for, and whether it came
     * @param tail id of its destination
     */
    void pair(int head, int type, HeldOutLists.Kind kind, long tail);
  }

  /** How many pairs a partition has. */
  public int count(int partition) {
    return starts[partition + 1] - starts[partition];
  }

  /** Tells of the pairs {@code from .. to - 1} of a partition. */
  public void forEach(int partition, int from, int to, Visitor visitor) {
    for (int i = starts[partition] + from; i < starts[partition] + to; i++) {
      final int pair = order[i];
      visitor.pair(Vid.local(head(pair)), pairs.type(pair), pairs.kind(pair), tails[pair]);
    }
  }

  /** The lists of a partition. */
  public HeldOutLists lists(int partition) {
    HeldOutLists.Builder builder = new HeldOutLists.Builder(partition, replicas.masters(partition));
    for (int pass = 0; pass < 2; pass++) { // counts, then fills
      forEach(partition, 0, count(partition), builder::add);
      builder.endPass();
    }
    return builder.build();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.id.Vid;

/**
 * The type of every vertex, by its id alone: masters of a partition are numbered type by type, so
 * that a few starts of each partition say all. Immutable; safe for any thread.
 */
public final class VertexTypes {
  private final int[][] starts; // by partition: the first master of each type

  private VertexTypes(int[][] starts) {
    this.starts = starts;
  }

  /**
   * Asks all partitions.
   *
   * @throws io.graphember.spi.error.GraphemberException cancelled, or what a storage node failed
   *     with
   */
  public static VertexTypes ask(PartitionClient client, Replies replies) {
    TypeStarts.Reply[] answers =
        Exchange.run(
            client.hosts(),
            client::host,
            client.partitions(),
            TypeStarts::new,
            client::ask,
            () -> {},
            TypeStarts.Reply[]::new,
            reply -> replies.await(reply, "the types of vertices"));
    int[][] starts = new int[answers.length][];
    for (int p = 0; p < starts.length; p++) {
      starts[p] = answers[p].starts();
    }
    return new VertexTypes(starts);
  }

  /** Number of vertex types. */
  public int count() {
    return starts[0].length - 1;
  }

  /** Masters of a partition. */
  public int masters(int partition) {
    return starts[partition][count()];
  }

  /** The type of a vertex, {@code 0 .. count() - 1}. O(types). */
  public int typeOf(long vid) {
    final int[] begins = starts[Vid.partition(vid)];
    final int local = Vid.local(vid);
    int type = 0;
    while (begins[type + 1] <= local) {
      type++;
    }
    return type;
  }
}

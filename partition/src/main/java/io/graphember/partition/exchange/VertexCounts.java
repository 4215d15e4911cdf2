// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

/**
 * Sends all shards a count of each vertex that only its home knows. A message has the counts of the
 * shard's vertices in ascending order of the vertices: one to five bytes a vertex.
 */
public final class VertexCounts {
  private final VertexHomes homes;
  private final ShardExchange exchange;

  /** Counts of vertices with these homes. */
  public VertexCounts(VertexHomes homes, ShardExchange exchange) {
    this.homes = homes;
    this.exchange = exchange;
  }

  /**
   * One superstep.
   *
   * @param counts right for the vertices at home here; for all afterwards
   */
  public void complete(int[] counts) {
    if (homes.alone()) {
      return;
    }
    MessageWriter out = new MessageWriter();
    for (int v = 0; v < counts.length; v++) {
      if (homes.here(v)) {
        out.number(counts[v]);
      }
    }
    byte[][] messages = exchange.gather(out.toBytes());
    MessageReader[] in = new MessageReader[messages.length];
    for (int s = 0; s < in.length; s++) {
      in[s] = new MessageReader(messages[s]);
    }
    for (int v = 0; v < counts.length; v++) {
      counts[v] = in[homes.home(v)].index(1L << 31);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.ResidentPartition;

/**
 * One round trip by positions: what was asked of each partition becomes the numbers of the
 * neighbours there. Partitions of this process are read where they lie while the others are at
 * work. Keeps scratch; used by one thread at a time.
 */
final class PositionGather {
  /** What each partition is asked, and afterwards, in place of positions, what it answered. */
  final PartitionRequests[] requests;

  private final PartitionClient client;
  private final Replies replies;
  private final Direction direction;
  private final ResidentPartition[] residents; // null where a partition lies elsewhere
  private int[] rows = new int[1024];

  /** Asks nothing yet. */
  PositionGather(PartitionClient client, Replies replies, Direction direction) {
    this.client = client;
    this.replies = replies;
    this.direction = direction;
    this.residents = new ResidentPartition[client.partitions()];
    this.requests = new PartitionRequests[client.partitions()];
    for (int p = 0; p < requests.length; p++) {
      residents[p] = client.resident(p).orElse(null);
      requests[p] = new PartitionRequests(residents[p] != null);
    }
  }

  void clear() {
    for (PartitionRequests request : requests) {
      request.clear();
    }
  }

  /**
   * Replaces the positions of all requests by numbers of neighbours.
   *
   * @param frontier numbers the neighbours, partition by partition
   * @param withRoutes true if they are destinations of another hop
   * @param what is waited for, for a message
   */
  void gather(Frontier frontier, boolean withRoutes, String what) {
    GatherReply[] gathered =
        Exchange.run(
            client.hosts(),
            client::host,
            requests.length,
            p ->
                requests[p].isEmpty() || residents[p] != null
                    ? null
                    : requests[p].toRequest(p, direction, withRoutes),
            client::ask,
            this::gatherHere,
            GatherReply[]::new,
            reply -> replies.await(reply, what));
    for (int p = 0; p < requests.length; p++) {
      if (!requests[p].isEmpty()) {
        if (residents[p] != null) {
          frontier.number(p, requests[p].positions.values, requests[p].positions.size, withRoutes);
        } else {
          number(gathered[p], requests[p], frontier, withRoutes);
        }
      }
    }
  }

  /** Neighbours in place of positions, of partitions in this process. */
  private void gatherHere() {
    for (int p = 0; p < requests.length; p++) {
      PartitionRequests request = requests[p];
      if (residents[p] != null && !request.isEmpty()) {
        residents[p].gathered(request.positions.size);
        direction.gather(
            residents[p].topology(),
            request.vertices.values,
            request.counts.values,
            request.vertices.size,
            request.positions.values);
      }
    }
  }

  /** Numbers in place of positions, of a partition elsewhere, whose reply is checked first. */
  private void number(
      GatherReply reply, PartitionRequests request, Frontier frontier, boolean withRoutes) {
    VertexTable table = reply.vertices();
    if (rows.length < table.vids().length) {
      rows = new int[table.vids().length * 2];
    }
    frontier.add(table, rows, withRoutes);
    final int[] gathered = reply.neighbors();
    requireWithin(gathered, table.vids().length);
    requireEdges(gathered.length, request);
    request.positions.size = 0;
    request.positions.reserve(gathered.length);
    request.positions.size = gathered.length;
    for (int e = 0; e < gathered.length; e++) {
      request.positions.values[e] = rows[gathered[e]];
    }
  }

  private static void requireEdges(int edges, PartitionRequests request) {
    long asked = 0;
    for (int i = 0; i < request.vertices.size; i++) {
      asked += request.counts.values[i];
    }
    if (asked != edges) {
      throw Frontier.mismatch(edges + " edges, another number than was asked for");
    }
  }

  /** One pass without a branch, so that what follows needs no check of its own. */
  private static void requireWithin(int[] gathered, int sources) {
    int low = 0;
    int high = -1;
    for (int number : gathered) {
      low = Math.min(low, number);
      high = Math.max(high, number);
    }
    if (low < 0 || high >= sources) {
      throw Frontier.mismatch(
          "an edge of source %d of %d".formatted(low < 0 ? low : high, sources));
    }
  }
}

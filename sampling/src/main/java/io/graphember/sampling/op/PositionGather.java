// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.sampling.batch.LocalEdges;
import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.ResidentPartition;
import java.util.List;

/**
 * One round trip by positions: what was asked of each partition becomes the numbers of the
 * neighbours there. Partitions of this process are read where they lie while the others are at
 * work. Keeps scratch; used by one thread at a time.
 */
public final class PositionGather {
  /** What each partition is asked, and afterwards, in place of positions, what it answered. */
  public final PartitionRequests[] requests;

  private final PartitionClient client;
  private final Replies replies;
  private final Direction direction;
  private final ResidentPartition[] residents; // null where a partition lies elsewhere
  private int[] rows = new int[1024];

  /** Asks nothing yet. */
  public PositionGather(PartitionClient client, Replies replies, Direction direction) {
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

  public void clear() {
    for (PartitionRequests request : requests) {
      request.clear();
    }
  }

  /**
   * Replaces the positions of all requests by numbers of neighbours.
   *
   * @param frontier numbers the neighbours, partition by partition
   * @param details what is found out about them
   * @param what is waited for, for a message
   */
  public void gather(Frontier frontier, Details details, String what) {
    number(frontier, details, fetch(details, what));
  }

  /**
   * The same, with a copy of what each partition was asked for.
   *
   * @param lists receives the edges that lie in each partition
   */
  public void gather(Frontier frontier, Details details, String what, List<LocalEdges> lists) {
    GatherReply[] gathered = fetch(details, what);
    for (PartitionRequests request : requests) {
      lists.add(request.lists());
    }
    number(frontier, details, gathered);
  }

  /** Local numbers in place of positions, of partitions in this process; replies of the others. */
  private GatherReply[] fetch(Details details, String what) {
    return Exchange.run(
        client.hosts(),
        client::host,
        requests.length,
        p ->
            requests[p].isEmpty() || residents[p] != null
                ? null
                : requests[p].toRequest(p, direction, details),
        client::ask,
        this::gatherHere,
        GatherReply[]::new,
        reply -> replies.await(reply, what));
  }

  private void number(Frontier frontier, Details details, GatherReply[] gathered) {
    for (int p = 0; p < requests.length; p++) {
      if (!requests[p].isEmpty()) {
        if (residents[p] != null) {
          frontier.number(p, requests[p].positions.values, requests[p].positions.size, details);
        } else {
          number(gathered[p], requests[p], frontier, details);
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
            request.vertices,
            request.counts,
            request.size,
            request.positions.values);
      }
    }
  }

  /** Numbers in place of positions, of a partition elsewhere, whose reply is checked first. */
  private void number(
      GatherReply reply, PartitionRequests request, Frontier frontier, Details details) {
    VertexTable table = reply.vertices();
    if (rows.length < table.vids().length) {
      rows = new int[table.vids().length * 2];
    }
    frontier.add(table, rows, details);
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
    for (int i = 0; i < request.size; i++) {
      asked += request.counts[i];
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

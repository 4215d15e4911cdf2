// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.id.Vid;
import io.graphember.memory.IntArray;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.GatherReply;
import io.graphember.sampling.engine.LocateRequest;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.VertexTable;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples the K-hop in-neighbourhood of a batch of seeds, hop by hop, over the partitions: per hop
 * one request to each host that holds a needed partition.
 *
 * <p>Blocks are those of DGL: the vertices of a hop are sampled again in the next, so every vertex
 * has its neighbours in every layer it takes part in. The result depends on the graph, the seeds,
 * the fanouts and the key alone; replies are merged in partition order, whatever order they arrive
 * in.
 *
 * <p>Keeps scratch between batches; used by one thread at a time.
 */
public final class NeighborSampler {
  /** Edges of one hop: a buffer of an engine holds 2 GiB. */
  private static final int MAX_EDGES = (1 << 29) - 1;

  private final PartitionClient client;
  private final Replies replies;
  private final Frontier frontier;
  private final PartitionRequests[] requests;
  private int[] positions = new int[64];
  private int[] numbers = new int[1024];

  /** A sampler over the partitions that a client reaches. */
  public NeighborSampler(PartitionClient client, Replies replies) {
    this.client = client;
    this.replies = replies;
    this.frontier = new Frontier(client.partitions());
    this.requests = new PartitionRequests[client.partitions()];
    for (int p = 0; p < requests.length; p++) {
      requests[p] = new PartitionRequests();
    }
  }

  /**
   * Samples one batch.
   *
   * @param seeds ids of the seeds, each once
   * @param fanouts neighbours per vertex of hop 1, 2, ...; {@link UniformNeighbors#ALL} for all, 0
   *     for none; if all are 0 no partition is asked and the degrees stay 0
   * @param key key of the batch's random streams
   * @throws GraphemberException cancelled, with code {@link SamplingError#BATCH_TOO_LARGE}, or what
   *     a storage node failed with
   */
  public SampledNeighborhood sample(long[] seeds, int[] fanouts, long key) {
    frontier.clear();
    for (long seed : seeds) {
      frontier.addSeed(seed);
    }
    if (frontier.size() != seeds.length) {
      throw new IllegalArgumentException("a batch names a seed twice");
    }
    for (int fanout : fanouts) {
      if (fanout < 0 && fanout != UniformNeighbors.ALL) {
        throw new IllegalArgumentException("fanout " + fanout);
      }
    }
    if (seeds.length > 0 && anyNeighbors(fanouts)) {
      locateSeeds();
    }
    List<SampledHop> hops = new ArrayList<>(fanouts.length);
    for (int h = 0; h < fanouts.length; h++) {
      boolean last = h == fanouts.length - 1;
      hops.add(hop(fanouts[h], CounterRandom.child(key, h), h + 1, !last));
    }
    return new SampledNeighborhood(
        List.copyOf(hops), frontier.vids.toArray(), frontier.degrees.toArray());
  }

  private static boolean anyNeighbors(int[] fanouts) {
    for (int fanout : fanouts) {
      if (fanout != 0) {
        return true;
      }
    }
    return false;
  }

  private void locateSeeds() {
    int partitions = requests.length;
    int[][] rows = new int[partitions][];
    IntArray[] locals = new IntArray[partitions];
    IntArray[] seedNumbers = new IntArray[partitions];
    for (int i = 0; i < frontier.size(); i++) {
      int p = Vid.partition(frontier.vids.values[i]);
      if (locals[p] == null) {
        locals[p] = new IntArray(64);
        seedNumbers[p] = new IntArray(64);
      }
      locals[p].add(Vid.local(frontier.vids.values[i]));
      seedNumbers[p].add(i);
    }
    for (int p = 0; p < partitions; p++) {
      rows[p] = seedNumbers[p] == null ? null : seedNumbers[p].toArray();
    }
    VertexTable[] tables =
        Exchange.run(
            client.hosts(),
            client::host,
            partitions,
            p -> locals[p] == null ? null : new LocateRequest(p, locals[p].toArray()),
            client::locate,
            VertexTable[]::new,
            (reply) -> replies.await(reply, "the places of the seeds"));
    for (int p = 0; p < partitions; p++) {
      if (rows[p] != null) {
        describeSeeds(tables[p], rows[p]);
      }
    }
  }

  private void describeSeeds(VertexTable table, int[] numbers) {
    Frontier.requireShape(table, true);
    if (table.vids().length != numbers.length) {
      throw Frontier.mismatch(table.vids().length + " of " + numbers.length + " seeds");
    }
    for (int row = 0; row < numbers.length; row++) {
      if (table.vids()[row] != frontier.vids.values[numbers[row]]) {
        throw Frontier.mismatch("the place of another vertex than seed " + row);
      }
      frontier.describe(numbers[row], table, row);
    }
  }

  private SampledHop hop(int fanout, long key, int number, boolean wantReplicas) {
    int destinations = frontier.size();
    int[] offsets = draw(destinations, fanout, key);
    int[] neighbors = new int[offsets[destinations]];
    GatherReply[] gathered =
        Exchange.run(
            client.hosts(),
            client::host,
            requests.length,
            p -> requests[p].isEmpty() ? null : requests[p].toRequest(p, wantReplicas),
            client::gather,
            GatherReply[]::new,
            reply -> replies.await(reply, "the neighbours of hop " + number));
    for (int p = 0; p < requests.length; p++) {
      if (gathered[p] != null) {
        merge(gathered[p], requests[p], neighbors, wantReplicas);
      }
    }
    return new SampledHop(destinations, frontier.size(), offsets, neighbors);
  }

  /** Stage 1: positions of every destination, dealt to the partitions that hold them. */
  private int[] draw(int destinations, int fanout, long key) {
    for (PartitionRequests request : requests) {
      request.clear();
    }
    int[] offsets = new int[destinations + 1];
    final int[] degrees = frontier.degrees.values;
    final long[] vids = frontier.vids.values;
    for (int i = 0; i < destinations; i++) {
      int degree = degrees[i];
      if (fanout == UniformNeighbors.ALL || degree <= fanout) {
        requestAll(i, offsets[i]);
        offsets[i + 1] = end(offsets[i], degree);
        continue;
      }
      if (fanout > 0) {
        if (positions.length < fanout) {
          positions = new int[fanout];
        }
        UniformNeighbors.draw(
            CounterRandom.mix(key + vids[i] * CounterRandom.GOLDEN), degree, fanout, positions);
        requestDrawn(i, fanout, offsets[i]);
      }
      offsets[i + 1] = end(offsets[i], fanout);
    }
    return offsets;
  }

  private static int end(int offset, int edges) {
    if (edges > MAX_EDGES - offset) {
      throw new GraphemberException(
          SamplingError.BATCH_TOO_LARGE,
          "A hop of a batch has more than %d edges; lower training.batchSize or training.fanouts."
              .formatted(MAX_EDGES));
    }
    return offset + edges;
  }

  private void requestAll(int number, int slot) {
    int first = frontier.replicaStarts.values[number];
    int end = first + frontier.replicaCounts.values[number];
    int at = slot;
    for (int r = first; r < end; r++) {
      int degree = frontier.replicaDegrees.values[r];
      requests[frontier.replicaPartitions.values[r]].addAll(
          frontier.replicaLocals.values[r], degree, at);
      at += degree;
    }
  }

  private void requestDrawn(int number, int fanout, int slot) {
    int first = frontier.replicaStarts.values[number];
    int end = first + frontier.replicaCounts.values[number];
    int at = slot;
    int from = 0;
    for (int r = first; r < end; r++) {
      int to = from + frontier.replicaDegrees.values[r];
      PartitionRequests request = requests[frontier.replicaPartitions.values[r]];
      int count = UniformNeighbors.split(positions, fanout, from, to, request.positions);
      if (count > 0) {
        request.add(frontier.replicaLocals.values[r], count, at);
        at += count;
      }
      from = to;
    }
  }

  /** Last stage: numbers of a partition's sources, scattered to the destinations' edges. */
  private void merge(
      GatherReply reply, PartitionRequests request, int[] neighbors, boolean replicas) {
    VertexTable table = reply.vertices();
    if (numbers.length < table.vids().length) {
      numbers = new int[table.vids().length * 2];
    }
    frontier.add(table, numbers, replicas);
    final int[] gathered = reply.neighbors();
    requireWithin(gathered, table.vids().length);
    final int[] numbers = this.numbers;
    int next = 0;
    for (int i = 0; i < request.vertices.size; i++) {
      int slot = request.slots.values[i];
      int length = request.lengths.values[i];
      if (length > gathered.length - next) {
        throw mismatch(gathered.length);
      }
      for (int j = 0; j < length; j++) {
        neighbors[slot + j] = numbers[gathered[next + j]];
      }
      next += length;
    }
    if (next != gathered.length) {
      throw mismatch(gathered.length);
    }
  }

  /** One pass without a branch, so that the scatter behind it needs no check of its own. */
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

  private static GraphemberException mismatch(int edges) {
    return Frontier.mismatch(edges + " edges, another number than was asked for");
  }
}

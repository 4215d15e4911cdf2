// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import io.graphember.graph.id.Vid;
import io.graphember.graph.rows.RowSource;
import io.graphember.graph.rows.SumRequest;
import io.graphember.memory.RowMatrix;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.error.GraphemberException;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the rows of the last hop's neighbours where the rows are (push-down): partitions add, in
 * the order of the edges, and the partial sums of a destination are added in the order of the
 * partitions. So the bits are the same wherever the partitions lie; rows in this process are read
 * in place and never copied.
 *
 * <p>Where partitions have the rows of their mirrors too, a partition adds those of the edges that
 * lie there: a vertex has its edges in few partitions, so there are few sums, and the partition is
 * told positions in its lists, of whole lists nothing but the vertex. Otherwise a partition adds
 * those of its masters, by their names.
 *
 * <p>Keeps scratch between batches; used by one thread at a time.
 */
public final class NeighborSums {
  /** Destinations whose sums are made partition by partition: the totals stay in a near cache. */
  private static final int STAGE = 256;

  private final RowSource rows;
  private final Replies replies;
  private final RowMatrix[] slabs; // null where a partition lies elsewhere
  private final Part[] parts;
  private final int[] last; // destination of each partition's last edge
  private final int dim;
  private final float[] totals; // of a stage of destinations
  private final boolean[] begun = new boolean[STAGE]; // those of them with a sum
  private final float[] partials; // of one partition
  private final int[] added = new int[STAGE]; // destinations that have such a sum

  /** What one partition is asked to add up. */
  private static final class Part {
    int[] destinations = new int[64];
    int[] counts = new int[64]; // rows of each destination
    int sums;
    int[] rows = new int[256];
    float[] weights = new float[256];
    int size; // of the rows
    @Nullable LocalEdges lists; // that name the rows, or null where they are named themselves
    int next; // of the destinations
    int nextRow;

    /** Empties it, with room for so many sums and rows. */
    void clear(int mostSums, int mostRows) {
      sums = 0;
      size = 0;
      lists = null;
      if (destinations.length < mostSums) {
        destinations = new int[2 * mostSums];
        counts = new int[2 * mostSums];
      }
      if (rows.length < mostRows) {
        rows = new int[2 * mostRows];
      }
      if (weights.length < mostRows) {
        weights = new float[2 * mostRows];
      }
    }

    /** Takes the edges that lie in a partition. */
    void take(LocalEdges edges, int[] offsets, float @Nullable [] edgeWeights) {
      clear(edges.vertices().length, 0);
      lists = edges;
      int destination = 0;
      for (int i = 0; i < edges.vertices().length; i++) {
        while (offsets[destination + 1] <= edges.slots()[i]) {
          destination++;
        }
        destinations[i] = destination;
        size += edges.counts()[i];
      }
      sums = edges.vertices().length;
      counts = edges.counts();
      rows = edges.neighbors();
      if (edgeWeights != null) {
        weigh(edges, edgeWeights);
      }
    }

    private void weigh(LocalEdges edges, float[] edgeWeights) {
      if (weights.length < size) {
        weights = new float[2 * size];
      }
      int at = 0;
      for (int i = 0; i < sums; i++) {
        System.arraycopy(edgeWeights, edges.slots()[i], weights, at, counts[i]);
        at += counts[i];
      }
    }

    SumRequest request(int partition, boolean weighted) {
      float[] factors = weighted ? Arrays.copyOf(weights, size) : null;
      return lists == null
          ? SumRequest.ofRows(
              partition, Arrays.copyOf(counts, sums), Arrays.copyOf(rows, size), factors)
          : SumRequest.ofNeighbors(
              partition, lists.vertices(), lists.asked(), lists.positions(), factors);
    }
  }

  /**
   * For batches over a graph.
   *
   * @param rows where rows of vertices are
   * @param partitions number of partitions P
   * @param replies how replies are waited for
   */
  public NeighborSums(RowSource rows, int partitions, Replies replies) {
    this.rows = rows;
    this.replies = replies;
    dim = rows.dim();
    totals = new float[STAGE * dim];
    partials = new float[STAGE * dim];
    last = new int[partitions];
    slabs = new RowMatrix[partitions];
    parts = new Part[partitions];
    for (int p = 0; p < partitions; p++) {
      slabs[p] = rows.resident(p).orElse(null);
      parts[p] = new Part();
    }
  }

  private boolean byEdge(SampledNeighborhood batch) {
    return rows.mirrored() && !batch.lists().isEmpty();
  }

  /**
   * Whether the sums of a batch take no more bytes than the rows that they spare, if all of them
   * had to travel: counted in the batch alone, so the answer does not depend on where the
   * partitions lie.
   */
  boolean worth(SampledNeighborhood batch, boolean weighted) {
    final SampledHop hop = batch.lastHop();
    final int edges = hop.neighbors().length;
    final long fetched = 4L * (hop.sources() - hop.destinations()) * (1 + dim);
    final long weights = weighted ? 4L * edges : 0;
    if (byEdge(batch)) {
      long bytes = weights;
      for (LocalEdges lists : batch.lists()) {
        bytes += 4L * lists.vertices().length * (2 + dim) + 4L * drawn(lists);
      }
      return edges > 0 && bytes <= fetched;
    }
    final long most = (fetched - weights - 4L * edges) / (4L * (1 + dim));
    return edges > 0 && most > 0 && ownersWithin(most, hop, batch.vids());
  }

  private static int drawn(LocalEdges lists) {
    int drawn = 0;
    for (int asked : lists.asked()) {
      drawn += Math.max(0, asked);
    }
    return drawn;
  }

  /**
   * True if there are at most so many pairs of a destination and a partition that owns a source.
   */
  private boolean ownersWithin(long most, SampledHop hop, long[] vids) {
    final int[] offsets = hop.offsets();
    final int[] neighbors = hop.neighbors();
    Arrays.fill(last, -1);
    long pairs = 0;
    for (int d = 0; d < hop.destinations() && pairs <= most; d++) {
      for (int e = offsets[d]; e < offsets[d + 1]; e++) {
        final int p = Vid.partition(vids[neighbors[e]]);
        pairs += last[p] == d ? 0 : 1;
        last[p] = d;
      }
    }
    return pairs <= most;
  }

  /**
   * Deals the edges of a batch to the partitions that are to add up their sources.
   *
   * @param weights coefficient of each edge; null for a mean
   */
  public void deal(SampledNeighborhood batch, float @Nullable [] weights) {
    final SampledHop hop = batch.lastHop();
    if (byEdge(batch)) {
      for (int p = 0; p < parts.length; p++) {
        parts[p].take(batch.lists().get(p), hop.offsets(), weights);
      }
    } else {
      dealByOwner(hop, batch.vids(), weights);
    }
  }

  private void dealByOwner(SampledHop hop, long[] vids, float @Nullable [] weights) {
    final int[] offsets = hop.offsets();
    final int[] neighbors = hop.neighbors();
    final int[] edges = new int[parts.length];
    for (int neighbor : neighbors) {
      edges[Vid.partition(vids[neighbor])]++;
    }
    for (int p = 0; p < parts.length; p++) {
      parts[p].clear(Math.min(edges[p], hop.destinations()), edges[p]);
    }
    Arrays.fill(last, -1);
    for (int d = 0; d < hop.destinations(); d++) {
      for (int e = offsets[d]; e < offsets[d + 1]; e++) {
        final long vid = vids[neighbors[e]];
        final int p = Vid.partition(vid);
        final Part part = parts[p];
        if (last[p] != d) {
          last[p] = d;
          part.destinations[part.sums] = d;
          part.counts[part.sums++] = 0;
        }
        part.counts[part.sums - 1]++;
        part.weights[part.size] = weights == null ? 1 : weights[e];
        part.rows[part.size++] = Vid.local(vid);
      }
    }
  }

  /** Bytes that the sums of other processes take on their way, requests included. */
  long bytes(boolean weighted) {
    long bytes = 0;
    for (int p = 0; p < parts.length; p++) {
      if (slabs[p] == null) {
        final Part part = parts[p];
        bytes += 4L * part.sums * (1 + dim) + (weighted ? 4L * part.size : 0);
        bytes +=
            part.lists == null ? 4L * part.size : 4L * (part.sums + part.lists.positions().length);
      }
    }
    return bytes;
  }

  /**
   * Adds up what was dealt. O(edges dim), and a copy of the sums.
   *
   * @param offsets first edge of each destination, and the end
   * @param aggregation whether the edges have coefficients, and sums become means
   * @param meanwhile runs while other processes add
   * @param target receives the sums, or the means, of all destinations
   */
  public void write(
      int[] offsets, Aggregation aggregation, Runnable meanwhile, FloatBuffer target) {
    final boolean weighted = aggregation == Aggregation.GCN_NORM;
    final boolean means = aggregation == Aggregation.MEAN;
    float[][] answers =
        Exchange.run(
            rows.hosts(),
            rows::host,
            parts.length,
            p -> slabs[p] != null || parts[p].sums == 0 ? null : parts[p].request(p, weighted),
            rows::sum,
            meanwhile,
            float[][]::new,
            reply -> replies.await(reply, "sums of rows"));
    for (int p = 0; p < parts.length; p++) {
      if (slabs[p] == null) {
        requireSums(answers[p], parts[p].sums);
      }
      parts[p].next = 0;
      parts[p].nextRow = 0;
    }
    final int destinations = offsets.length - 1;
    for (int first = 0; first < destinations; first += STAGE) {
      final int end = Math.min(destinations, first + STAGE);
      Arrays.fill(totals, 0, (end - first) * dim, 0);
      Arrays.fill(begun, false);
      for (int p = 0; p < parts.length; p++) {
        addUp(p, first, end, answers[p], weighted);
      }
      for (int d = first; means && d < end; d++) {
        if (offsets[d] < offsets[d + 1]) {
          divide((d - first) * dim, offsets[d + 1] - offsets[d]);
        }
      }
      target.put(first * dim, totals, 0, (end - first) * dim);
    }
    long here = 0;
    for (int p = 0; p < parts.length; p++) {
      here += slabs[p] == null ? 0 : parts[p].nextRow;
    }
    rows.read(here);
  }

  private void requireSums(float @Nullable [] answer, int sums) {
    int length = answer == null ? 0 : answer.length;
    if (length != sums * dim) {
      throw new GraphemberException(
          SamplingError.REPLY_MISMATCH,
          "A partition answered with %d floats for %d sums of %d.".formatted(length, sums, dim));
    }
  }

  /**
   * Adds the sums of a partition to the totals of a stage of destinations. Not one by one: a sum
   * that is read right after it was written waits until all rows of it have come from memory.
   */
  private void addUp(int p, int first, int end, float[] answer, boolean weighted) {
    final Part part = parts[p];
    int count = 0;
    for (; part.next < part.sums && part.destinations[part.next] < end; part.next++) {
      final int stage = part.destinations[part.next] - first;
      final float[] into = begun[stage] ? partials : totals;
      if (begun[stage]) {
        added[count++] = stage;
      }
      begun[stage] = true;
      if (slabs[p] == null) {
        System.arraycopy(answer, part.next * dim, into, stage * dim, dim);
      } else {
        final int to = part.nextRow + part.counts[part.next];
        slabs[p].sum(
            part.rows, weighted ? part.weights : null, part.nextRow, to, into, stage * dim);
        part.nextRow = to;
      }
    }
    for (int i = 0; i < count; i++) {
      add(added[i] * dim);
    }
  }

  private void add(int at) {
    for (int j = at; j < at + dim; j++) {
      totals[j] += partials[j];
    }
  }

  private void divide(int at, float count) {
    for (int j = at; j < at + dim; j++) {
      totals[j] /= count;
    }
  }
}

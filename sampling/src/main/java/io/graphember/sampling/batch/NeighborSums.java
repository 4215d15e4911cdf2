// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import io.graphember.graph.id.Vid;
import io.graphember.graph.rows.RowSource;
import io.graphember.graph.rows.SumRequest;
import io.graphember.memory.IntArray;
import io.graphember.memory.RowSlab;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.error.GraphemberException;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * Adds up the rows of a hop's neighbours where the rows are (push-down): every partition adds those
 * that it owns, in the order of the edges, and the partial sums of a destination are added in the
 * order of the partitions. So the bits are the same wherever the partitions lie; rows in this
 * process are read in place and never copied.
 *
 * <p>Keeps scratch between batches; used by one thread at a time.
 */
final class NeighborSums {
  private final RowSource rows;
  private final Replies replies;
  private final Part[] parts;
  private final int dim;
  private final float[] total;
  private final float[] partial;
  private SampledHop hop;

  /** What one partition is asked to add up. */
  private static final class Part {
    final IntArray destinations = new IntArray(64);
    final IntArray counts = new IntArray(64); // rows of each destination
    final IntArray rows = new IntArray(256);
    float[] weights = new float[256];
    int next; // of the destinations
    int nextRow;

    void clear() {
      destinations.size = 0;
      counts.size = 0;
      rows.size = 0;
    }

    /** Adds a row to the sum of a destination; true if it is the first. */
    boolean add(int destination, int row) {
      final boolean first =
          destinations.size == 0 || destinations.values[destinations.size - 1] != destination;
      if (first) {
        destinations.add(destination);
        counts.add(0);
      }
      counts.values[counts.size - 1]++;
      rows.add(row);
      return first;
    }

    void weigh(float weight) {
      if (rows.size > weights.length) {
        weights = Arrays.copyOf(weights, 2 * weights.length);
      }
      weights[rows.size - 1] = weight;
    }

    SumRequest request(int partition, boolean weighted) {
      return new SumRequest(
          partition,
          counts.toArray(),
          rows.toArray(),
          weighted ? Arrays.copyOf(weights, rows.size) : null);
    }
  }

  NeighborSums(RowSource rows, int partitions, Replies replies) {
    this.rows = rows;
    this.replies = replies;
    dim = rows.dim();
    total = new float[dim];
    partial = new float[dim];
    parts = new Part[partitions];
    for (int p = 0; p < partitions; p++) {
      parts[p] = new Part();
    }
  }

  /**
   * Deals the edges of a hop to the partitions that own their sources.
   *
   * @param vids id of every source
   * @param weights coefficient of each edge; null for a mean
   * @return pairs of a destination and a partition: the sums that there will be
   */
  int deal(SampledHop dealt, long[] vids, float[] weights) {
    hop = dealt;
    for (Part part : parts) {
      part.clear();
    }
    final int[] offsets = dealt.offsets();
    final int[] neighbors = dealt.neighbors();
    int sums = 0;
    for (int d = 0; d < dealt.destinations(); d++) {
      for (int e = offsets[d]; e < offsets[d + 1]; e++) {
        final long vid = vids[neighbors[e]];
        final Part part = parts[Vid.partition(vid)];
        sums += part.add(d, Vid.local(vid)) ? 1 : 0;
        if (weights != null) {
          part.weigh(weights[e]);
        }
      }
    }
    return sums;
  }

  /** Which partitions lie in other processes. */
  boolean[] elsewhere() {
    boolean[] elsewhere = new boolean[parts.length];
    for (int p = 0; p < parts.length; p++) {
      elsewhere[p] = rows.resident(p).isEmpty();
    }
    return elsewhere;
  }

  /** Bytes that the sums of other processes take on their way, requests included. */
  long bytes(boolean weighted) {
    boolean[] elsewhere = elsewhere();
    long bytes = 0;
    for (int p = 0; p < parts.length; p++) {
      if (elsewhere[p]) {
        bytes += 4L * parts[p].rows.size * (weighted ? 2 : 1);
        bytes += 4L * parts[p].counts.size * (1 + dim);
      }
    }
    return bytes;
  }

  /**
   * Adds up what was dealt.
   *
   * @param weighted whether the edges have coefficients
   * @param meanwhile runs while other processes add
   * @param target receives the sums, or the means, of all destinations
   */
  void write(boolean weighted, Runnable meanwhile, FloatBuffer target) {
    RowSlab[] slabs = new RowSlab[parts.length];
    Arrays.setAll(slabs, p -> rows.resident(p).orElse(null));
    float[][] answers =
        Exchange.run(
            rows.hosts(),
            rows::host,
            parts.length,
            p -> slabs[p] != null || parts[p].rows.size == 0 ? null : parts[p].request(p, weighted),
            rows::sum,
            meanwhile,
            float[][]::new,
            reply -> replies.await(reply, "sums of rows"));
    for (int p = 0; p < parts.length; p++) {
      if (slabs[p] == null) {
        requireSums(answers[p], parts[p].counts.size);
      }
      parts[p].next = 0;
      parts[p].nextRow = 0;
    }
    final int[] offsets = hop.offsets();
    for (int d = 0; d < hop.destinations(); d++) {
      addUp(d, slabs, answers, weighted);
      if (!weighted && offsets[d] < offsets[d + 1]) {
        divide(total, offsets[d + 1] - offsets[d]);
      }
      target.put(d * dim, total, 0, dim);
    }
  }

  private void requireSums(float[] answer, int sums) {
    int length = answer == null ? 0 : answer.length;
    if (length != sums * dim) {
      throw new GraphemberException(
          SamplingError.REPLY_MISMATCH,
          "A partition answered with %d floats for %d sums of %d.".formatted(length, sums, dim));
    }
  }

  private void addUp(int destination, RowSlab[] slabs, float[][] answers, boolean weighted) {
    boolean none = true;
    for (int p = 0; p < parts.length; p++) {
      final Part part = parts[p];
      if (part.next == part.destinations.size
          || part.destinations.values[part.next] != destination) {
        continue;
      }
      final float[] into = none ? total : partial;
      if (slabs[p] == null) {
        System.arraycopy(answers[p], part.next * dim, into, 0, dim);
      } else {
        final int to = part.nextRow + part.counts.values[part.next];
        slabs[p].sum(part.rows.values, weighted ? part.weights : null, part.nextRow, to, into, 0);
        part.nextRow = to;
      }
      part.next++;
      if (!none) {
        add(total, partial);
      }
      none = false;
    }
    if (none) {
      Arrays.fill(total, 0);
    }
  }

  private static void add(float[] total, float[] partial) {
    for (int j = 0; j < total.length; j++) {
      total[j] += partial[j];
    }
  }

  private static void divide(float[] total, float count) {
    for (int j = 0; j < total.length; j++) {
      total[j] /= count;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.neighbor.RuleSampler;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.tensor.table.RowRead;
import io.graphember.tensor.table.RowTransport;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.embedding.step.BatchEmbeddings;
import io.graphember.training.embedding.step.TouchedRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows for vertices that a graph has been given: the mean of the rows of their neighbours in both
 * directions, of those that were there before. Sums follow the order of the neighbours, which does
 * not depend on where they are. Used by one thread.
 */
public final class NeighborMeans implements AutoCloseable {
  private static final int SEEDS_AT_ONCE = 1024;

  private final int partitions;
  private final RowTransport transport;
  private final List<TableSpec> tables;
  private final Replies replies;
  private final RuleSampler sampler;
  private final long[] added;

  /**
   * Means of rows.
   *
   * @param tables tables whose rows are wanted, all of one dimension
   * @param added ids of all vertices that the graph has been given, ascending: their rows do not
   *     count
   */
  public NeighborMeans(
      PartitionClient client,
      RowTransport transport,
      List<TableSpec> tables,
      Replies replies,
      long[] added) {
    this.partitions = client.partitions();
    this.transport = transport;
    this.tables = tables;
    this.replies = replies;
    this.added = added;
    this.sampler =
        new RuleSampler(client, replies, List.of(List.of(EdgeRule.both(UniformNeighbors.ALL))));
  }

  /**
   * Rows of new vertices.
   *
   * @param vids those with a neighbour that was there before
   * @param rows row of each in each table, {@code float[vids.length * dim]}
   */
  public record Rows(long[] vids, List<float[]> rows) {}

  /** Computes the rows of some of the new vertices. */
  public Rows of(long[] vids) {
    List<Rows> parts = new ArrayList<>();
    for (int from = 0; from < vids.length; from += SEEDS_AT_ONCE) {
      parts.add(
          ofSome(Arrays.copyOfRange(vids, from, Math.min(vids.length, from + SEEDS_AT_ONCE))));
    }
    return joined(parts);
  }

  private Rows ofSome(long[] seeds) {
    SampledNeighborhood found = sampler.sample(seeds, ExcludedEdges.NONE, 0).neighborhood();
    SampledHop hop = found.hops().get(0);
    final int dim = tables.get(0).dim();
    BatchEmbeddings touched =
        new BatchEmbeddings(
            tables.stream()
                .map(table -> new TouchedRows(table.name(), dim, found.vids(), found.vids().length))
                .toList(),
            transport,
            partitions,
            partition -> true);
    List<float[]> neighbors = touched.await(touched.fetch(RowRead.LATEST), replies);
    boolean[] counts = new boolean[found.vids().length];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = Arrays.binarySearch(added, found.vids()[i]) < 0;
    }
    int[] known =
        IntStream.range(0, seeds.length).filter(seed -> times(hop, seed, counts) > 0).toArray();
    List<float[]> rows = new ArrayList<>();
    for (float[] table : neighbors) {
      float[] means = new float[known.length * dim];
      for (int i = 0; i < known.length; i++) {
        mean(hop, known[i], counts, table, dim, means, i * dim);
      }
      rows.add(means);
    }
    return new Rows(Arrays.stream(known).mapToLong(seed -> seeds[seed]).toArray(), rows);
  }

  private static int times(SampledHop hop, int seed, boolean[] counts) {
    int times = 0;
    for (int e = hop.offsets()[seed]; e < hop.offsets()[seed + 1]; e++) {
      times += counts[hop.neighbors()[e]] ? 1 : 0;
    }
    return times;
  }

  private static void mean(
      SampledHop hop, int seed, boolean[] counts, float[] rows, int dim, float[] target, int at) {
    for (int e = hop.offsets()[seed]; e < hop.offsets()[seed + 1]; e++) {
      final int neighbor = hop.neighbors()[e];
      for (int j = 0; counts[neighbor] && j < dim; j++) {
        target[at + j] += rows[neighbor * dim + j];
      }
    }
    final int times = times(hop, seed, counts);
    for (int j = 0; j < dim; j++) {
      target[at + j] /= times;
    }
  }

  private Rows joined(List<Rows> parts) {
    long[] vids = parts.stream().flatMapToLong(part -> Arrays.stream(part.vids())).toArray();
    final int dim = tables.get(0).dim();
    List<float[]> rows = new ArrayList<>();
    for (int t = 0; t < tables.size(); t++) {
      float[] all = new float[vids.length * dim];
      int at = 0;
      for (Rows part : parts) {
        System.arraycopy(part.rows().get(t), 0, all, at, part.rows().get(t).length);
        at += part.rows().get(t).length;
      }
      rows.add(all);
    }
    return new Rows(vids, rows);
  }

  /** Gives its memory back; it is not used any more. */
  @Override
  public void close() {
    sampler.close();
  }
}

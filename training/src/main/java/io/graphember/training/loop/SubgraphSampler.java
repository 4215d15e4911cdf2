// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.sampling.batch.EdgeNeighborhood;
import io.graphember.sampling.batch.SampledEdges;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.subgraph.SubgraphCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Takes all edges between the vertices of a batch, the same for every layer, and degrees as they
 * are within the batch (Cluster-GCN, Chiang et al., KDD 2019, equation 10), or factors of edges
 * that make up for what is not there (GraphSAINT, equation 2). The last layer's destinations are
 * the first vertices alone, those that something is learned of. Used by one thread at a time.
 */
final class SubgraphSampler implements HopSampler {
  private final HopSampler neighbors;
  private final HopRules rules;
  private final int layers;
  private final Optional<SubgraphCounts> counts;
  private int learned;
  private int size;
  private boolean done; // the edges of this batch are there

  /**
   * A sampler of subgraphs.
   *
   * @param neighbors asks for neighbours
   * @param rules all in-neighbours, one hop more than a subgraph has of a boundary
   * @param layers of the model
   * @param counts what neighbours are normalised by, with degrees of the whole graph; empty for
   *     degrees within the subgraph
   */
  SubgraphSampler(
      HopSampler neighbors, HopRules rules, int layers, Optional<SubgraphCounts> counts) {
    this.neighbors = neighbors;
    this.rules = rules;
    this.layers = layers;
    this.counts = counts;
  }

  @Override
  public boolean waits() {
    return neighbors.waits();
  }

  /** Of how many vertices, those that the batch starts with, something is learned. */
  void learn(int vertices) {
    learned = vertices;
  }

  /**
   * {@inheritDoc}
   *
   * @param vertices of the subgraph without its boundary
   */
  @Override
  public void start(
      long[] vertices, long[] times, HopRules ofBatch, ExcludedEdges excluded, long key) {
    neighbors.start(vertices, times, rules, excluded, key);
    for (int hop = 1; hop < rules.size(); hop++) {
      neighbors.nextHop();
    }
  }

  /** The first hop asks for the edges, which are those of all others. */
  @Override
  public void nextHop() {
    if (!done) {
      size = neighbors.vertices();
      neighbors.nextHop();
      done = true;
    }
  }

  @Override
  public int vertices() {
    return done ? size : neighbors.vertices();
  }

  @Override
  public long[] vids() {
    return neighbors.vids();
  }

  @Override
  public EdgeNeighborhood result() {
    done = false;
    EdgeNeighborhood whole = neighbors.result();
    SampledHop last = whole.neighborhood().lastHop();
    int[] offsets = new int[size + 1];
    int[] places = inside(last, offsets);
    int[] degrees = Arrays.copyOf(whole.neighborhood().degrees(), size);
    if (counts.isEmpty()) {
      Arrays.setAll(degrees, v -> offsets[v + 1] - offsets[v]);
    }
    int[] sources = select(last.neighbors(), places, offsets[size]);
    float[] factors = factors(whole.neighborhood().vids(), offsets, sources);
    SampledHop top =
        new SampledHop(
            learned,
            size,
            Arrays.copyOf(offsets, learned + 1),
            Arrays.copyOf(sources, offsets[learned]),
            counts.isEmpty() ? factors : Arrays.copyOf(factors, offsets[learned]));
    SampledHop other = new SampledHop(size, size, offsets, sources, factors);
    List<SampledHop> hops = new ArrayList<>(List.of(top));
    List<SampledEdges> edges = new ArrayList<>();
    if (!whole.edges().isEmpty()) {
      SampledEdges of = whole.edges().get(whole.edges().size() - 1);
      edges.add(edges(of, places, offsets[learned]));
      for (int layer = 1; layer < layers; layer++) {
        edges.add(edges(of, places, offsets[size]));
      }
    }
    for (int layer = 1; layer < layers; layer++) {
      hops.add(other);
    }
    return new EdgeNeighborhood(
        new SampledNeighborhood(hops, Arrays.copyOf(whole.neighborhood().vids(), size), degrees),
        edges,
        new int[0]);
  }

  private float[] factors(long[] vids, int[] offsets, int[] sources) {
    float[] factors = new float[counts.isEmpty() ? 0 : sources.length];
    for (int v = 0; factors.length > 0 && v < size; v++) {
      for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        factors[e] = counts.get().factor(vids[sources[e]], vids[v]);
      }
    }
    return factors;
  }

  /** Places of the edges whose source is in the subgraph, too; where each vertex's begin. */
  private int[] inside(SampledHop hop, int[] offsets) {
    int[] places = new int[hop.neighbors().length];
    int kept = 0;
    for (int v = 0; v < size; v++) {
      for (int e = hop.offsets()[v]; e < hop.offsets()[v + 1]; e++) {
        if (hop.neighbors()[e] < size) {
          places[kept++] = e;
        }
      }
      offsets[v + 1] = kept;
    }
    return places;
  }

  private static SampledEdges edges(SampledEdges of, int[] places, int count) {
    return new SampledEdges(
        select(of.partitions(), places, count),
        select(of.numbers(), places, count),
        select(of.types(), places, count));
  }

  private static int[] select(int[] values, int[] places, int count) {
    int[] selected = new int[count];
    for (int i = 0; i < count; i++) {
      selected[i] = values[places[i]];
    }
    return selected;
  }

  @Override
  public void close() {
    neighbors.close();
  }
}

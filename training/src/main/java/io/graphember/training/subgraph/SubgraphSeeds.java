// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.subgraph;

import io.graphember.memory.array.LongArray;
import io.graphember.sampling.engine.VertexTypes;
import io.graphember.spi.batch.ClusterMethod;
import io.graphember.spi.batch.SubgraphSizes;
import io.graphember.training.task.LabeledVertices;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What a trainer trains on whose batches are subgraphs: its seeds, and what is asked of all of them
 * once. Safe for use by several threads.
 */
public final class SubgraphSeeds {
  /**
   * Clusters that are asked for.
   *
   * @param method how they are found; empty for those that came with the graph
   * @param size vertices of a cluster, at most
   */
  record Clusters(Optional<ClusterMethod> method, int size) {
    static final Clusters GIVEN = new Clusters(Optional.empty(), 0);
  }

  private final LabeledVertices own;
  private final SubgraphSizes sizes;
  private final long[] masterEnds;
  private final Map<Clusters, long[]> clusters = new ConcurrentHashMap<>();
  private final Optional<SubgraphCounts> counts;

  /**
   * Seeds.
   *
   * @param own those of this trainer, in ascending order of vid
   * @param seeds of all trainers
   * @param types knows how many vertices each partition has
   */
  public SubgraphSeeds(
      LabeledVertices own, long seeds, VertexTypes types, int partitions, int trainers) {
    this.own = own;
    masterEnds = new long[partitions];
    long end = 0;
    for (int p = 0; p < partitions; p++) {
      end += types.masters(p);
      masterEnds[p] = end;
    }
    sizes = new SubgraphSizes(end, seeds, trainers);
    counts = Optional.empty();
  }

  private SubgraphSeeds(SubgraphSeeds seeds, SubgraphCounts counts) {
    own = seeds.own;
    sizes = seeds.sizes;
    masterEnds = seeds.masterEnds;
    clusters.putAll(seeds.clusters);
    this.counts = Optional.of(counts);
  }

  /** The same of subgraphs that were counted. */
  public SubgraphSeeds counted(SubgraphCounts found) {
    return new SubgraphSeeds(this, found);
  }

  /** How often subgraphs have which vertices and edges; empty if that was not counted. */
  public Optional<SubgraphCounts> counts() {
    return counts;
  }

  /** Seeds of this trainer, in ascending order of vid. */
  public LabeledVertices own() {
    return own;
  }

  /** How large the graph and the job are. */
  public SubgraphSizes sizes() {
    return sizes;
  }

  /** Vertices of the first 1, 2, ... partitions. */
  long[] masterEnds() {
    return masterEnds;
  }

  /** The clusters of the seeds, which are asked for once. */
  long[] clusters(Clusters which, Supplier<long[]> ask) {
    return clusters.computeIfAbsent(which, of -> ask.get());
  }

  /** The vertices of a batch: those that are seeds first, in their order. */
  public record Chosen(long[] vids, LabeledVertices seeds) {}

  /**
   * Finds the seeds among the vertices of a batch. O(n log n).
   *
   * @param vertices each once
   */
  public Chosen among(long[] vertices) {
    LongArray others = new LongArray(vertices.length);
    int[] found = new int[vertices.length];
    int count = 0;
    for (long vid : vertices) {
      final int place = Arrays.binarySearch(own.vids(), vid);
      if (place < 0) {
        others.add(vid);
      } else {
        found[count++] = place;
      }
    }
    Arrays.sort(found, 0, count);
    long[] vids = new long[count + others.size];
    long[] seeds = new long[count];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      seeds[i] = own.vids()[found[i]];
      labels[i] = own.labels()[found[i]];
    }
    System.arraycopy(seeds, 0, vids, 0, count);
    System.arraycopy(others.values, 0, vids, count, others.size);
    return new Chosen(vids, new LabeledVertices(seeds, labels));
  }
}

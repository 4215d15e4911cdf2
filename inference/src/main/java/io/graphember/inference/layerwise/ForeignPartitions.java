// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.lists.BoundaryMasters;
import io.graphember.inference.lists.FetchedLists;
import io.graphember.inference.lists.InEdgesShape;
import io.graphember.inference.lists.InLists;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.InferencePeers;
import io.graphember.inference.lists.NeighborDraws;
import io.graphember.inference.lists.SummedLists;
import io.graphember.inference.slice.Slice;
import io.graphember.spi.Cancellation;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What this process reads of the partitions of others, layer by layer: sums of its boundary
 * masters, or the rows that the lists of their in-edges name. The lists are fetched once; where
 * neighbours are drawn, once for each layer that needs them.
 */
final class ForeignPartitions {
  private final InferencePartition[] home;
  private final List<Foreign> kinds;
  private final InEdgesShape shape;
  private final NeighborDraws draws;
  private final BoundaryMasters[][] boundaries; // by layer and partition; null of this process's
  private final FetchedLists[][] fetched;

  /**
   * Nothing is fetched yet.
   *
   * @param home partitions of this process by number; null for others
   * @param shape what edges are asked for
   */
  ForeignPartitions(
      InferencePartition[] home, List<Slice> slices, InEdgesShape shape, NeighborDraws draws) {
    this.home = home;
    this.shape = shape;
    this.draws = draws;
    kinds = slices.stream().map(Foreign::of).toList();
    boundaries = new BoundaryMasters[kinds.size()][home.length];
    fetched = new FetchedLists[kinds.size()][home.length];
    List<InferencePartition> own = Arrays.stream(home).filter(Objects::nonNull).toList();
    for (int layer = 0; layer < kinds.size(); layer++) {
      for (int q = 0; q < home.length; q++) {
        if (home[q] == null) {
          boundaries[layer][q] =
              layer > 0 && !draws.limits()
                  ? boundaries[0][q]
                  : BoundaryMasters.of(own, q, draws, layer);
        }
      }
    }
  }

  /** True if the lists of a layer are not those of one before. */
  private boolean fetches(int layer) {
    return kinds.get(layer) == Foreign.ROWS
        && (draws.limits() || kinds.indexOf(Foreign.ROWS) == layer);
  }

  /** In-edges of boundary masters that are fetched; 0 if no layer needs them. */
  long edges() {
    long edges = 0;
    for (int layer = 0; layer < kinds.size(); layer++) {
      for (int q = 0; fetches(layer) && q < home.length; q++) {
        edges += home[q] == null ? boundaries[layer][q].edges() : 0;
      }
    }
    return edges;
  }

  /** Bytes of the fetched lists. */
  long listBytes() {
    return FetchedLists.estimateBytes(edges(), shape.featureDim());
  }

  /** Fetches the lists. */
  void fetch(InferencePeers peers, Cancellation cancellation) {
    for (int layer = 0; layer < kinds.size(); layer++) {
      for (int q = 0; kinds.get(layer) == Foreign.ROWS && q < home.length; q++) {
        if (home[q] == null) {
          fetched[layer][q] =
              fetches(layer)
                  ? new EdgeFetch(peers, shape, home.length, cancellation)
                      .lists(layer, q, boundaries[layer][q])
                  : fetched[kinds.indexOf(Foreign.ROWS)][q];
        }
      }
    }
  }

  /** The lists of a partition as a layer reads them. */
  InLists lists(int layer, int q) {
    return fetched[layer][q] != null ? fetched[layer][q] : new SummedLists(sums(layer, q));
  }

  /** Local numbers in a partition of the masters whose sums a layer reads. */
  int[] sums(int layer, int q) {
    return kinds.get(layer) == Foreign.SUMS && home[q] == null
        ? boundaries[layer][q].vertices()
        : new int[0];
  }

  /** Vids of the rows that a layer reads for the lists of a partition. */
  long[] sources(int layer, int q) {
    return fetched[layer][q] == null ? new long[0] : fetched[layer][q].sources();
  }

  /** Rows that a layer keeps of each partition. */
  int[] rows(int layer) {
    int[] rows = new int[home.length];
    Arrays.setAll(rows, q -> sums(layer, q).length + sources(layer, q).length);
    return rows;
  }
}

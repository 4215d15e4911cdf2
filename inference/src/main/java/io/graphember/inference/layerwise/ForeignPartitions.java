// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.slice.Slice;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What this process reads of the partitions of others, layer by layer: sums of its boundary
 * masters, or the rows that the lists of their in-edges name. The lists are fetched once.
 */
final class ForeignPartitions {
  private final Boundary[] boundaries; // null of partitions of this process
  private final List<Foreign> kinds;
  private final InEdgesShape shape;
  private final FetchedLists[] fetched;

  /**
   * Nothing is fetched yet.
   *
   * @param home partitions of this process by number; null for others
   * @param shape what edges are asked for
   */
  ForeignPartitions(InferencePartition[] home, List<Slice> slices, InEdgesShape shape) {
    this.shape = shape;
    kinds = slices.stream().map(Foreign::of).toList();
    boundaries = new Boundary[home.length];
    fetched = new FetchedLists[home.length];
    List<InferencePartition> own = Arrays.stream(home).filter(p -> p != null).toList();
    for (int q = 0; q < home.length; q++) {
      boundaries[q] = home[q] == null ? Boundary.of(own, q) : null;
    }
  }

  /** In-edges of boundary masters that are fetched; 0 if no layer needs them. */
  long edges() {
    return kinds.contains(Foreign.ROWS)
        ? Arrays.stream(boundaries).mapToLong(b -> b == null ? 0 : b.edges()).sum()
        : 0;
  }

  /** Bytes of the fetched lists. */
  long listBytes() {
    return FetchedLists.estimateBytes(edges(), shape.featureDim());
  }

  /** Fetches the lists. */
  void fetch(InferencePeers peers, Cancellation cancellation) {
    for (int q = 0; edges() > 0 && q < boundaries.length; q++) {
      if (boundaries[q] != null) {
        fetched[q] = fetch(peers, q, cancellation);
      }
    }
  }

  private FetchedLists fetch(InferencePeers peers, int q, Cancellation cancellation) {
    final Boundary boundary = boundaries[q];
    final int most = shape.edgesOfAPiece();
    List<InEdges> pieces = new ArrayList<>();
    for (int from = 0; from < boundary.vertices().length; ) {
      cancellation.check();
      long edges = boundary.inDegrees()[from];
      int to = from + 1;
      while (to < boundary.vertices().length && edges + boundary.inDegrees()[to] <= most) {
        edges += boundary.inDegrees()[to++];
      }
      InEdges piece = peers.edges(q, Arrays.copyOfRange(boundary.vertices(), from, to), shape);
      shape.require(piece, Arrays.copyOfRange(boundary.inDegrees(), from, to), boundaries.length);
      pieces.add(piece);
      from = to;
    }
    return new FetchedLists(boundary.vertices(), shape.join(pieces));
  }

  /** The lists of a partition as a layer reads them. */
  InLists lists(int layer, int q) {
    return kinds.get(layer) == Foreign.ROWS && fetched[q] != null
        ? fetched[q]
        : new SummedLists(kinds.get(layer) == Foreign.SUMS ? sums(layer, q) : new int[0]);
  }

  /** Local numbers in a partition of the masters whose sums a layer reads. */
  int[] sums(int layer, int q) {
    return kinds.get(layer) == Foreign.SUMS && boundaries[q] != null
        ? boundaries[q].vertices()
        : new int[0];
  }

  /** Vids of the rows that a layer reads for the lists of a partition. */
  long[] sources(int layer, int q) {
    return kinds.get(layer) == Foreign.ROWS && fetched[q] != null
        ? fetched[q].sources()
        : new long[0];
  }

  /** Rows that a layer keeps of each partition. */
  int[] rows(int layer) {
    int[] rows = new int[boundaries.length];
    Arrays.setAll(rows, q -> sums(layer, q).length + sources(layer, q).length);
    return rows;
  }
}

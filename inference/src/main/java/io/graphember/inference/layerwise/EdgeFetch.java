// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.lists.BoundaryMasters;
import io.graphember.inference.lists.FetchedLists;
import io.graphember.inference.lists.InEdges;
import io.graphember.inference.lists.InEdgesShape;
import io.graphember.inference.lists.InferencePeers;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fetches lists of in-edges of masters that another partition has, in pieces, and checks them.
 *
 * @param peers who answer
 * @param shape what is asked for
 * @param partitions number of partitions
 * @param cancellation looked at before each piece
 */
public record EdgeFetch(
    InferencePeers peers, InEdgesShape shape, int partitions, Cancellation cancellation) {
  /** The lists of some vertices in partition q. */
  public FetchedLists lists(int layer, int q, BoundaryMasters boundary) {
    final int most = shape.edgesOfAPiece();
    List<InEdges> pieces = new ArrayList<>();
    for (int from = 0; from < boundary.vertices().length; ) {
      cancellation.check();
      long edges = boundary.inDegrees()[from];
      int to = from + 1;
      while (to < boundary.vertices().length && edges + boundary.inDegrees()[to] <= most) {
        edges += boundary.inDegrees()[to++];
      }
      InEdges piece =
          peers.edges(layer, q, Arrays.copyOfRange(boundary.vertices(), from, to), shape);
      shape.require(piece, Arrays.copyOfRange(boundary.inDegrees(), from, to), partitions);
      pieces.add(piece);
      from = to;
    }
    return new FetchedLists(boundary.vertices(), shape.join(pieces));
  }
}

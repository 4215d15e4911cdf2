// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnx;

import io.graphember.inference.slice.StageSignature.Content;

/** Where a program finds the vertices and edges that its operations look at. */
interface Neighborhood {
  /** Of rows of sources those of the destinations. */
  String ofDestinations(String rows);

  /** Of rows of sources that of each edge's source. */
  String ofEdges(String rows);

  /** The input that holds such content, which is no value. */
  String input(Content content);
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnx;

import io.graphember.inference.slice.StageSignature.Content;
import io.graphember.spi.model.Space;

/** Where a program finds the vertices and edges that its operations look at. */
interface Neighborhood {
  /** Of rows of sources those of the destinations. */
  String ofDestinations(String rows);

  /** Of rows of sources that of each edge's source. */
  String ofEdges(String rows);

  /** The coefficient of each edge in a weighted sum, a column. */
  String edgeWeights();

  /** Types of what a space has rows of. */
  String types(Space space);

  /** The input that holds such content, which is no value. */
  String input(Content content);
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.EdgeAttributes;

/** The values that one edge carries; a reader fills them anew for every edge. */
public final class EdgeValues {
  /** Of edges that carry nothing. */
  static final EdgeValues NONE = new EdgeValues(EdgeAttributes.NONE);

  final EdgeAttributes attributes;
  public final float[] features;
  public float weight;
  public long time;

  public EdgeValues(EdgeAttributes attributes) {
    this.attributes = attributes;
    features = new float[attributes.featureDim()];
  }
}

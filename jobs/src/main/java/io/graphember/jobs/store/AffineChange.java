// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.store;

import io.graphember.client.api.Vector;
import io.graphember.jobs.cluster.ValueChange;

/** Makes {@code scale * row + added} of a row. Immutable. */
final class AffineChange implements ValueChange<Vector> {
  private static final long serialVersionUID = 1L;

  private final float scale;
  private final float[] added; // empty for nothing

  /**
   * A change.
   *
   * @param scale what the row is multiplied with; 0 forgets it, whatever it is
   * @param added as long as the row, or empty; not copied
   */
  AffineChange(float scale, float[] added) {
    this.scale = scale;
    this.added = added;
  }

  @Override
  public Vector apply(Vector row) {
    final float[] before = row.values();
    final float[] after = new float[before.length];
    if (scale != 0) {
      for (int i = 0; i < after.length; i++) {
        after[i] = scale * before[i];
      }
    }
    for (int i = 0; i < added.length; i++) {
      after[i] += added[i];
    }
    return new Vector(after);
  }
}

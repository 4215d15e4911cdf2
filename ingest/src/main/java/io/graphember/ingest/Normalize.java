// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/** What happens to a vertex's feature row before it is sent. */
public enum Normalize {
  /** Nothing. */
  NONE {
    @Override
    void apply(float[] row) {}
  },
  /** Divided by the sum of its absolute values; a row of zeros stays. */
  ROW {
    @Override
    void apply(float[] row) {
      double sum = 0;
      for (float value : row) {
        sum += Math.abs(value);
      }
      for (int i = 0; sum > 0 && i < row.length; i++) {
        row[i] = (float) (row[i] / sum);
      }
    }
  };

  /** Changes a row in place. */
  abstract void apply(float[] row);
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi;

/** How dense rows of features are stored; arithmetic is float32 whatever it is. */
public enum FeaturePrecision {
  /** IEEE 754 single precision, 4 bytes. */
  FLOAT32(Float.MAX_VALUE),
  /** IEEE 754 half precision, 2 bytes: 11 significant bits, up to 65504. */
  FLOAT16(65504),
  /** The upper half of a float32, 2 bytes: 8 significant bits, as large as a float32. */
  BFLOAT16(0x1.FEp127f);

  private final float largest;

  FeaturePrecision(float largest) {
    this.largest = largest;
  }

  /** The largest finite number. */
  public float largest() {
    return largest;
  }

  /** True if two values take 4 bytes. */
  public boolean half() {
    return this != FLOAT32;
  }

  /** Numbers of 4 bytes that a row takes. */
  public int words(int dim) {
    return half() ? (dim + 1) / 2 : dim;
  }
}

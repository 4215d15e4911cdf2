// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of a batch's seeds, which a decoder scores. Buffers are direct, in native byte order,
 * position 0.
 *
 * @param count number of pairs P
 * @param heads int32[P]: number of a seed each, {@code 0 .. seeds - 1}
 * @param tails int32[P]: number of a seed each
 * @param relations int32[P]: relation of each pair; null where there is one
 */
public record SeedPairs(
    int count, ByteBuffer heads, ByteBuffer tails, @Nullable ByteBuffer relations) {
  /** Checks the lengths, not the values in the buffers. */
  public SeedPairs {
    if (count < 0) {
      throw new IllegalArgumentException("the number of pairs must not be negative, was " + count);
    }
    Block.require("heads", heads, count);
    Block.require("tails", tails, count);
    if (relations != null) {
      Block.require("relations", relations, count);
    }
  }

  /** Pairs of one relation. */
  public SeedPairs(int count, ByteBuffer heads, ByteBuffer tails) {
    this(count, heads, tails, null);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/** Rows of pairs of seeds while a decoder is written: what it ends with. */
public final class Pairs extends Rows<Pairs> {
  Pairs(ProgramBuilder builder, int value) {
    super(builder, Space.PAIRS, value);
  }

  @Override
  Pairs of(int otherValue) {
    return new Pairs(builder, otherValue);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.ParameterLayout;

/**
 * First values of the parameters, drawn as their layout says: Glorot and Bengio's uniform
 * initialisation (AISTATS 2010, equation 16) for matrices, constants for most vectors. Keyed by
 * (seed, parameter), so it is the same in every trainer and backend.
 */
public final class ParameterInitializer {
  private static final long TAG = 0x1417;

  private ParameterInitializer() {}

  /** The parameters of a layout, flat. */
  public static float[] initialize(ParameterLayout layout, long seed) {
    float[] values = new float[layout.length()];
    for (int p = 0; p < layout.parameters().size(); p++) {
      ParameterLayout.Parameter parameter = layout.parameters().get(p);
      long key = CounterRandom.child(seed, TAG, p);
      for (int i = 0; i < parameter.length(); i++) {
        double uniform = CounterRandom.unitDouble(CounterRandom.bits(key, i));
        values[parameter.offset() + i] =
            (float) (parameter.initial() + parameter.bound() * (2 * uniform - 1));
      }
    }
    return values;
  }
}

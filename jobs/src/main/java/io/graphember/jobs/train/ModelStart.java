// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.train;

import io.graphember.jobs.catalog.StoredModel;
import io.graphember.jobs.catalog.TrainingMemory;
import io.graphember.training.epoch.EpochLoop;
import io.graphember.training.epoch.TrainingState;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the training of a model begins with.
 *
 * @param parameters the parameters; empty for random ones
 * @param slots what the optimizer remembers of them; empty for nothing
 * @param updates that were made before, which the optimizer counts
 */
public record ModelStart(float[] parameters, float[] slots, long updates) {
  private static final float[] NONE = {};

  /** Random parameters. */
  public static ModelStart random() {
    return new ModelStart(NONE, NONE, 0);
  }

  /** The parameters of another model. */
  public static ModelStart of(StoredModel model) {
    return new ModelStart(model.parameters(), NONE, 0);
  }

  /** A model that is trained on. */
  public static ModelStart of(StoredModel model, TrainingMemory memory) {
    return new ModelStart(model.parameters(), memory.slots(), memory.updates());
  }

  /**
   * The state before the first step.
   *
   * @param random state of random parameters
   * @param given state of given ones, see {@link EpochLoop#start(float[])}
   */
  TrainingState state(Supplier<TrainingState> random, Function<float[], TrainingState> given) {
    if (parameters.length == 0) {
      return random.get();
    }
    final TrainingState state = given.apply(parameters);
    return slots.length == 0 ? state : state.remembering(slots);
  }
}

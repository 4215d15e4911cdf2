// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotNull;

/**
 * A request that asks for no job but for predictions: a text with one section.
 *
 * @param predict what is asked
 */
record PredictionText(
    @Setting("What a trained model predicts at once.") @NotNull PredictSettings predict) {
  /** Name of the section, by which the text is known. */
  static final String SECTION = "predict";
}

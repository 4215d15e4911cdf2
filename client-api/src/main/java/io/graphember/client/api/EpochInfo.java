// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.graphember.client.api.observe.ValueHistogram;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One epoch of a job.
 *
 * @param epoch number, from 1
 * @param seconds wall time
 * @param waitSeconds of these, how long the first trainer waited for sampled batches
 * @param loss mean training loss
 * @param validation accuracy, micro F1 or RMSE on the validation split; null without a validation
 *     split
 * @param best true if it was the best so far
 * @param learningRate of its last step; null where it is not one number, and of a result of
 *     Graphember 0.1
 * @param histograms how parameters and gradients are distributed, of the latest epochs of a job
 *     with {@code training.observe.histograms}; else null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EpochInfo(
    int epoch,
    double seconds,
    double waitSeconds,
    double loss,
    @Nullable Double validation,
    boolean best,
    @Nullable Double learningRate,
    @Nullable Histograms histograms) {
  /** An epoch that is not described any further. */
  public EpochInfo(
      int epoch,
      double seconds,
      double waitSeconds,
      double loss,
      @Nullable Double validation,
      boolean best,
      @Nullable Double learningRate) {
    this(epoch, seconds, waitSeconds, loss, validation, best, learningRate, null);
  }

  /** The same with histograms, or without. */
  public EpochInfo with(@Nullable Histograms of) {
    return new EpochInfo(epoch, seconds, waitSeconds, loss, validation, best, learningRate, of);
  }

  /**
   * How values are distributed after an epoch.
   *
   * @param parameters of each parameter of the model
   * @param gradients of each parameter, in the last update
   */
  public record Histograms(List<ValueHistogram> parameters, List<ValueHistogram> gradients) {}
}

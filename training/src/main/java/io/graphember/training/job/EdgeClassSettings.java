// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.config.CrossChecked.Complaints;
import io.graphember.config.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;

/**
 * Classification of edges: section {@code edgeClasses} of a job file. A perceptron over the
 * embeddings of both ends tells the class.
 *
 * @param validation share of the edges that decide which epoch is the best
 * @param test share of the edges that measure the result
 */
public record EdgeClassSettings(
    @Setting(
            value =
                "Share of the edges that decide which epoch is the best, drawn by the job seed.",
            byDefault = "0.1")
        @DecimalMin("0")
        @DecimalMax("0.5")
        double validation,
    @Setting(value = "Share of the edges that measure the result.", byDefault = "0.2")
        @DecimalMin("0")
        @DecimalMax("0.5")
        double test) {

  /** Says what does not go together. */
  void check(Complaints complaints) {
    if (validation + test >= 1) {
      complaints.add("edgeClasses.test", "must leave edges to train on beside validation");
    }
  }
}

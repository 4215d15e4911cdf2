// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.config.CrossChecked.Complaints;
import io.graphember.config.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.util.stream.IntStream;

/**
 * Classification of edges: section {@code edgeClasses} of a job file. A perceptron over the
 * embeddings of both ends tells the class.
 *
 * @param edgeType edge type whose classes are learned; null for the first that has classes
 * @param validation share of the edges that decide which epoch is the best
 * @param test share of the edges that measure the result
 */
public record EdgeClassSettings(
    @Setting(
            value = "Edge type whose classes are learned; without it the first that has classes.",
            optional = true)
        String edgeType,
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

  /**
   * Number of the edge type whose classes are learned; of a graph without classes 0.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.sampling.SamplingError#EDGE_TYPE_UNKNOWN}
   */
  public int type(GraphShape graph) {
    if (edgeType != null) {
      return graph.edgeType("edgeClasses.edgeType", edgeType);
    }
    return IntStream.range(0, graph.edgeTypes().size())
        .filter(type -> graph.edgeClasses().get(type) > 0)
        .findFirst()
        .orElse(0);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;
import io.graphember.inference.layerwise.LayerTimes;
import java.util.List;

/**
 * Runs a trained model over the whole graph on one node, and writes what leaves it. Answers six
 * numbers a layer, those of {@link LayerTimes} behind its number, in their order.
 */
final class InferCall extends NodeCall<double[]> {
  private static final long serialVersionUID = 1L;
  private static final int NUMBERS = 6;

  private final long job;
  private final int epoch;
  private final float[] parameters;
  private final String predictions;
  private final String embeddings;

  /**
   * A call.
   *
   * @param predictions cache for predictions, or null
   * @param embeddings cache for embeddings, or null
   */
  InferCall(long job, int epoch, float[] parameters, String predictions, String embeddings) {
    this.job = job;
    this.epoch = epoch;
    this.parameters = parameters;
    this.predictions = predictions;
    this.embeddings = embeddings;
  }

  @Override
  protected double[] run(NodeParts parts) {
    List<LayerTimes> layers =
        parts.inference().run(parts.live().get(job, epoch), parameters, predictions, embeddings);
    double[] answer = new double[NUMBERS * layers.size()];
    for (int k = 0; k < layers.size(); k++) {
      LayerTimes layer = layers.get(k);
      answer[NUMBERS * k] = layer.fill();
      answer[NUMBERS * k + 1] = layer.aggregate();
      answer[NUMBERS * k + 2] = layer.dense();
      answer[NUMBERS * k + 3] = layer.write();
      answer[NUMBERS * k + 4] = layer.wall();
      answer[NUMBERS * k + 5] = layer.filledRows();
    }
    return answer;
  }

  /** Seconds that each layer took, of an answer. */
  static double[] wall(double[] answer) {
    double[] wall = new double[answer.length / NUMBERS];
    for (int k = 0; k < wall.length; k++) {
      wall[k] = answer[NUMBERS * k + 4];
    }
    return wall;
  }

  /**
   * Seconds of work of all layers and threads, of an answer.
   *
   * @param part 0 fill, 1 aggregate, 2 dense, 3 write
   */
  static double work(double[] answer, int part) {
    double sum = 0;
    for (int k = 0; k < answer.length / NUMBERS; k++) {
      sum += answer[NUMBERS * k + part];
    }
    return sum;
  }
}

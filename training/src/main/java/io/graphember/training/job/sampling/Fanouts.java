// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.sampling;

import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import java.util.Arrays;
import java.util.List;

/** Fanouts as a job file writes them. */
public final class Fanouts {
  public static final String PATTERN = "all|[1-9][0-9]{0,5}";
  public static final String RULE = "'all' or a number from 1 to 999999";

  /** Of one edge type among several, which need not be followed at every hop. */
  static final String TYPED_PATTERN = PATTERN + "|0";

  static final String TYPED_RULE = "'all' or a number from 0 to 999999";

  private Fanouts() {}

  public static boolean fit(List<String> fanouts, int layers) {
    return fanouts.size() == layers || fanouts.size() == 1;
  }

  public static String rule(int layers) {
    return "must name one fanout, or one for each of the model's " + layers + " layers";
  }

  /**
   * One fanout for each layer.
   *
   * @param setting name of the setting, for the message
   * @param fanouts one, which then holds for all layers, or as many as layers
   * @param layers number of layers
   */
  public static int[] parse(String setting, List<String> fanouts, int layers) {
    if (!fit(fanouts, layers)) {
      throw new GraphemberException(
          TrainingError.JOB_SETTINGS,
          "training.%s = %s: %s.".formatted(setting, fanouts, rule(layers)));
    }
    int[] parsed = new int[layers];
    Arrays.setAll(parsed, layer -> number(of(fanouts, layer)));
    return parsed;
  }

  /** The fanout of a layer. */
  static String of(List<String> fanouts, int layer) {
    return fanouts.get(fanouts.size() == 1 ? 0 : layer);
  }

  /** A fanout as algorithms know it. */
  public static int number(String fanout) {
    return fanout.equals("all") ? UniformNeighbors.ALL : Integer.parseInt(fanout);
  }
}

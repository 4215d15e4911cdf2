// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import java.util.ArrayList;
import java.util.List;

/**
 * What the outputs are made of: the rows that leave the last layer, or those that leave each of
 * them (Xu and others, "Representation learning on graphs with jumping knowledge networks", ICML
 * 2018, section 4).
 *
 * <p>No layer looks at more than one block, so layers hand on what the last one is to see of the
 * layers before: the rows that enter layer {@code k} end with those that left layer {@code k - 1},
 * and begin with what is handed on of the layers before that. Seeds are destinations of every
 * block, so their rows come all the way. What is handed on, no neighbour looks at.
 */
public enum JumpingKnowledge {
  /** The last layer alone. */
  NONE {
    @Override
    public int entering(int layer, int hidden) {
      return hidden;
    }

    @Override
    Destinations handedOn(Destinations entered, Destinations left) {
      return left;
    }

    @Override
    Destinations of(Destinations handedOn, int hidden) {
      return handedOn;
    }
  },

  /** The rows of all layers, one after the other, the first layer's first. */
  CONCAT {
    @Override
    public int entering(int layer, int hidden) {
      return Math.multiplyExact(layer, hidden);
    }

    @Override
    Destinations handedOn(Destinations entered, Destinations left) {
      return entered.concat(left);
    }

    @Override
    Destinations of(Destinations handedOn, int hidden) {
      return handedOn;
    }
  },

  /** The largest of all layers, column by column. */
  MAX {
    @Override
    public int entering(int layer, int hidden) {
      return layer == 1 ? hidden : Math.multiplyExact(2, hidden);
    }

    @Override
    Destinations handedOn(Destinations entered, Destinations left) {
      return of(entered, left.columns()).concat(left);
    }

    @Override
    Destinations of(Destinations handedOn, int hidden) {
      return handedOn.columns() == hidden
          ? handedOn
          : handedOn.columns(0, hidden).max(handedOn.columns(hidden, hidden));
    }
  },

  /**
   * The mean of all layers, weighted for each vertex apart: a score of a layer is a product with
   * the states of two {@link Lstm}s there, which go up and down the layers, and the weights are the
   * softmax of the scores. States are as wide as rows.
   */
  LSTM {
    @Override
    public int entering(int layer, int hidden) {
      return CONCAT.entering(layer, hidden);
    }

    @Override
    Destinations handedOn(Destinations entered, Destinations left) {
      return CONCAT.handedOn(entered, left);
    }

    @Override
    Destinations of(Destinations handedOn, int hidden) {
      final int layers = handedOn.columns() / hidden;
      Lstm<Destinations> upwards = new Lstm<>("jumping_up", hidden);
      Lstm<Destinations> downwards = new Lstm<>("jumping_down", hidden);
      List<Destinations> up = new ArrayList<>();
      List<Destinations> down = new ArrayList<>();
      for (int k = 0; k < layers; k++) {
        up.add(upwards.next(handedOn.columns(k * hidden, hidden)));
      }
      for (int k = layers - 1; k >= 0; k--) {
        down.add(0, downwards.next(handedOn.columns(k * hidden, hidden)));
      }
      Destinations scores = score(up.get(0), down.get(0));
      for (int k = 1; k < layers; k++) {
        scores = scores.concat(score(up.get(k), down.get(k)));
      }
      return handedOn.times(scores.rowSoftmax()).meanOfHeads(layers).scaled(layers);
    }

    private Destinations score(Destinations up, Destinations down) {
      return up.concat(down).linearShared("jumping_score", 1);
    }
  };

  /**
   * Columns of the rows that enter a layer but the first.
   *
   * @param layer its number, 1 or more
   * @param hidden columns that leave a layer
   */
  public abstract int entering(int layer, int hidden);

  /**
   * What leaves a layer but the first.
   *
   * @param entered the destinations' rows as they entered it
   * @param left what the layer has made of them
   */
  abstract Destinations handedOn(Destinations entered, Destinations left);

  /** What the outputs are made of, of what has left the last layer. */
  abstract Destinations of(Destinations handedOn, int hidden);
}

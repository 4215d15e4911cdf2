// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What is minimised: a sum over the rows of outputs {@code o}, those of the seeds or of pairs of
 * them, or over groups of such rows. Buffers are direct, in native byte order, position 0.
 *
 * <p>In a group the first row is that of a positive pair, the others are those of its negatives.
 */
public sealed interface Loss {

  /** Rows of a group, 1 if there are no groups. */
  default int groupRows() {
    return 1;
  }

  /**
   * Softmax cross-entropy of one class a row: {@code -w_y log softmax(o)_y}. A row is correct if
   * its largest output, the first of equals, is at its class.
   *
   * @param labels int32[rows]: class of each row, {@code 0 .. outputs - 1}
   * @param weights float32[outputs]: weight of each class; null for ones
   */
  record Classes(ByteBuffer labels, @Nullable ByteBuffer weights) implements Loss {}

  /**
   * Binary cross-entropy of several labels a row, or of pairs that are edges or not: the mean over
   * the outputs of {@code log(1 + exp(o)) - y o}. A row is correct if its outputs are positive
   * where the labels are more than a half, and nowhere else. With a dot decoder over positive pairs
   * of random walks and drawn negatives it is the unsupervised loss of GraphSAGE (Hamilton et al.,
   * NIPS 2017, equation 1).
   *
   * @param labels float32[rows, outputs]: 0 to 1 each
   */
  record Labels(ByteBuffer labels) implements Loss {}

  /**
   * Squared error: the mean over the outputs of {@code (o - y)^2}. No row is correct.
   *
   * @param values float32[rows, outputs]
   */
  record Values(ByteBuffer values) implements Loss {}

  /**
   * Margin ranking of groups: the mean over the negatives n of {@code max(0, margin - o_first +
   * o_n)}. A group is correct if the first output is larger than all others.
   *
   * @param negatives negatives of a group, at least 1
   * @param margin by how much the positive is to lead, positive
   */
  record Margin(int negatives, float margin) implements Loss {
    /** Checks the ranges. */
    public Margin {
      requireNegatives(negatives);
      if (!(margin > 0)) {
        throw new IllegalArgumentException("the margin must be positive, was " + margin);
      }
    }

    @Override
    public int groupRows() {
      return 1 + negatives;
    }
  }

  /**
   * Softmax over groups: {@code -log softmax(o of the group)_first}. A group is correct if the
   * first output is larger than all others.
   *
   * @param negatives negatives of a group, at least 1
   */
  record Ranking(int negatives) implements Loss {
    /** Checks the range. */
    public Ranking {
      requireNegatives(negatives);
    }

    @Override
    public int groupRows() {
      return 1 + negatives;
    }
  }

  /**
   * Softmax over the tails of the batch: of pairs {@code (h_i, t_i)} all other tails are negatives
   * of {@code h_i}, {@code -log softmax over j of (q_i . t_j) at i}, with the query {@code q_i}
   * that a decoder makes of {@code h_i}, see {@link
   * io.graphember.spi.model.DecoderSpec#queryProgram}. A pair is correct if its own tail has the
   * largest score, the first of equals. One row a pair, at O(pairs * pairs).
   */
  record InBatch() implements Loss {}

  /**
   * A loss each of whose rows counts by a weight of its own. What is correct does not change.
   *
   * @param rows {@link Classes}, {@link Labels} or {@link Values}
   * @param weights float32[rows]: factor of the loss of each row
   */
  record Weighted(Loss rows, ByteBuffer weights) implements Loss {
    /** Checks the loss. */
    public Weighted {
      if (!(rows instanceof Classes || rows instanceof Labels || rows instanceof Values)) {
        throw new IllegalArgumentException("the rows of " + rows + " have no weights");
      }
    }
  }

  private static void requireNegatives(int negatives) {
    if (negatives < 1) {
      throw new IllegalArgumentException("a group needs a negative, has " + negatives);
    }
  }
}

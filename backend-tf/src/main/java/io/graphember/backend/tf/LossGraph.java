// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import io.graphember.spi.backend.Loss;
import java.util.List;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Stack;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/** Builds a loss in a graph, from outputs[rows, columns] and what they should be. */
final class LossGraph {
  private final Ops tf;
  private final Placeholders placeholders;
  private final int number;
  private final int columns;
  private Optional<Operand<TFloat32>> rowWeights = Optional.empty();
  private final Figures figures;

  private record Figures(Operand<TFloat32> sum, Operand<TInt32> correct) {}

  /**
   * Adds the operations.
   *
   * @param number of the loss among the programs, see {@link Feed}
   * @param columns columns of the outputs
   */
  LossGraph(
      Ops tf,
      Placeholders placeholders,
      int number,
      Loss loss,
      Operand<TFloat32> outputs,
      int columns) {
    this.tf = tf;
    this.placeholders = placeholders;
    this.number = number;
    this.columns = columns;
    figures = figures(loss, outputs);
  }

  private Figures figures(Loss loss, Operand<TFloat32> outputs) {
    if (loss instanceof Loss.Weighted weighted) {
      rowWeights = Optional.of(placeholders.floats(feed(Feed.Part.ROW_WEIGHTS), Placeholders.ANY));
      return figures(weighted.rows(), outputs);
    } else if (loss instanceof Loss.Classes classes) {
      Operand<TInt32> labels = placeholders.ints(feed(Feed.Part.LABELS), Placeholders.ANY);
      return classes(outputs, labels, classes.weights() != null);
    } else if (loss instanceof Loss.InBatch) {
      Operand<TInt32> pairs =
          tf.reshape(
              tf.slice(tf.shape(outputs), tf.array(0), tf.array(1)), tf.constant(new int[0]));
      return classes(outputs, tf.range(tf.constant(0), pairs, tf.constant(1)), false);
    } else if (loss instanceof Loss.Labels) {
      return labels(outputs);
    } else if (loss instanceof Loss.Values) {
      return values(outputs);
    } else if (loss instanceof Loss.Margin margin) {
      return margin(outputs, margin);
    }
    return ranking(outputs, ((Loss.Ranking) loss).groupRows());
  }

  /** Equal for losses that differ in their buffers only: they have the same operations. */
  static Object signature(Loss loss) {
    if (loss instanceof Loss.Weighted weighted) {
      return List.of(Loss.Weighted.class, signature(weighted.rows()));
    }
    if (loss instanceof Loss.Classes classes) {
      return List.of(Loss.Classes.class, classes.weights() != null);
    }
    return loss instanceof Loss.Margin || loss instanceof Loss.Ranking ? loss : loss.getClass();
  }

  /** Sum of the losses. */
  Operand<TFloat32> sum() {
    return figures.sum;
  }

  /** Number of correct rows or groups. */
  Operand<TInt32> correct() {
    return figures.correct;
  }

  private Feed feed(Feed.Part part) {
    return new Feed(number, part, 0);
  }

  /** A label that is no class is an index that is refused; a one-hot row of it would be zeros. */
  private Figures classes(Operand<TFloat32> outputs, Operand<TInt32> labels, boolean weighted) {
    Operand<TInt32> rows = tf.range(tf.constant(0), tf.size(labels), tf.constant(1));
    Operand<TInt32> places = tf.stack(List.of(rows, labels), Stack.axis(1L));
    Operand<TFloat32> losses = tf.math.neg(tf.gatherNd(tf.nn.logSoftmax(outputs), places));
    if (weighted) {
      Operand<TFloat32> weights = placeholders.floats(feed(Feed.Part.CLASS_WEIGHTS), columns);
      losses = tf.math.mul(losses, tf.gather(weights, labels, tf.constant(0)));
    }
    Operand<TFloat32> sum =
        rowWeights.isPresent() ? total(tf.math.mul(losses, rowWeights.get())) : total(losses);
    return new Figures(
        sum, count(tf.math.equal(tf.math.argMax(outputs, tf.constant(1), TInt32.class), labels)));
  }

  private Figures labels(Operand<TFloat32> outputs) {
    Operand<TFloat32> labels = expected();
    Operand<TFloat32> sum =
        mean(byRow(tf.math.sub(tf.math.softplus(outputs), tf.math.mul(labels, outputs))), columns);
    Operand<TBool> right =
        tf.math.equal(
            tf.math.greater(outputs, tf.constant(0f)), tf.math.greater(labels, tf.constant(0.5f)));
    return new Figures(sum, count(tf.all(right, tf.constant(1))));
  }

  private Figures values(Operand<TFloat32> outputs) {
    Operand<TFloat32> sum = mean(byRow(tf.math.square(tf.math.sub(outputs, expected()))), columns);
    return new Figures(sum, tf.constant(0));
  }

  private Figures margin(Operand<TFloat32> outputs, Loss.Margin margin) {
    Operand<TFloat32> groups = tf.reshape(outputs, tf.array(-1, margin.groupRows()));
    Operand<TFloat32> lead = tf.math.sub(others(groups, margin.negatives()), first(groups));
    Operand<TFloat32> sum =
        mean(tf.nn.relu(tf.math.add(lead, tf.constant(margin.margin()))), margin.negatives());
    return new Figures(sum, leading(groups, margin.negatives()));
  }

  private Figures ranking(Operand<TFloat32> outputs, int groupRows) {
    Operand<TFloat32> groups = tf.reshape(outputs, tf.array(-1, groupRows));
    Operand<TFloat32> sum = total(tf.math.neg(first(tf.nn.logSoftmax(groups))));
    return new Figures(sum, leading(groups, groupRows - 1));
  }

  /** Losses [rows, columns], each row times its weight if it has one. */
  private Operand<TFloat32> byRow(Operand<TFloat32> losses) {
    return rowWeights.isPresent()
        ? tf.math.mul(losses, tf.expandDims(rowWeights.get(), tf.constant(1)))
        : losses;
  }

  private Operand<TFloat32> expected() {
    return placeholders.floats(feed(Feed.Part.LABELS), Placeholders.ANY, columns);
  }

  private Operand<TFloat32> first(Operand<TFloat32> groups) {
    return tf.slice(groups, tf.array(0, 0), tf.array(-1, 1));
  }

  private Operand<TFloat32> others(Operand<TFloat32> groups, int negatives) {
    return tf.slice(groups, tf.array(0, 1), tf.array(-1, negatives));
  }

  private Operand<TInt32> leading(Operand<TFloat32> groups, int negatives) {
    Operand<TBool> ahead = tf.math.greater(first(groups), others(groups, negatives));
    return count(tf.all(ahead, tf.constant(1)));
  }

  private Operand<TFloat32> mean(Operand<TFloat32> losses, int of) {
    return tf.math.mul(total(losses), tf.constant(1f / of));
  }

  private Operand<TFloat32> total(Operand<TFloat32> losses) {
    return tf.sum(tf.reshape(losses, tf.array(-1)), tf.constant(0));
  }

  private Operand<TInt32> count(Operand<TBool> rows) {
    return tf.sum(tf.dtypes.cast(rows, TInt32.class), tf.constant(0));
  }
}

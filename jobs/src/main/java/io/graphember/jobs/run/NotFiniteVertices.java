// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.graph.id.Vid;
import io.graphember.jobs.live.LiveJob;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.table.GradientNotFinite;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.loop.LossNotFinite;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a job comes upon what is no number, training knows the numbers of the vertices; which
 * vertices they are in the user's words is known here.
 */
final class NotFiniteVertices {
  /** Of a batch, in a message. */
  private static final int MOST_KEYS = 10;

  private NotFiniteVertices() {}

  /** A failure that names its vertices by their keys, if it is about some; else as it is. */
  static GraphemberException named(GraphemberException failure, LiveJob live, Publisher publisher) {
    if (failure.getCause() instanceof LossNotFinite batch) {
      return again(failure, loss(batch, live, publisher));
    }
    if (failure.getCause() instanceof GradientNotFinite row) {
      return again(failure, gradient(row, live, publisher));
    }
    return failure;
  }

  private static GraphemberException again(GraphemberException failure, String message) {
    return new GraphemberException(failure.code(), failure.category(), message, failure);
  }

  private static String loss(LossNotFinite batch, LiveJob live, Publisher publisher) {
    long[] some = Arrays.copyOf(batch.seeds(), Math.min(MOST_KEYS, batch.seeds().length));
    String keys =
        publisher.keys(live, some).stream().map(Object::toString).collect(Collectors.joining(", "));
    final int more = batch.seeds().length - some.length;
    return "The loss of step %d is %s, for a batch of the vertices %s%s: lower training.learningRate or look at their features."
        .formatted(
            batch.step(), batch.loss(), keys, more > 0 ? " and %d more".formatted(more) : "");
  }

  private static String gradient(GradientNotFinite row, LiveJob live, Publisher publisher) {
    List<Object> key = publisher.keys(live, new long[] {Vid.of(row.partition(), row.row())});
    return "The gradient of the row of vertex %s (row %d in partition %d) is infinite or not a number: lower %s.learningRate."
        .formatted(
            key.get(0),
            row.row(),
            row.partition(),
            live.settings().job() instanceof EmbedJob ? "embedding" : "training");
  }
}

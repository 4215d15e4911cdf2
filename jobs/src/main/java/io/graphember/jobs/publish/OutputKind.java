// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.client.api.PublicationKind;
import io.graphember.jobs.live.GraphTask;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.Objective;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;

/** A kind of results of a vertex that is made of a model's outputs of it. */
public enum OutputKind {
  /** Its class. */
  PREDICTIONS(PublicationKind.PREDICTIONS) {
    @Override
    boolean asked(JobSettings settings) {
      return settings.job().publish().predictions() && !learned(settings).targets();
    }

    @Override
    Object of(FloatBuffer outputs, int first, Objective learned, GraphTask task) {
      return Predictions.of(outputs, first, task.classNames());
    }

    @Override
    long bytes(GraphTask task, int outputDim) {
      return 4L * outputDim + VertexResults.longest(task.classNames());
    }
  },
  /** A number for each target. */
  VALUES(PublicationKind.VALUES) {
    @Override
    boolean asked(JobSettings settings) {
      return settings.job().publish().predictions() && learned(settings).targets();
    }

    @Override
    Object of(FloatBuffer outputs, int first, Objective learned, GraphTask task) {
      final int targets = task.vertices().targets().size();
      return Predictions.values(outputs, first, targets, learned == Objective.MULTI_LABEL);
    }

    @Override
    long bytes(GraphTask task, int outputDim) {
      return 4L * outputDim;
    }
  };

  private final PublicationKind<?> published;

  OutputKind(PublicationKind<?> published) {
    this.published = published;
  }

  /** The kinds that a job publishes; none of a job on edges. */
  public static List<OutputKind> of(JobSettings settings) {
    return settings.ofModel().ofPairs()
        ? List.of()
        : Arrays.stream(values()).filter(kind -> kind.asked(settings)).toList();
  }

  private static Objective learned(JobSettings settings) {
    return settings.ofModel().task().objective();
  }

  /** Its name in the cluster. */
  String text() {
    return published.name();
  }

  /** True if a job on vertices asks for it. */
  abstract boolean asked(JobSettings settings);

  /**
   * The result of a vertex.
   *
   * @param outputs of the model; those of the vertex begin at {@code first}
   */
  abstract Object of(FloatBuffer outputs, int first, Objective learned, GraphTask task);

  /** Bytes of a value, about. */
  abstract long bytes(GraphTask task, int outputDim);
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.client.api.PublicationKind;
import io.graphember.jobs.live.GraphTask;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.task.Objective;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;

/** A kind of results of a vertex that is made of a model's outputs of it. */
public enum OutputKind {
  /** Its class. */
  PREDICTIONS(PublicationKind.PREDICTIONS) {
    @Override
    boolean asked(JobSettings settings) {
      return predicts(settings) && !learned(settings).targets();
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
      return predicts(settings) && learned(settings).targets();
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
  },
  /** How uncertain its class is, or whether it has each of several labels. */
  UNCERTAINTY(PublicationKind.UNCERTAINTY) {
    @Override
    boolean asked(JobSettings settings) {
      return settings.job().publish().uncertainty();
    }

    @Override
    Object of(FloatBuffer outputs, int first, Objective learned, GraphTask task) {
      if (learned == Objective.CLASSIFICATION) {
        float[] all = Predictions.of(outputs, first, task.classNames()).probabilities();
        return (float) Math.min(1, entropy(all) / Math.log(all.length));
      }
      final int labels = task.vertices().targets().size();
      double sum = 0;
      for (float label : Predictions.values(outputs, first, labels, true).values()) {
        sum += entropy(label, 1 - label) / Math.log(2);
      }
      return (float) Math.min(1, sum / labels);
    }

    @Override
    long bytes(GraphTask task, int outputDim) {
      return Float.BYTES;
    }
  };

  private final PublicationKind<?> published;

  OutputKind(PublicationKind<?> published) {
    this.published = published;
  }

  /** The kinds that a job publishes, whose settings have been checked. */
  public static List<OutputKind> of(JobSettings settings) {
    return Arrays.stream(values()).filter(kind -> kind.asked(settings)).toList();
  }

  /** In nats, of probabilities that add up to 1. */
  private static double entropy(float... probabilities) {
    double entropy = 0;
    for (float probability : probabilities) {
      entropy -= probability > 0 ? probability * Math.log(probability) : 0;
    }
    return Math.max(0, entropy);
  }

  private static Objective learned(JobSettings settings) {
    return settings.ofModel().task().objective();
  }

  private static boolean predicts(JobSettings settings) {
    return settings.job().publish().predictions() && !settings.ofModel().ofPairs();
  }

  /** Its name in the cluster. */
  String text() {
    return published.name();
  }

  /** True if a job asks for it. */
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

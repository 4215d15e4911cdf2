// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.fit;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.live.GraphTask;
import io.graphember.jobs.live.LiveJob;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.InferenceSettings;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.task.EdgeLabelSettings;
import io.graphember.training.job.task.LinkSettings;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Which pairs of vertices a job of inference scores: those that edges of one type might join, or
 * without an edge type those within one vertex type. Immutable.
 *
 * @param edgeType number of the edge type; {@link EdgeRule#ANY_TYPE} for none
 * @param head number of the vertex type of the first vertex, the source
 * @param tail number of the vertex type of the second one, the destination
 */
public record PairTypes(int edgeType, int head, int tail) {
  /**
   * The pairs of a job.
   *
   * @throws GraphemberException with code {@link TrainingError#TASK_UNFIT} or {@link
   *     io.graphember.sampling.SamplingError#EDGE_TYPE_UNKNOWN}
   */
  public static PairTypes of(GraphInfo graph, GraphTask task, JobSettings settings) {
    final int number =
        settings.infer().task() instanceof EdgeLabelSettings labels
            ? labels.type(task.shape())
            : settings.infer().inference().scoredType(task.shape());
    return number == EdgeRule.ANY_TYPE
        ? within(graph, task, settings)
        : joined(graph, task, settings, number);
  }

  /** The pairs of a job that runs. */
  public static PairTypes of(LiveJob job) {
    return of(job.graph(), job.task(), job.settings());
  }

  private static PairTypes joined(
      GraphInfo graph, GraphTask task, JobSettings settings, int number) {
    final GraphInfo.Edges type = graph.edgeTypes().get(number);
    List<String> embedded = task.embedded().stream().map(GraphInfo.Vertices::name).toList();
    if (!embedded.containsAll(List.of(type.source(), type.destination()))) {
      throw unfit(
          "%s = %s: its edges lead from %s to %s, but the job has embeddings of %s alone; tasks of edges have them of all that edges join, unless task.vertexType names one."
              .formatted(
                  settings.infer().task() instanceof EdgeLabelSettings
                      ? "task.edgeType"
                      : "inference.edgeType",
                  type.name(),
                  type.source(),
                  type.destination(),
                  String.join(", ", embedded)));
    }
    return new PairTypes(
        number, graph.vertexType(type.source()), graph.vertexType(type.destination()));
  }

  private static PairTypes within(GraphInfo graph, GraphTask task, JobSettings settings) {
    if (settings.ofModel().spec(task.shape()).decoder().relations() > 1) {
      throw unfit(
          "inference.edgeType is missing: task.decoder %s scores a pair by one of the edge types %s of graph %s."
              .formatted(
                  decoder(settings), String.join(", ", task.shape().edgeTypes()), graph.name()));
    }
    final String scored = task.vertices().name();
    if (settings.infer().inference().edges() == InferenceSettings.Edges.ALL
        && graph.edgeTypes().stream()
            .noneMatch(type -> type.source().equals(scored) && type.destination().equals(scored))) {
      throw unfit(
          "inference.edgeType is missing: without it edges from %s to %s are scored, and graph %s has none, but %s."
              .formatted(scored, scored, graph.name(), ends(graph)));
    }
    return new PairTypes(EdgeRule.ANY_TYPE, task.vertexType(), task.vertexType());
  }

  /** As the job file names it. */
  private static String decoder(JobSettings settings) {
    return ((LinkSettings) settings.infer().task()).decoder().name().toLowerCase(Locale.ROOT);
  }

  private static String ends(GraphInfo graph) {
    return graph.edgeTypes().stream()
        .map(type -> "%s from %s to %s".formatted(type.name(), type.source(), type.destination()))
        .collect(Collectors.joining(", "));
  }

  private static GraphemberException unfit(String message) {
    return new GraphemberException(TrainingError.TASK_UNFIT, message);
  }
}

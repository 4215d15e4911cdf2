// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.fit;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.live.GraphTask;
import io.graphember.sampling.SamplingError;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.batch.BatchPolicy;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.training.TrainingError;
import io.graphember.training.job.InferJob;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainJob;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.batch.ClusterBatchPolicy;
import io.graphember.training.job.batch.Clusters;
import io.graphember.training.job.sampling.EdgeTypeSettings;
import io.graphember.training.job.sampling.SamplingSettings;
import io.graphember.training.job.task.EdgeLabelSettings;
import io.graphember.training.job.task.GraphShape;
import io.graphember.training.job.task.PairTaskSettings;
import io.graphember.training.job.task.TaskSettings;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Whether a graph has what a job needs, asked before anything is loaded. */
public final class GraphFit {
  /** A buffer of an engine holds 2 GiB. */
  private static final int MOST_PARAMETERS = (1 << 29) - 1;

  private GraphFit() {}

  /**
   * Refuses a job that the graph does not fit.
   *
   * @throws GraphemberException with code {@link TrainingError#TASK_UNFIT}, {@link
   *     SamplingError#EDGE_TYPE_UNKNOWN}, {@link SamplingError#EDGE_COLUMN_MISSING} or {@link
   *     SamplingError#VERTEX_COLUMN_MISSING}, or settings that contradict each other
   */
  public static void require(GraphInfo graph, JobSettings settings) {
    GraphShape shape = requireTask(graph, settings).shape();
    requireSize(settings.ofModel().spec(shape));
    if (settings.job() instanceof TrainJob train) {
      TrainingParameters.of(settings, shape);
      requireInStep(graph, train, shape);
      requireFeatures(graph, train, shape);
      if (train.sampling().beforeSeeds()) {
        requireSeedTimes(graph, GraphTask.of(graph, settings), train.task());
      }
      requireColumns(graph, train.sampling());
      requireClusters(graph, train.training().batch());
    }
  }

  /** The times of seeds: of vertices, or of the edges that are learned. */
  private static void requireSeedTimes(GraphInfo graph, GraphTask task, TaskSettings learned) {
    if (!(learned instanceof PairTaskSettings pairs)) {
      if (!task.vertices().attributes().time()) {
        throw new GraphemberException(
            SamplingError.VERTEX_COLUMN_MISSING,
            "Vertices of type %s of graph %s have no time, which sampling.before: seed asks for: name its column in the source, time of the vertices, or give sampling.before a number."
                .formatted(task.vertices().name(), graph.name()));
      }
      return;
    }
    final List<Integer> types = pairs.edgeTypes(task.shape());
    for (int type = 0; type < graph.edgeTypes().size(); type++) {
      if ((types.isEmpty() || types.contains(type)) && !graph.edgeTypes().get(type).time()) {
        throw new GraphemberException(
            SamplingError.EDGE_COLUMN_MISSING,
            "Edges of type %s of graph %s have no time, which sampling.before: seed asks for where the job learns of them: name its column in the source, or give sampling.before a number."
                .formatted(graph.edgeTypes().get(type).name(), graph.name()));
      }
    }
  }

  private static void requireClusters(GraphInfo graph, BatchPolicy policy) {
    if (policy instanceof ClusterBatchPolicy batches
        && batches.clusters() == Clusters.COLUMN
        && !graph.vertexAttributes().cluster()) {
      throw new GraphemberException(
          SamplingError.VERTEX_COLUMN_MISSING,
          "Vertices of graph %s have no cluster, which training.batch.clusters: column asks for: name its column in the source, cluster of the vertices, or leave training.batch.clusters out."
              .formatted(graph.name()));
    }
  }

  private static void requireInStep(GraphInfo graph, TrainJob train, GraphShape shape) {
    if (shape.learned() && !train.training().inStep()) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Graph %s has vertices without features, whose rows trainers learn step by step together: training.consistency must be bsp."
              .formatted(graph.name()));
    }
  }

  /** Rows that are learned belong to the vertices of one version. */
  private static void requireFeatures(GraphInfo graph, TrainJob train, GraphShape shape) {
    if (shape.learned() && train.keepsOptimizer()) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Graph %s has vertices without features, whose rows belong to one version of it: leave out section %s."
              .formatted(graph.name(), train.retraining().isPresent() ? "retrain" : "update"));
    }
  }

  private static void requireColumns(GraphInfo graph, SamplingSettings sampling) {
    if (sampling.needsWeights()) {
      requireColumn(graph, sampling, "weight", GraphInfo.Edges::weight);
    }
    if (sampling.needsTimes()) {
      requireColumn(graph, sampling, "time", GraphInfo.Edges::time);
    }
  }

  /**
   * Refuses a graph without edges, whose vertices nothing can be said of, and one of several types.
   */
  public static void requireEmbeddable(GraphInfo graph) {
    if (graph.vertexTypes().size() > 1) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Graph %s has the vertex types %s: embeddings without a model need a graph with one, since keys of two types may be the same."
              .formatted(graph.name(), typeNames(graph)));
    }
    if (graph.edges() == 0) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Graph %s has no edges: embeddings are trained on pairs of vertices that edges join."
              .formatted(graph.name()));
    }
  }

  private static void requireSize(ModelSpec spec) {
    try {
      if (spec.layout().length() <= MOST_PARAMETERS) {
        return;
      }
    } catch (ArithmeticException e) {
      // even more
    }
    throw new GraphemberException(
        TrainingError.TASK_UNFIT,
        "model.hidden = %d with %d layers, %d features and %d classes: more than %d parameters."
            .formatted(
                spec.hiddenDim(),
                spec.layers(),
                spec.inputDim(),
                spec.outputDim(),
                MOST_PARAMETERS));
  }

  private static String typeNames(GraphInfo graph) {
    return graph.vertexTypes().stream()
        .map(GraphInfo.Vertices::name)
        .collect(Collectors.joining(", "));
  }

  private static void requireColumn(
      GraphInfo graph,
      SamplingSettings sampling,
      String column,
      Predicate<GraphInfo.Edges> present) {
    List<String> followed = sampling.edgeTypes().stream().map(EdgeTypeSettings::name).toList();
    for (GraphInfo.Edges edges : graph.edgeTypes()) {
      if ((followed.isEmpty() || followed.contains(edges.name())) && !present.test(edges)) {
        throw new GraphemberException(
            SamplingError.EDGE_COLUMN_MISSING,
            "Edges of type %s of graph %s have no %s, which section sampling of the job asks for: name its column in the source, or sample without it."
                .formatted(edges.name(), graph.name(), column));
      }
    }
  }

  private static void requireLabels(GraphInfo graph, GraphShape shape, EdgeLabelSettings learned) {
    GraphInfo.Edges type = graph.edgeTypes().get(learned.type(shape));
    learned
        .lack(type.label())
        .ifPresent(
            lack -> {
              throw new GraphemberException(
                  TrainingError.TASK_UNFIT,
                  "Edges of type %s of graph %s have %s."
                      .formatted(type.name(), graph.name(), lack));
            });
  }

  private static void requireEdges(
      GraphInfo graph, GraphTask task, JobSettings settings, PairTaskSettings learned) {
    if (settings.job().evaluation().isPresent() && graph.vertexTypes().size() > 1) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Graph %s has the vertex types %s: task.evaluation needs a graph with one."
              .formatted(graph.name(), typeNames(graph)));
    }
    List<Integer> types = learned.edgeTypes(task.shape());
    if (task.shape().edges(types) == 0) {
      List<String> names = types.stream().map(type -> graph.edgeTypes().get(type).name()).toList();
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Graph %s has no edges%s: the task learns from edges."
              .formatted(
                  graph.name(), names.isEmpty() ? "" : " of type " + String.join(", ", names)));
    }
  }

  /** The layers, which a jar of the user's may write: what it throws is no bug of ours. */
  private static List<Program> programs(GraphInfo graph, String model, ModelSpec spec) {
    try {
      return spec.programs();
    } catch (RuntimeException | LinkageError e) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Model %s does not fit graph %s: %s."
              .formatted(
                  model, graph.name(), e instanceof IllegalArgumentException ? e.getMessage() : e),
          e);
    }
  }

  private static GraphTask requireTask(GraphInfo graph, JobSettings settings) {
    GraphTask task = GraphTask.of(graph, settings);
    if (settings.ofModel().task() instanceof EdgeLabelSettings labels) {
      requireLabels(graph, task.shape(), labels);
    }
    String model = settings.ofModel().model().architecture().name();
    if (settings.ofModel().task() instanceof PairTaskSettings learned) {
      requireEdges(graph, task, settings, learned);
    }
    if (settings.job() instanceof InferJob infer && infer.inference().scoresPairs()) {
      PairTypes.of(graph, task, settings);
    }
    final String slices = settings.layerwise().slices();
    if (task.shape().learned() && slices != null) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "inference.slices = %s: graph %s has vertices without features, whose rows are learned with a model; slices have none."
              .formatted(slices, graph.name()));
    }
    List<Program> programs = programs(graph, model, settings.ofModel().spec(task.shape()));
    if (settings.job() instanceof TrainJob train
        && !train.sampling().plain()
        && programs.stream().anyMatch(p -> p.uses(Operator.NEIGHBOR_WEIGHTED_SUM))) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Model %s divides by the degrees of the whole graph: it goes without sampling.order, edgeTypes and before."
              .formatted(model));
    }
    if (graph.vertexTypes().size() > 1
        && programs.stream().noneMatch(p -> p.usesEdgeTypes() || p.usesVertexTypes())) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Graph %s has the vertex types %s: model %s needs a graph with one, rgcn and hgt tell types apart."
              .formatted(graph.name(), typeNames(graph), model));
    }
    return task;
  }
}

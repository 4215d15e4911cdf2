// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.client.api.GraphInfo;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.task.EdgeLabelSettings;
import io.graphember.training.job.task.GraphShape;
import io.graphember.training.job.task.Objective;
import io.graphember.training.job.task.PairTaskSettings;
import io.graphember.training.job.task.TaskSettings;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a model is to do on a graph: which vertices it says something of, and what it must know of
 * the graph.
 *
 * @param vertexType number of the vertex type whose classes or targets are learned; of a job on
 *     edges, whose pairs are scored
 * @param vertices that type
 * @param embedded the vertex types whose embeddings are published, in the order of their numbers:
 *     that one, or all that the edges join which are learned from
 * @param edgeClassNames names of the classes of edges that are learned; empty for another task
 * @param shape what the model is made for
 */
public record GraphTask(
    int vertexType,
    GraphInfo.Vertices vertices,
    List<GraphInfo.Vertices> embedded,
    List<String> edgeClassNames,
    GraphShape shape) {
  private static final int FEWEST_CLASSES = 2;

  /**
   * The task of a job.
   *
   * @throws GraphemberException with code {@link TrainingError#TASK_UNFIT}
   */
  public static GraphTask of(GraphInfo graph, JobSettings settings) {
    final TaskSettings learned = settings.ofModel().task();
    if (learned instanceof PairTaskSettings pairs) {
      return ofPairs(graph, pairs, settings.ofModel().model().hidden());
    }
    final int type = vertexType(graph, learned);
    GraphInfo.Vertices vertices = graph.vertexTypes().get(type);
    GraphShape shape = shape(graph, outputs(vertices, learned.objective()));
    return new GraphTask(type, vertices, List.of(vertices), List.of(), shape);
  }

  private static GraphTask ofPairs(GraphInfo graph, PairTaskSettings pairs, int hidden) {
    GraphShape shape = shape(graph, hidden);
    List<GraphInfo.Vertices> embedded =
        pairs
            .vertexType()
            .map(name -> List.of(named(graph, name)))
            .orElseGet(() -> joined(graph, pairs, shape));
    GraphInfo.Vertices first = embedded.get(0);
    List<String> classNames =
        pairs instanceof EdgeLabelSettings labels
            ? graph.edgeTypes().get(labels.type(shape)).classNames()
            : List.of();
    return new GraphTask(graph.vertexTypes().indexOf(first), first, embedded, classNames, shape);
  }

  private static GraphShape shape(GraphInfo graph, int outputs) {
    return new GraphShape(
        graph.vertexTypes().stream().map(GraphInfo.Vertices::featureDim).toList(),
        outputs,
        graph.edgeTypes().stream().mapToInt(GraphInfo.Edges::featureDim).max().orElse(0),
        graph.edgeTypes().stream().map(GraphInfo.Edges::name).toList(),
        graph.edgeTypes().stream().map(GraphInfo.Edges::count).toList(),
        graph.edgeTypes().stream().map(GraphInfo.Edges::label).toList());
  }

  /** Names of the classes. */
  public List<String> classNames() {
    return vertices.classNames();
  }

  /** Vertices whose class or targets are known, at most; none where edges are learned of. */
  public long labelled(JobSettings settings) {
    if (settings.ofModel().ofPairs()) {
      return 0;
    }
    return settings.ofModel().task().objective().targets() ? vertices.count() : vertices.labels();
  }

  private static int outputs(GraphInfo.Vertices type, Objective task) {
    return task.targets() ? type.targets().size() : type.classNames().size();
  }

  /** The vertex types at the ends of edges that a job learns from. */
  private static List<GraphInfo.Vertices> joined(
      GraphInfo graph, PairTaskSettings pairs, GraphShape shape) {
    List<Integer> types = pairs.edgeTypes(shape);
    List<GraphInfo.Edges> edges =
        types.isEmpty()
            ? graph.edgeTypes()
            : types.stream().map(type -> graph.edgeTypes().get(type)).toList();
    Set<String> names =
        edges.stream()
            .flatMap(type -> Stream.of(type.source(), type.destination()))
            .collect(Collectors.toSet());
    return graph.vertexTypes().stream().filter(type -> names.contains(type.name())).toList();
  }

  private static GraphInfo.Vertices named(GraphInfo graph, String name) {
    return graph.vertexTypes().stream()
        .filter(type -> type.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(graph, name));
  }

  private static GraphemberException unknown(GraphInfo graph, String vertexType) {
    return unfit(
        "task.vertexType names %s: graph %s has the vertex types %s."
            .formatted(vertexType, graph.name(), names(graph.vertexTypes())));
  }

  private static int vertexType(GraphInfo graph, TaskSettings learned) {
    final String name = learned.vertexType().orElse(null);
    final Objective task = learned.objective();
    List<GraphInfo.Vertices> types = graph.vertexTypes();
    List<Integer> candidates =
        IntStream.range(0, types.size())
            .filter(
                t ->
                    name == null ? learnable(types.get(t), task) : types.get(t).name().equals(name))
            .boxed()
            .toList();
    if (candidates.size() == 1 && learnable(types.get(candidates.get(0)), task)) {
      return candidates.get(0);
    }
    if (candidates.isEmpty() && name != null) {
      throw unknown(graph, name);
    }
    if (candidates.size() > 1) {
      throw unfit(
          "Several vertex types of graph %s have %s, %s: name one in task.vertexType."
              .formatted(
                  graph.name(),
                  task.targets() ? "targets" : "classes",
                  names(candidates.stream().map(types::get).toList())));
    }
    if (task.targets()) {
      throw unfit(
          "Graph %s has no targets: task.type: %s needs them, from targets or a labelSeparator in the source."
              .formatted(graph.name(), task.text()));
    }
    List<String> classes = types.get(candidates.isEmpty() ? 0 : candidates.get(0)).classNames();
    throw unfit(
        "Graph %s has %s: vertex classification needs labels of at least 2 classes."
            .formatted(
                graph.name(),
                classes.isEmpty() ? "no labels" : "labels of one class, " + classes.get(0)));
  }

  private static boolean learnable(GraphInfo.Vertices type, Objective task) {
    return outputs(type, task) >= (task.targets() ? 1 : FEWEST_CLASSES);
  }

  private static String names(List<GraphInfo.Vertices> types) {
    return types.stream().map(GraphInfo.Vertices::name).collect(Collectors.joining(", "));
  }

  private static GraphemberException unfit(String message) {
    return new GraphemberException(TrainingError.TASK_UNFIT, message);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.predict;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.predict.PredictRequest;
import io.graphember.client.api.predict.PredictedVertex;
import io.graphember.client.api.predict.VertexPredictions;
import io.graphember.graph.GraphError;
import io.graphember.inference.predict.FewVertices;
import io.graphember.inference.predict.HopDraws;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.PrimaryPartitions;
import io.graphember.jobs.publish.Predictions;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.task.Objective;
import jakarta.inject.Inject;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Predicts vertices that a client asks for: reads their neighbourhoods wherever the partitions of
 * the graph are, and runs the model here. Waits for nodes; the first request on a graph, while it
 * comes into memory. Safe for use by several threads.
 */
public final class VertexPredictor {
  /** While nodes come and go, it is tried again so long. */
  private static final long PATIENCE_SECONDS = 10;

  private static final long PAUSE_MILLIS = 20;

  private final WarmModels models;
  private final WarmGraphs graphs;
  private final NodeCalls calls;
  private final PrimaryPartitions primaries;

  /** Predicts from a node. */
  @Inject
  public VertexPredictor(
      WarmModels models, WarmGraphs graphs, NodeCalls calls, PrimaryPartitions primaries) {
    this.models = models;
    this.graphs = graphs;
    this.calls = calls;
    this.primaries = primaries;
  }

  /**
   * Predicts.
   *
   * @throws GraphemberException with code {@link NodeError#REQUEST_MALFORMED}, {@link
   *     GraphError#VERTEX_UNKNOWN}, {@link NodeError#PARTITION_LOST}; as {@link WarmModels#get}; if
   *     memory does not suffice; or as a call to a node fails
   */
  public VertexPredictions predict(String graph, String job, PredictRequest request) {
    check(request);
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      final WarmModel model = models.get(graph, job);
      try {
        return predict(model, request);
      } catch (GraphemberException e) {
        if (!isPassing(e) || System.nanoTime() > end || !pause()) {
          throw e;
        }
      }
      model.cool();
      primaries.forget(model.graph().cache());
    }
  }

  /** Forgets what nobody has asked for lately, or was dropped. Called again and again. */
  public void look() {
    models.look();
    graphs.look();
  }

  /**
   * Forgets everything: the node stops, or its cluster begins anew with versions of the same
   * numbers.
   */
  public void forgetAll() {
    models.forgetAll();
    graphs.forgetAll();
  }

  /** Until the node sees who has left, and what moves has moved; false if this thread is to end. */
  private static boolean pause() {
    try {
      return !new CountDownLatch(1).await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** True of what another attempt may not meet: nodes move, and versions come and go. */
  private static boolean isPassing(GraphemberException e) {
    return e.is(NodeError.VERSION_UNKNOWN) // of the node that was asked, by now or not yet
        || e.is(NodeError.NOT_OWNER)
        || e.is(NodeError.NODE_LOST)
        || e.is(NodeError.NODE_CALL_FAILED);
  }

  private static void check(PredictRequest request) {
    require(request.keys() != null, "It has no keys.");
    require(
        !request.keys().isEmpty() && request.keys().size() <= PredictRequest.MOST,
        "%d vertices are asked for: ask for 1 to %d."
            .formatted(request.keys().size(), PredictRequest.MOST));
    require(!request.keys().contains(null), "A key is missing.");
    require(request.fanouts() != null && !request.fanouts().contains(null), "A fanout is missing.");
    for (int fanout : request.fanouts()) {
      require(
          fanout >= 1 && fanout <= PredictRequest.MOST_NEIGHBORS,
          "A fanout is %d: give 1 to %d, or none for all neighbours."
              .formatted(fanout, PredictRequest.MOST_NEIGHBORS));
    }
  }

  private static void require(boolean truth, String otherwise) {
    if (!truth) {
      throw new GraphemberException(NodeError.REQUEST_MALFORMED, otherwise);
    }
  }

  private VertexPredictions predict(WarmModel model, PredictRequest request) {
    final int type = vertexType(model, request);
    final HopDraws draws = draws(model, request);
    checkKeys(model.graph().vertexTypes().get(type), request);
    final WarmModel.Placed placed =
        model.place(
            owners(model.graph()),
            owners ->
                new ClusterReads(calls, graphs, model.reads(), model.model().needs(), owners));
    final SharedPasses.Computed computed =
        request.newVertices().isEmpty() && request.newEdges().isEmpty()
            ? placed.passes().compute(draws, vids(model, placed, type, request))
            : withNew(model, placed, type, draws, request);
    final List<PredictedVertex> vertices = new ArrayList<>();
    for (int i = 0; i < request.keys().size(); i++) {
      vertices.add(
          vertex(
              model,
              request.keys().get(i),
              computed.rows(),
              computed.numbers()[i],
              request.embeddings()));
    }
    return new VertexPredictions(model.graph().version(), model.trainedOn(), vertices);
  }

  private static HopDraws draws(WarmModel model, PredictRequest request) {
    final int layers = model.model().layers();
    require(
        request.fanouts().isEmpty() || request.fanouts().size() == layers,
        "It has %d fanouts, and the model has %d layers: give as many, or none for all neighbours."
            .formatted(request.fanouts().size(), layers));
    return request.fanouts().isEmpty()
        ? HopDraws.ALL
        : new HopDraws(request.fanouts(), request.seed());
  }

  /** The type of the vertices: of those that the job would publish. */
  private static int vertexType(WarmModel model, PredictRequest request) {
    final List<GraphInfo.Vertices> published =
        model.settings().ofModel().ofPairs()
            ? model.task().embedded()
            : List.of(model.task().vertices());
    final Optional<GraphInfo.Vertices> asked =
        request.vertexType() == null
            ? Optional.of(published.get(0)).filter(only -> published.size() == 1)
            : published.stream()
                .filter(type -> type.name().equals(request.vertexType()))
                .findFirst();
    return model
        .graph()
        .vertexTypes()
        .indexOf(
            asked.orElseThrow(
                () ->
                    new GraphemberException(
                        NodeError.REQUEST_MALFORMED,
                        "The vertex type is %s: the model predicts vertices of %s, name one of them."
                            .formatted(
                                request.vertexType() == null ? "missing" : request.vertexType(),
                                published.stream()
                                    .map(GraphInfo.Vertices::name)
                                    .collect(Collectors.joining(", "))))));
  }

  private static void checkKeys(GraphInfo.Vertices type, PredictRequest request) {
    final KeyKind kind = type.keys();
    require(
        request.keyKind() == null || kind == request.keyKind(),
        "Keys of the vertices are of kind %s, and these are of kind %s."
            .formatted(kind, request.keyKind()));
    for (String key : request.keys()) {
      try {
        KeyColumn.parse(kind, List.of(key));
      } catch (IllegalArgumentException e) {
        throw new GraphemberException(
            NodeError.REQUEST_MALFORMED, "%s is no key of kind %s.".formatted(key, kind), e);
      }
    }
  }

  private static long[] vids(
      WarmModel model, WarmModel.Placed placed, int type, PredictRequest request) {
    final long[] vids = placed.reads().find(type, request.keys());
    for (int i = 0; i < vids.length; i++) {
      if (vids[i] == VertexKeys.ABSENT) {
        throw unknown(model.graph(), type, request.keys().get(i));
      }
    }
    return vids;
  }

  static GraphemberException unknown(GraphInfo graph, int type, String key) {
    return new GraphemberException(
        GraphError.VERTEX_UNKNOWN,
        "Version %d of graph %s has no vertex %s of type %s."
            .formatted(graph.version(), graph.name(), key, graph.vertexTypes().get(type).name()));
  }

  /** With what came with the request, which nobody shares. */
  private static SharedPasses.Computed withNew(
      WarmModel model, WarmModel.Placed placed, int type, HopDraws draws, PredictRequest request) {
    final NewParts parts =
        new NewParts(
            model.graph(),
            model.reads(),
            model.model().needs().features(),
            request,
            placed.reads()::find);
    final long[] vids = new long[request.keys().size()];
    final List<Integer> old = new ArrayList<>();
    for (int i = 0; i < vids.length; i++) {
      vids[i] = parts.vid(type, request.keys().get(i));
      if (vids[i] == VertexKeys.ABSENT) {
        old.add(i);
      }
    }
    if (!old.isEmpty()) {
      final long[] found =
          placed.reads().find(type, old.stream().map(request.keys()::get).toList());
      for (int i = 0; i < found.length; i++) {
        if (found[i] == VertexKeys.ABSENT) {
          throw unknown(model.graph(), type, request.keys().get(old.get(i)));
        }
        vids[old.get(i)] = found[i];
      }
    }
    return placed.passes().alone(parts.in(placed.reads()), draws, vids);
  }

  private UUID[] owners(GraphInfo graph) {
    final UUID[] owners = new UUID[graph.partitions()];
    for (Map.Entry<UUID, int[]> part : primaries.of(graph.cache()).entrySet()) {
      for (int p : part.getValue()) {
        if (p < owners.length) {
          owners[p] = part.getKey();
        }
      }
    }
    return owners;
  }

  /** What would be published of a vertex. */
  private static PredictedVertex vertex(
      WarmModel model, String key, FewVertices.Rows rows, int number, boolean embeds) {
    final boolean ofPairs = model.settings().ofModel().ofPairs();
    final Objective learned = model.settings().ofModel().task().objective();
    final FloatBuffer outputs = FloatBuffer.wrap(rows.last());
    final int at = number * rows.stride();
    final Optional<Prediction> ofClass =
        ofPairs || learned.targets()
            ? Optional.empty()
            : Optional.of(Predictions.of(outputs, at, model.task().classNames()));
    final float[] values =
        ofPairs || !learned.targets()
            ? new float[0]
            : Predictions.values(
                    outputs,
                    at,
                    model.task().vertices().targets().size(),
                    learned == Objective.MULTI_LABEL)
                .values();
    final float[] embedding =
        ofPairs
            ? row(rows.last(), at, model.model().outputDim())
            : embeds
                ? row(rows.before(), number * rows.beforeStride(), model.model().embeddingDim())
                : new float[0];
    return new PredictedVertex(
        key,
        ofClass.map(Prediction::label).orElse(null),
        ofClass.map(Prediction::classIndex).orElse(PredictedVertex.NO_CLASS),
        ofClass.map(Prediction::probabilities).orElseGet(() -> new float[0]),
        values,
        embedding);
  }

  private static float[] row(float[] rows, int at, int dim) {
    return Arrays.copyOfRange(rows, at, at + dim);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.catalog.StoredModel;
import io.graphember.jobs.fit.PairTypes;
import io.graphember.jobs.live.GraphTask;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.publish.Publications;
import io.graphember.jobs.publish.VertexCaches;
import io.graphember.jobs.publish.VertexResults;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.run.Elapsed;
import io.graphember.jobs.run.JobAttempts;
import io.graphember.jobs.run.JobMonitor;
import io.graphember.jobs.run.JobNodes;
import io.graphember.jobs.run.JobParts;
import io.graphember.jobs.run.JobPhase;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.InferenceSettings;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.task.EdgeLabelSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What a job of inference makes of pairs once embeddings are there: scores of edges, or of pairs
 * that the client sent, and candidates. Used by the coordinator's thread.
 */
public final class PairStages {
  private static final String SCORES = "scores";
  private static final String EDGE_CLASSES = "edge-classes";
  private static final String CANDIDATES = "candidates";

  private static final long CANDIDATE_BYTES = 32; // a key that is a number, and a score
  private static final long SCORE_BYTES = VertexResults.ENTRY_BYTES + 128; // two keys and a score

  private final JobParts parts;
  private final JobSettings settings;
  private final InferenceSettings inference;
  private final byte[] archive;
  private final long job;
  private final GraphInfo graph;
  private final GraphTask task;
  private final JobMonitor monitor;
  private final JobAttempts attempts;
  private final Map<String, Double> seconds;
  private final Optional<PairTypes> types; // empty if no pairs are looked at
  private final long edges; // or pairs of the client, at most

  /**
   * Stages that have not begun; pairs of a client are looked at.
   *
   * @param archive pairs that the client sent; empty for none
   * @param seconds takes how long each stage took
   * @throws GraphemberException if the pairs are malformed
   */
  public PairStages(
      JobParts parts,
      JobSettings settings,
      byte[] archive,
      long job,
      GraphInfo graph,
      JobMonitor monitor,
      JobAttempts attempts,
      Map<String, Double> seconds) {
    this.parts = parts;
    this.settings = settings;
    this.inference = settings.infer().inference();
    this.archive = archive;
    this.job = job;
    this.graph = graph;
    this.task = GraphTask.of(graph, settings);
    this.monitor = monitor;
    this.attempts = attempts;
    this.seconds = seconds;
    this.types =
        inference.scoresPairs()
            ? Optional.of(PairTypes.of(graph, task, settings))
            : Optional.empty();
    this.edges = edges();
  }

  private PairTypes types() {
    return types.orElseThrow();
  }

  private long edges() {
    if (inference.edgeFile() != null) {
      return new ScoredPairs(graph, types(), archive).count();
    }
    if (!inference.scoresEdges()) {
      return 0;
    }
    return types().edgeType() == EdgeRule.ANY_TYPE
        ? graph.edges()
        : graph.edgeTypes().get(types().edgeType()).count();
  }

  /** What the caches of what is published take, at most. */
  public List<Demand> demands() {
    List<Demand> demands = new ArrayList<>();
    if (inference.candidates() > 0) {
      final GraphInfo.Vertices tail = graph.vertexTypes().get(types().tail());
      demands.add(
          VertexResults.demand(
              graph.vertexTypes().get(types().head()),
              (CANDIDATE_BYTES + tail.keyLengths().longest()) * inference.candidates()));
    }
    if (inference.scoresEdges()) {
      demands.add(
          new Demand(
              edges,
              SCORE_BYTES
                  + 4L * task.edgeClassNames().size()
                  + VertexResults.longest(task.edgeClassNames())
                  + keyBytes() / Math.max(1, edges),
              CacheNames.publicationPartitions(edges)));
    }
    return demands;
  }

  /** Bytes of the keys of all pairs that are scored, at most. */
  private long keyBytes() {
    return inference.edgeFile() != null
        ? archive.length
        : graph.vertexTypes().get(types().head()).keyLengths().endBytes()
            + graph.vertexTypes().get(types().tail()).keyLengths().endBytes();
  }

  /**
   * Refuses a model that has not learned what pairs are scored by.
   *
   * @throws GraphemberException with code {@link NodeError#MODEL_MISMATCH}
   */
  public void requireLearned(StoredModel model) {
    final boolean byType =
        settings.infer().task() instanceof EdgeLabelSettings
            || settings.ofModel().spec(task.shape()).decoder().relations()
                > 1; // with weights for each
    if (types.isEmpty() || !byType || model.edgeTypes().isEmpty()) {
      return;
    }
    final String asked = graph.edgeTypes().get(types().edgeType()).name();
    if (!model.edgeTypes().contains(asked)) {
      throw new GraphemberException(
          NodeError.MODEL_MISMATCH,
          "inference.model = %s: that job has learned to predict edges of type %s, this one asks about those of type %s."
              .formatted(inference.model(), String.join(", ", model.edgeTypes()), asked));
    }
  }

  private String kindOfEdges() {
    return task.edgeClassNames().isEmpty() ? SCORES : EDGE_CLASSES;
  }

  /** Adds what is published. */
  public void add(Publications publications) {
    if (inference.scoresEdges()) {
      publications.addPairs(kindOfEdges(), types(), edges);
    }
    if (inference.candidates() > 0) {
      publications.addPairs(CANDIDATES, types(), graph.vertexTypes().get(types().head()).count());
    }
  }

  /**
   * Writes what is published.
   *
   * @param parameters of the model that the embeddings are of
   */
  public void run(JobNodes nodes, float[] parameters, Publications publications) {
    final VertexCaches embeddings = VertexCaches.of(publications, graph, settings);
    if (inference.scoresEdges()) {
      final String scores = publications.cacheOf(kindOfEdges());
      stage(
          nodes,
          JobPhase.SCORES,
          inference.edgeFile() != null
              ? () -> givenPairs(nodes, parameters, embeddings, scores)
              : () ->
                  all(
                      nodes,
                      nodes.owners().stream(),
                      new PairMessages.EdgeScores(
                          job, nodes.plan().epoch(), embeddings, scores, parameters)));
      publications.count(kindOfEdges(), parts.caches().open(scores).size());
    }
    if (inference.candidates() > 0) {
      stage(
          nodes,
          JobPhase.CANDIDATES,
          () ->
              all(
                  nodes,
                  Arrays.stream(nodes.plan().predictors()).distinct(),
                  new PairMessages.Candidates(
                      job,
                      nodes.plan().epoch(),
                      embeddings,
                      publications.cacheOf(CANDIDATES),
                      parameters)));
    }
  }

  private void stage(
      JobNodes nodes, JobPhase phase, Supplier<List<CompletableFuture<Done>>> begin) {
    monitor.phase(phase);
    final long began = System.nanoTime();
    attempts.await(nodes, begin.get());
    seconds.put(phase.text(), Elapsed.seconds(began));
  }

  /** Each node does what is of its partitions. */
  private static List<CompletableFuture<Done>> all(
      JobNodes nodes, Stream<UUID> of, Message<Done> message) {
    return of.map(node -> nodes.send(node, message)).toList();
  }

  /** Each node scores as many of the pairs that the client sent. */
  private List<CompletableFuture<Done>> givenPairs(
      JobNodes nodes, float[] parameters, VertexCaches embeddings, String scores) {
    List<UUID> owners = List.copyOf(nodes.owners());
    List<CompletableFuture<Done>> sent = new ArrayList<>();
    for (int i = 0; i < owners.size(); i++) {
      sent.add(
          nodes.send(
              owners.get(i),
              new PairMessages.GivenScores(
                  job,
                  nodes.plan().epoch(),
                  embeddings,
                  scores,
                  parameters,
                  archive,
                  (int) (edges * i / owners.size()),
                  (int) (edges * (i + 1) / owners.size()))));
    }
    return sent;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.GraphInfo;
import io.graphember.ignite.live.GraphTask;
import io.graphember.training.job.InferenceSettings;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.ignite.cache.CachePeekMode;

/**
 * What a job of inference makes of pairs once embeddings are there: scores of edges, or of pairs
 * that the client sent, and candidates. Used by the coordinator's thread.
 */
final class PairStages {
  private static final String SCORES = "scores";
  private static final String CANDIDATES = "candidates";

  private final JobParts parts;
  private final InferenceSettings settings;
  private final byte[] archive;
  private final long job;
  private final JobMonitor monitor;
  private final JobAttempts attempts;
  private final Map<String, Double> seconds;

  /**
   * Stages that have not begun.
   *
   * @param archive pairs that the client sent, not looked at yet
   * @param seconds takes how long each stage took
   */
  PairStages(
      JobParts parts,
      JobSettings settings,
      byte[] archive,
      long job,
      JobMonitor monitor,
      JobAttempts attempts,
      Map<String, Double> seconds) {
    this.parts = parts;
    this.settings = settings.inference();
    this.archive = archive;
    this.job = job;
    this.monitor = monitor;
    this.attempts = attempts;
    this.seconds = seconds;
  }

  /** Kinds of results that are published. */
  List<String> kinds() {
    List<String> kinds = new ArrayList<>();
    if (settings.scoresEdges()) {
      kinds.add(SCORES);
    }
    if (settings.candidates() > 0) {
      kinds.add(CANDIDATES);
    }
    return kinds;
  }

  /** How many scores are published, at most; pairs of a client are looked at. */
  long mostScores(GraphInfo graph, GraphTask task) {
    if (settings.edgeFile() != null) {
      return new ScoredPairs(graph.name(), task.vertices().keys(), archive).count();
    }
    return settings.scoresEdges() ? graph.edges() : 0;
  }

  /**
   * Writes what is published.
   *
   * @param mostScores see {@link #mostScores}
   * @param parameters of the model that the embeddings are of
   */
  void run(
      JobNodes nodes,
      GraphTask task,
      float[] parameters,
      Publications publications,
      long mostScores) {
    final String embeddings = publications.cache(VertexResults.EMBEDDINGS, task.vertices());
    if (settings.scoresEdges()) {
      final String scores = publications.cache(SCORES, task.vertices());
      stage(
          nodes,
          JobPhase.SCORES,
          settings.edgeFile() != null
              ? () -> givenPairs(nodes, parameters, embeddings, scores, mostScores)
              : () ->
                  all(
                      nodes,
                      nodes.owners().stream(),
                      PairsCall.Kind.SCORES,
                      parameters,
                      embeddings,
                      scores));
      publications.count(SCORES, parts.ignite().cache(scores).sizeLong(CachePeekMode.PRIMARY));
    }
    if (settings.candidates() > 0) {
      stage(
          nodes,
          JobPhase.CANDIDATES,
          () ->
              all(
                  nodes,
                  Arrays.stream(nodes.plan().predictors()).distinct(),
                  PairsCall.Kind.CANDIDATES,
                  parameters,
                  embeddings,
                  publications.cache(CANDIDATES, task.vertices())));
    }
  }

  private void stage(
      JobNodes nodes, JobPhase phase, Supplier<List<CompletableFuture<Boolean>>> begin) {
    monitor.phase(phase);
    final long began = System.nanoTime();
    attempts.await(nodes, begin.get());
    seconds.put(phase.text(), TrainerRunner.secondsSince(began));
  }

  /** Each node does what is of its partitions. */
  private List<CompletableFuture<Boolean>> all(
      JobNodes nodes,
      Stream<UUID> of,
      PairsCall.Kind kind,
      float[] parameters,
      String embeddings,
      String output) {
    return of.map(
            node ->
                nodes.send(
                    node,
                    new PairsCall(job, nodes.plan().epoch(), kind, embeddings, output, parameters)))
        .toList();
  }

  /** Each node scores as many of the pairs that the client sent. */
  private List<CompletableFuture<Boolean>> givenPairs(
      JobNodes nodes, float[] parameters, String embeddings, String scores, long pairs) {
    List<UUID> owners = List.copyOf(nodes.owners());
    List<CompletableFuture<Boolean>> sent = new ArrayList<>();
    for (int i = 0; i < owners.size(); i++) {
      sent.add(
          nodes.send(
              owners.get(i),
              new PairScoresCall(
                  job,
                  nodes.plan().epoch(),
                  embeddings,
                  scores,
                  parameters,
                  archive,
                  (int) (pairs * i / owners.size()),
                  (int) (pairs * (i + 1) / owners.size()))));
    }
    return sent;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.embedding;

import io.graphember.cli.error.CliError;
import io.graphember.cli.job.JobOutcome;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.client.PublishedTable;
import io.graphember.schema.source.HeldOutEdges;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.evaluation.F1;
import io.graphember.training.evaluation.LabelRegression;
import io.graphember.training.evaluation.LinkRanking;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.embedding.TripleMethod;
import io.graphember.training.job.task.EvaluationSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;

/**
 * Judges published embeddings as a client reads them, by key.
 *
 * @param settings what is asked
 * @param section where that stands in the job file
 * @param folder folder that the file of labels is in
 * @param seed of the job
 */
public record EmbeddingEvaluation(
    EvaluationSettings settings,
    String section,
    Path folder,
    long seed,
    Cancellation cancellation) {
  private static final int KEYS_AT_ONCE = 1024;

  private static final long SPLITS = 1;
  private static final long PAIRS = 2;

  /** What a job asks of its embeddings; empty for nothing. */
  public static Optional<EmbeddingEvaluation> of(JobFile job, Cancellation cancellation) {
    final JobSettings settings = job.settings();
    return settings
        .job()
        .evaluation()
        .filter(asked -> settings.job().publish().embeddings())
        .map(
            asked ->
                new EmbeddingEvaluation(
                    asked,
                    settings.job() instanceof EmbedJob ? "embedding" : "task",
                    job.dataFolder(),
                    settings.seed(),
                    cancellation));
  }

  /** Judges what a run has published, while its cluster is there. */
  public EmbeddingScores of(JobOutcome outcome, GraphemberClient client) {
    return of(
        client.embeddings(outcome.settings().graph().name(), outcome.settings().name()),
        ranked(outcome.settings())
            ? List.of()
            : outcome.heldOut().map(HeldOutEdges::edges).orElse(List.of()));
  }

  /** True if the cluster has ranked what was held out: rows of triples are not alike. */
  private static boolean ranked(JobSettings settings) {
    return settings.job() instanceof EmbedJob embed
        && embed.embedding().method() instanceof TripleMethod;
  }

  /**
   * Looks whether what is asked can be had, before anything long begins.
   *
   * @throws GraphemberException if the file of labels is missing or has no columns
   */
  public void require() {
    if (settings.labels() != null) {
      LabelFile.require(folder.resolve(settings.labels()));
    }
  }

  /**
   * Judges.
   *
   * @param heldOut edges that were left out when the graph was read
   */
  public EmbeddingScores of(PublishedTable<float[]> embeddings, List<HeldOutEdges.Edge> heldOut) {
    List<EmbeddingScores.AtShare> scores = List.of();
    int labelled = 0;
    if (settings.labels() != null) {
      Map<Object, Set<String>> labels =
          LabelFile.read(
              folder.resolve(settings.labels()), embeddings.publication().keys(), cancellation);
      Map<Object, float[]> rows = rows(embeddings, labels.keySet());
      labels.keySet().retainAll(rows.keySet());
      requireLabels(labels);
      labelled = labels.size();
      scores = labels(labels, rows);
    }
    Optional<LinkRanking> links = heldOut.isEmpty() ? Optional.empty() : links(embeddings, heldOut);
    return new EmbeddingScores(scores, labelled, links.orElse(null), heldOut.size());
  }

  private void requireLabels(Map<Object, Set<String>> labels) {
    if (labels.size() < 2) {
      throw new GraphemberException(
          CliError.LABELS_MISSING,
          "%s.evaluation.labels = %s: %s of its keys has an embedding; at least 2 must."
              .formatted(section, settings.labels(), labels.isEmpty() ? "none" : "one"));
    }
  }

  private Map<Object, float[]> rows(PublishedTable<float[]> embeddings, Set<Object> keys) {
    Map<Object, float[]> rows = new LinkedHashMap<>();
    Set<Object> some = new LinkedHashSet<>();
    for (Object key : keys) {
      some.add(key);
      if (some.size() == KEYS_AT_ONCE) {
        cancellation.check();
        rows.putAll(embeddings.getAll(some));
        some.clear();
      }
    }
    rows.putAll(embeddings.getAll(some));
    return rows;
  }

  private List<EmbeddingScores.AtShare> labels(
      Map<Object, Set<String>> labels, Map<Object, float[]> rows) {
    Map<String, Integer> numbers = new HashMap<>();
    List<float[]> vectors = new ArrayList<>();
    List<int[]> numbered = new ArrayList<>();
    labels.forEach(
        (key, own) -> {
          vectors.add(rows.get(key));
          numbered.add(
              own.stream()
                  .mapToInt(label -> numbers.computeIfAbsent(label, l -> numbers.size()))
                  .toArray());
        });
    LabelRegression regression =
        new LabelRegression(
            vectors.toArray(float[][]::new), numbered.toArray(int[][]::new), numbers.size());
    // The regressions share the processors; nothing else runs now.
    final int threads = Runtime.getRuntime().availableProcessors();
    final ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      return scores(regression, new Workers(pool, threads));
    } finally {
      pool.shutdown();
    }
  }

  /** Means over the draws of each share. */
  private List<EmbeddingScores.AtShare> scores(LabelRegression regression, Workers workers) {
    List<EmbeddingScores.AtShare> scores = new ArrayList<>();
    for (double share : settings.shares()) {
      double micro = 0;
      double macro = 0;
      for (int draw = 0; draw < settings.repeats(); draw++) {
        cancellation.check();
        F1 score = regression.score(share, CounterRandom.child(seed, SPLITS, draw), workers);
        micro += score.micro() / settings.repeats();
        macro += score.macro() / settings.repeats();
      }
      scores.add(new EmbeddingScores.AtShare(share, new F1(micro, macro)));
    }
    return scores;
  }

  /** An edge both of whose ends have embeddings. */
  private record KnownEdge(HeldOutEdges.Edge edge, float[] source, float[] destination) {
    private static Optional<KnownEdge> of(HeldOutEdges.Edge edge, Map<Object, float[]> rows) {
      float[] source = rows.get(edge.source());
      float[] destination = rows.get(edge.destination());
      return source == null || destination == null
          ? Optional.empty()
          : Optional.of(new KnownEdge(edge, source, destination));
    }
  }

  /**
   * Edges against as many pairs of a source and a destination of other such edges. That a few of
   * these are edges of the graph is left out of account.
   */
  private Optional<LinkRanking> links(
      PublishedTable<float[]> embeddings, List<HeldOutEdges.Edge> heldOut) {
    Set<Object> ends = new HashSet<>();
    heldOut.forEach(
        edge -> {
          ends.add(edge.source());
          ends.add(edge.destination());
        });
    Map<Object, float[]> rows = rows(embeddings, ends);
    List<KnownEdge> known =
        heldOut.stream().flatMap(edge -> KnownEdge.of(edge, rows).stream()).toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    Set<HeldOutEdges.Edge> edges =
        known.stream().map(KnownEdge::edge).collect(Collectors.toCollection(HashSet::new));
    List<Map.Entry<Object, float[]>> vertices = List.copyOf(rows.entrySet());
    double[] positives = new double[known.size()];
    double[] negatives = new double[known.size()];
    for (int i = 0; i < positives.length; i++) {
      final KnownEdge edge = known.get(i);
      positives[i] = product(edge.source, edge.destination);
      HeldOutEdges.Edge pair = edge.edge;
      float[] other = edge.destination;
      for (int draw = 0; edges.contains(pair) && draw < 64; draw++) {
        final long bits = CounterRandom.child(seed, PAIRS, i, draw);
        final var drawn = vertices.get(CounterRandom.bounded(bits, vertices.size()));
        pair = new HeldOutEdges.Edge(edge.edge.source(), drawn.getKey());
        other = drawn.getValue();
      }
      negatives[i] = product(edge.source, other);
    }
    return Optional.of(LinkRanking.of(positives, negatives));
  }

  private static double product(float[] a, float[] b) {
    double product = 0;
    for (int j = 0; j < a.length; j++) {
      product += (double) a[j] * b[j];
    }
    return product;
  }
}

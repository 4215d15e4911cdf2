// SPDX-License-Identifier: Apache-2.0
package example;

import io.graphember.client.EmbeddingStore;
import io.graphember.client.GraphemberClient;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Trains embeddings with a loss of its own: the rows and their momentum stay in the cluster, and
 * the program has the rows of one batch. The loss here is that of a margin: an edge's ends shall be
 * nearer than its source and any other vertex.
 */
public final class TrainOwnRows {
  private static final float MARGIN = 1;
  private static final float RATE = 0.05f;
  private static final float MOMENTUM = 0.9f;
  private static final int BATCH = 256;

  private final EmbeddingStore rows;
  private final EmbeddingStore momentum;
  private final List<String> keys;
  private final Random random = new Random(1);

  private TrainOwnRows(EmbeddingStore rows, EmbeddingStore momentum, List<String> keys) {
    this.rows = rows;
    this.momentum = momentum;
    this.keys = keys;
  }

  /** Takes the address of a node, the name of a graph that is loaded, and its file of edges. */
  public static void main(String[] arguments) throws IOException {
    String graph = arguments[1];
    List<String[]> edges = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(arguments[2]))) {
      edges.add(line.split(","));
    }
    edges.remove(0); // the header
    try (GraphemberClient client = GraphemberClient.connect(arguments[0])) {
      EmbeddingStore rows = open(client, graph, "own-rows");
      EmbeddingStore momentum = open(client, graph, "own-momentum");
      momentum.mult(0);
      List<String> keys = new ArrayList<>();
      rows.table().forEach((key, row) -> keys.add((String) key));
      new TrainOwnRows(rows, momentum, keys).train(edges);
    } catch (GraphemberException e) {
      System.err.println(e.code() + ": " + e.getMessage());
      System.exit(1);
    }
  }

  /** A row for each vertex of the graph, at random: a job without epochs trains nothing. */
  private static EmbeddingStore open(GraphemberClient client, String graph, String name) {
    String job =
        """
        name: %s
        graph: {name: %s}
        job: embed
        embedding: {type: line, proximity: first, dim: 16, epochs: 0}
        """;
    client.submit(job.formatted(name, graph)).await(state -> {}, Cancellation.NEVER);
    return client.store(graph, name);
  }

  private void train(List<String[]> edges) {
    for (int epoch = 1; epoch <= 20; epoch++) {
      double loss = 0;
      for (int from = 0; from < edges.size(); from += BATCH) {
        loss += step(edges.subList(from, Math.min(edges.size(), from + BATCH)));
      }
      System.out.println("epoch " + epoch + " loss " + loss / edges.size());
    }
  }

  /** One step of descent with momentum. */
  private double step(List<String[]> batch) {
    List<String[]> triplets = new ArrayList<>();
    Set<String> named = new HashSet<>();
    for (String[] edge : batch) {
      String other = keys.get(random.nextInt(keys.size()));
      triplets.add(new String[] {edge[0], edge[1], other});
      named.addAll(List.of(edge[0], edge[1], other));
    }
    Map<Object, float[]> values = rows.getAll(named);
    Map<Object, float[]> gradients = new HashMap<>();
    double loss = 0;
    for (String[] triplet : triplets) {
      loss += gradient(triplet, values, gradients);
    }
    momentum.mult(MOMENTUM);
    momentum.addAll(gradients);
    rows.multAdd(momentum, -RATE);
    return loss;
  }

  /** max(0, margin + |a - b|^2 - |a - c|^2), and what it adds to the gradients. */
  private double gradient(
      String[] triplet, Map<Object, float[]> values, Map<Object, float[]> gradients) {
    float[] a = values.get(triplet[0]);
    float[] b = values.get(triplet[1]);
    float[] c = values.get(triplet[2]);
    double loss = MARGIN;
    for (int i = 0; i < a.length; i++) {
      loss += (a[i] - b[i]) * (a[i] - b[i]) - (a[i] - c[i]) * (a[i] - c[i]);
    }
    if (loss <= 0) {
      return 0;
    }
    float[] ofA = gradients.computeIfAbsent(triplet[0], key -> new float[a.length]);
    float[] ofB = gradients.computeIfAbsent(triplet[1], key -> new float[a.length]);
    float[] ofC = gradients.computeIfAbsent(triplet[2], key -> new float[a.length]);
    for (int i = 0; i < a.length; i++) {
      ofA[i] += 2 * (c[i] - b[i]);
      ofB[i] += 2 * (b[i] - a[i]);
      ofC[i] += 2 * (a[i] - c[i]);
    }
    return loss;
  }
}

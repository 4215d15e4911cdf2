// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.ClientError;
import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Publication;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Results of a graph with several vertex types are found by the keys of each. */
class TypedResultsTest {
  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  @TempDir private Path folder;

  private JobSettings authors(String... assignments) throws IOException {
    return AuthorsJob.settings(folder, assignments);
  }

  /** An author and a paper may have the same key. */
  @Test
  void embeddingsOfEachVertexTypeAreFoundByItsKeys() throws IOException {
    TestCluster cluster = CLUSTERS.one();
    try (GraphemberClient client = cluster.connect()) {
      JobSettings job = authors("name=both", "training.epochs=1", "task={type: links}");
      Jobs.load(client, job);
      Jobs.run(client, job);
      Map<String, PublishedTable<float[]>> byType = client.embeddingsByType("groups", "both");
      assertThat(byType).containsOnlyKeys("paper", "author");
      assertThat(byType.get("paper").get(7L)).hasSize(8).isNotEqualTo(byType.get("author").get(7L));
      assertThat(byType.get("paper").get(AuthorsJob.AUTHORS + 1L)).hasSize(8);
      assertThat(byType.get("author").get(AuthorsJob.AUTHORS + 1L)).isNull();
      assertMissing(
          () -> client.embeddings("groups", "both"),
          "Job both has published embeddings of several vertex types for graph groups: say which of paper, author.");
      assertMissing(
          () -> client.embeddings("groups", "both", "venue"),
          "Job both has published no embeddings of vertex type venue for graph groups, but of paper, author.");

      Jobs.run(
          client,
          authors("name=near", "task={type: links}", "inference={model: both, candidates: 2}")
              .withoutSource());
      assertThat(client.embeddingsByType("groups", "near")).containsOnlyKeys("paper", "author");
      PublishedTable<Map<Object, Float>> near = client.candidates("groups", "near");
      assertThat(near.publication().vertexType()).isEqualTo("paper");
      assertThat(near.get(AuthorsJob.AUTHORS + 1L)).hasSize(2);

      Jobs.run(
          client,
          authors(
              "name=both", "task={type: links, vertexType: author}", "publish.keepPrevious=false"));
      assertThat(client.embeddings("groups", "both").publication().vertexType())
          .isEqualTo("author");
      assertThat(cluster.node(0).cacheNames())
          .filteredOn(name -> name.startsWith("graphember.embeddings.groups.both."))
          .hasSize(1);
    }
  }

  /** Papers for authors, whose keys are of another kind. */
  @Test
  void pairsAreScoredBetweenTheTypesThatAnEdgeTypeJoins() throws IOException {
    List<Map<Object, Map<Object, Float>>> found = new ArrayList<>();
    for (TestCluster cluster : CLUSTERS.both()) {
      try (GraphemberClient client = cluster.connect()) {
        JobSettings training = reading("name=reading", "training.epochs=25");
        Jobs.load(client, training);
        Jobs.run(client, training);
        final JobSettings papers = papers("candidates: 5, edges: all");
        final JobResult result = Jobs.run(client, papers);
        assertThat(result.publications().get("candidates").entries()).isEqualTo(AuthorsJob.AUTHORS);
        assertThat(result.publications().get("scores").others())
            .isEqualTo(new Publication.Others("paper", KeyKind.STRING));
        Map<Object, Float> scores = all(client.scores("groups", "papers"));
        assertThat(scores).containsOnlyKeys(written());
        Map<Object, Map<Object, Float>> best = all(client.candidates("groups", "papers"));
        assertGoodPapers(best);
        found.add(best);

        Jobs.run(client, papers("candidates: 5, excludeNeighbors: false"));
        List<EdgeKey> known = new ArrayList<>();
        client
            .candidates("groups", "papers")
            .forEach(
                (author, candidates) ->
                    candidates.forEach(
                        (paper, score) -> {
                          final EdgeKey edge = new EdgeKey(author, paper);
                          if (scores.containsKey(edge)) {
                            assertThat(score).isCloseTo(scores.get(edge), within(1e-4f));
                            known.add(edge);
                          }
                        }));
        assertThat(known).hasSizeGreaterThan(20);
        assertGivenPairs(client, scores, known.subList(0, 3));
        JobSettings backward =
            reading(
                    "name=papers",
                    "inference={model: reading, edgeType: writes_reverse, candidates: 5}")
                .withoutSource();
        assertThatThrownBy(() -> Jobs.run(client, backward))
            .isInstanceOfSatisfying(
                GraphemberException.class, e -> assertThat(e.is(NodeError.MODEL_MISMATCH)).isTrue())
            .hasMessage(
                "inference.model = reading: that job has learned to predict edges of type writes, this one asks about those of type writes_reverse.");
      }
    }
    assertThat(found.get(1)).isEqualTo(found.get(0));
  }

  /** Not those they have written, and most of their own group. */
  private void assertGoodPapers(Map<Object, Map<Object, Float>> best) throws IOException {
    assertThat(best).hasSize(AuthorsJob.AUTHORS);
    final Set<EdgeKey> written = written();
    final int[] right = new int[1];
    best.forEach(
        (author, papers) -> {
          assertThat(papers).hasSize(5);
          assertThat(List.copyOf(papers.values())).isSortedAccordingTo(Comparator.reverseOrder());
          for (Object paper : papers.keySet()) {
            assertThat(written).doesNotContain(new EdgeKey(author, paper));
            right[0] += (Long) author % 3 == Long.parseLong((String) paper) % 3 ? 1 : 0;
          }
        });
    assertThat(right[0]).isGreaterThan(4 * AuthorsJob.AUTHORS); // of 5, chance is a third
  }

  private void assertGivenPairs(
      GraphemberClient client, Map<Object, Float> scores, List<EdgeKey> edges) throws IOException {
    JobSettings job = papers("edgeFile: pairs.csv");
    pairs(client, job, edges);
    Map<Object, Float> given = all(client.scores("groups", "papers"));
    assertThat(given).containsOnlyKeys(edges);
    given.forEach((edge, score) -> assertThat(score).isEqualTo(scores.get(edge)));
    final EdgeKey unknown = new EdgeKey("7", "x");
    assertThatThrownBy(() -> pairs(client, job, List.of(unknown)))
        .hasMessage(
            "inference.edgeFile names paper 'x', but graph groups has none with an embedding of that key.");
    final EdgeKey backward = new EdgeKey("x", "7");
    assertThatThrownBy(() -> pairs(client, job, List.of(backward)))
        .hasMessage(
            "inference.edgeFile names author 'x', but graph groups has none with an embedding of that key.");
  }

  private static void pairs(GraphemberClient client, JobSettings job, List<EdgeKey> edges) {
    EdgePiece pairs =
        new EdgePiece(
            0,
            KeyColumn.of(edges.stream().map(e -> e.source().toString()).toArray(String[]::new)),
            KeyColumn.of(
                edges.stream().map(e -> e.destination().toString()).toArray(String[]::new)));
    client.submit(SettingsDocument.toJson(job), pairs.encode()).await(s -> {}, Cancellation.NEVER);
  }

  private JobSettings papers(String inference) throws IOException {
    return reading(
            "name=papers", "inference={model: reading, edgeType: writes, %s}".formatted(inference))
        .withoutSource();
  }

  /** Like {@link AuthorsJob#writing}, of papers without features, whose keys are text. */
  private JobSettings reading(String... assignments) throws IOException {
    return AuthorsJob.writing(
        folder,
        "rgcn",
        Stream.concat(
                Stream.of(
                    "source.vertexTypes=[{name: paper, file: papers.csv, key: id, keys: string},"
                        + " {name: author, file: authors.csv, key: id}]",
                    "model.hidden=16",
                    "model.learnableDim=16",
                    "training.learningRate=0.02"),
                Stream.of(assignments))
            .toArray(String[]::new));
  }

  private Set<EdgeKey> written() throws IOException {
    return Files.readAllLines(folder.resolve("writes.csv")).stream()
        .skip(1)
        .map(line -> line.split(","))
        .map(edge -> new EdgeKey(Long.valueOf(edge[0]), edge[1]))
        .collect(Collectors.toSet());
  }

  private static <V> Map<Object, V> all(PublishedTable<V> table) {
    Map<Object, V> all = new HashMap<>();
    table.forEach(all::put);
    return all;
  }

  private static void assertMissing(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(ClientError.PUBLICATION_MISSING)).isTrue())
        .hasMessage(message);
  }
}

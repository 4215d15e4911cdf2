// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.Completion;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.TripleQuery;
import io.graphember.graph.GraphError;
import io.graphember.it.BlockModelEmbedding.Bits;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Embeddings of triples on real nodes: a ring, on which relations lead some steps on. */
class KnowledgeGraphTest {
  private static final int ENTITIES = 60;
  private static final int[] STEPS = {1, 5, -7, 12};
  private static final int HELD_OUT = 24;

  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();
  @TempDir private static Path folder;

  @BeforeAll
  static void write() throws IOException {
    List<String> train = new ArrayList<>();
    List<String> test = new ArrayList<>();
    for (int i = 0; i < ENTITIES * STEPS.length; i++) {
      final int step = STEPS[i % STEPS.length];
      final int entity = i / STEPS.length;
      final String triple =
          "e%d\t/moves by/%d\te%d".formatted(entity, step, Math.floorMod(entity + step, ENTITIES));
      (i % 10 == 3 ? test : train).add(triple);
    }
    Files.write(folder.resolve("train.tsv"), train);
    Files.write(folder.resolve("test.tsv"), test);
  }

  private static JobSettings job(String... assignments) {
    return Jobs.parse(
        """
        name: steps
        source: {type: triples, data: %s, train: train.tsv, test: test.tsv}
        graph: {name: ring, partitions: 6}
        job: embed
        embedding:
          type: rotate
          margin: 3
          dim: 32
          epochs: 150
          batchSize: 27
          chunkSize: 14
          negatives: 16
          optimizer: adagrad
          learningRate: 0.1
          schedule: constant
          consistency: bsp
          trainers: 2
        """
            .formatted(folder),
        assignments);
  }

  @Test
  void heldOutTriplesAreFoundOnOneNodeAndThree() {
    JobResult.Links one;
    final Bits bits;
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      Jobs.load(client, job());
      JobResult result = Jobs.run(client, job());
      one = result.tested().links();
      bits = Bits.of(CLUSTERS.one(), client, result);
    }
    assertThat(one.heldOut()).isEqualTo(HELD_OUT);
    assertThat(one.rankedAgainst()).isEqualTo(ENTITIES);
    assertThat(one.meanReciprocalRank()).isGreaterThan(0.8);
    assertThat(one.hitsAt10()).isGreaterThan(0.9);
    assertThat(bits.vertices()).isEqualTo(ENTITIES);
    try (GraphemberClient client = CLUSTERS.three().connect()) {
      Jobs.load(client, job());
      JobResult result = Jobs.run(client, job());
      assertThat(Bits.of(CLUSTERS.three(), client, result)).isEqualTo(bits);
      final JobResult.Links three = result.tested().links();
      // Sums of ranks are rounded in the order of trainers.
      assertThat(three.meanReciprocalRank()).isCloseTo(one.meanReciprocalRank(), within(1e-12));
      assertThat(three.hitsAt1()).isEqualTo(one.hitsAt1());
      assertThat(three.auc()).isCloseTo(one.auc(), within(1e-12));
    }
  }

  /** Rows of relations come with those of entities. */
  @Test
  void aJobGoesOnFromTheRowsOfAnother() {
    try (GraphemberClient client = CLUSTERS.three().connect()) {
      Jobs.load(client, job());
      final JobResult first = Jobs.run(client, job());
      final JobResult second =
          Jobs.run(client, job("name=on", "embedding.from=steps", "embedding.epochs=0"));
      assertThat(second.tested().links()).isEqualTo(first.tested().links());
      final JobResult none = Jobs.run(client, job("name=none", "embedding.ranked=0"));
      assertThat(none.tested().links()).isNull();
    }
  }

  private static String relation(int step) {
    return "/moves by/" + step;
  }

  private static String entity(int number) {
    return "e" + Math.floorMod(number, ENTITIES);
  }

  private static boolean heldOut(int entity, int relation) {
    return (entity * STEPS.length + relation) % 10 == 3;
  }

  /** All completions of a job, and some more runs of it, which go on from its rows. */
  @Test
  void triplesAreCompletedOnOneNodeAndThree() {
    final Map<Object, List<Completion>> one;
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      Jobs.load(client, job());
      Jobs.run(client, job("completion={best: 5, ends: both, known: mark}"));
      one = all(client.completions("ring", "steps"));
      assertKnown(one);
      final JobResult omitted =
          Jobs.run(
              client,
              job(
                  "name=omit",
                  "embedding.from=steps",
                  "embedding.epochs=0",
                  "publish.embeddings=false",
                  "completion={best: 3, relations: ['/moves by/5']}"));
      assertThat(omitted.publications()).containsOnlyKeys("completions");
      assertThat(omitted.seconds()).containsKey("complete");
      assertOmitted(one, all(client.completions("ring", "omit")));
      assertRelations(client);
    }
    try (GraphemberClient client = CLUSTERS.three().connect()) {
      Jobs.load(client, job());
      Jobs.run(client, job("completion={best: 5, ends: both, known: mark}"));
      assertThat(all(client.completions("ring", "steps"))).isEqualTo(one);
    }
  }

  private static Map<Object, List<Completion>> all(PublishedTable<List<Completion>> published) {
    final Map<Object, List<Completion>> all = new HashMap<>();
    published.forEach(all::put);
    return all;
  }

  private static void assertKnown(Map<Object, List<Completion>> found) {
    assertThat(found).hasSize(2 * ENTITIES * STEPS.length);
    int first = 0;
    for (int r = 0; r < STEPS.length; r++) {
      for (int e = 0; e < ENTITIES; e++) {
        final Object tail = entity(e + STEPS[r]);
        final List<Completion> tails = found.get(TripleQuery.tails(entity(e), relation(STEPS[r])));
        assertThat(tails).hasSize(5).isSortedAccordingTo(byScore());
        first += tails.get(0).key().equals(tail) ? 1 : 0;
        final Completion.Known known =
            heldOut(e, r) ? Completion.Known.HELD_OUT : Completion.Known.TRAINED;
        for (Completion completion : tails) {
          assertThat(completion.known())
              .isEqualTo(completion.key().equals(tail) ? known : Completion.Known.NEW);
        }
        final List<Completion> heads = found.get(TripleQuery.heads(relation(STEPS[r]), tail));
        assertThat(heads).hasSize(5).isSortedAccordingTo(byScore());
        first += heads.get(0).key().equals(entity(e)) ? 1 : 0;
      }
    }
    assertThat(first).isGreaterThan(2 * ENTITIES * STEPS.length * 8 / 10);
  }

  private static Comparator<Completion> byScore() {
    return Comparator.comparing(Completion::score).reversed();
  }

  /** What the graph has is left out; the others come up. */
  private static void assertOmitted(
      Map<Object, List<Completion>> marked, Map<Object, List<Completion>> omitted) {
    assertThat(omitted).hasSize(ENTITIES);
    omitted.forEach(
        (query, best) ->
            assertThat(best)
                .isEqualTo(
                    marked.get(query).stream()
                        .filter(completion -> completion.known() == Completion.Known.NEW)
                        .limit(3)
                        .toList()));
  }

  private static void assertRelations(GraphemberClient client) {
    final Map<Object, float[]> relations = new HashMap<>();
    client.relations("ring", "steps").forEach(relations::put);
    assertThat(relations)
        .containsOnlyKeys(IntStream.of(STEPS).mapToObj(KnowledgeGraphTest::relation).toArray());
    assertThat(relations.values()).allSatisfy(row -> assertThat(row).hasSize(32));
    assertThat(client.embeddings("ring", "steps").get("e1")).hasSize(32);
  }

  private static void given(GraphemberClient client, String... assignments) {
    client.run(
        new JobFile(job(assignments).withoutSource(), folder), state -> {}, Cancellation.NEVER);
  }

  @Test
  void givenQueriesAreAnswered() throws IOException {
    final Path queries = folder.resolve("queries.csv");
    Files.write(
        queries, List.of("entity,relation", "e7,/moves by/5", "e7,/moves by/12", "e9,/moves by/5"));
    final String[] assignments = {
      "embedding.epochs=5", "completion={best: 2, ends: both, queries: queries.csv}"
    };
    try (GraphemberClient client = CLUSTERS.three().connect()) {
      Jobs.load(client, job());
      given(client, assignments);
      final Map<Object, List<Completion>> found = all(client.completions("ring", "steps"));
      assertThat(found)
          .containsOnlyKeys(
              TripleQuery.tails("e7", relation(5)),
              TripleQuery.tails("e7", relation(12)),
              TripleQuery.tails("e9", relation(5)),
              TripleQuery.heads(relation(5), "e7"),
              TripleQuery.heads(relation(12), "e7"),
              TripleQuery.heads(relation(5), "e9"));
      assertThat(found.values()).allSatisfy(best -> assertThat(best).hasSize(2));
      Files.writeString(queries, "entity,relation\ne7,/moves by/5\ne77,/moves by/5\n");
      assertThatThrownBy(() -> given(client, assignments))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(GraphError.VERTEX_UNKNOWN)).isTrue())
          .hasMessageContaining(
              "completion.queries names 'e77', but graph ring has no vertex of that key.");
      Files.writeString(queries, "entity,relation\ne7,/moves by/6\n");
      assertThatThrownBy(() -> given(client, assignments))
          .hasMessageContaining(
              "completion.queries names /moves by/6: the graph has the edge types");
    }
  }

  @Test
  void aFunctionThatNoJarBringsIsRefused() {
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      Jobs.load(client, job());
      JobSettings unknown =
          Jobs.parse(
              """
              name: own
              graph: {name: ring}
              job: embed
              embedding: {type: scoring, function: mine}
              """);
      assertThatThrownBy(() -> Jobs.run(client, unknown))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(TrainingError.JOB_SETTINGS)).isTrue())
          .hasMessageContaining(
              "embedding.function = mine: no jar in libs brings a scoring function of that name; known: none.");
    }
  }
}

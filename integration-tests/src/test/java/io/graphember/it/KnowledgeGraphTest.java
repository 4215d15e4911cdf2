// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.it.BlockModelEmbedding.Bits;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

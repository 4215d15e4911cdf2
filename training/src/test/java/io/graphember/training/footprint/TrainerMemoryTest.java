// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.config.SettingsDocument;
import io.graphember.spi.backend.EngineMemory;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.task.GraphShape;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainerMemoryTest {
  private static final EngineMemory READS_SOURCES = new EngineMemory(0, false, false, false, 1);
  private static final EngineMemory WRITES_EDGES = new EngineMemory(0, true, true, false, 1);
  private static final GraphSize GRAPH = new GraphSize(1000, 20_000, List.of());
  private static final long FLOAT = Float.BYTES;

  private static JobSettings bind(String yaml) {
    return SettingsDocument.parse("job.yaml", yaml).bind(JobSettings.class);
  }

  private static long bytes(String model, String training, EngineMemory engine, boolean trains) {
    return TrainerMemory.bytes(
        bind(
            """
            name: j
            graph: {name: g}
            model: {hidden: 32, layers: 1, %s}
            training: {batchSize: 100, evaluationBatchSize: 100, prefetch: 1, fanouts: [5], evaluationFanouts: [5], %s}
            """
                .formatted(model, training)),
        GraphShape.of(4, 16),
        GRAPH,
        engine,
        trains);
  }

  /** By hand: a layer of 600 sources, 100 destinations and 500 edges, without dropout. */
  @Test
  void theTermsOfOneLayer() {
    final long batch = FLOAT * (600 * 4 + 500 + 100);
    final long parameters = 6 * FLOAT * (2 * 4 * 16 + 16);
    final long outputs = FLOAT * 100 * (16 + 16);
    final long integers = 6 * FLOAT * 500;
    // Own rows are a view; most lives when the product of them and that of the mean are added.
    final long pass = integers + FLOAT * 100 * (16 + 16 + 16);
    assertThat(bytes("inputDropout: 0", "epochs: 1", READS_SOURCES, false))
        .isEqualTo((long) (2 * 1.25 * batch + parameters + 1.25 * outputs + pass));
  }

  /** What enters the engine is the product. */
  @Test
  void sparseRowsTakeLess() {
    for (String type : List.of("graphsage", "gin", "gat", "gatv2")) {
      final long dense = ofRows(type, 0);
      final long sparse = ofRows(type, 41);
      if (type.equals("gatv2")) {
        assertThat(sparse).isEqualTo(dense);
      } else {
        assertThat(sparse).as(type).isLessThan(dense / 3).isPositive();
      }
    }
  }

  private static long ofRows(String type, int sparseRowFloats) {
    return TrainerMemory.bytes(
        bind(
            """
            name: j
            graph: {name: g}
            model: {type: %s, hidden: 32, layers: 2}
            training: {batchSize: 100, evaluationBatchSize: 100, fanouts: [9, 9], evaluationFanouts: [9, 9]}
            """
                .formatted(type)),
        GraphShape.of(4000, 16),
        new GraphSize(20_000, 200_000, List.of(), sparseRowFloats),
        READS_SOURCES,
        true);
  }

  @Test
  void moreOfAnythingTakesMore() {
    final long some = bytes("type: gat", "epochs: 1", READS_SOURCES, true);
    assertThat(some).isGreaterThan(bytes("type: gat", "epochs: 1", READS_SOURCES, false));
    assertThat(bytes("type: gat", "epochs: 1", WRITES_EDGES, true)).isGreaterThan(some);
    assertThat(bytes("type: gat, outputHeads: 4", "epochs: 1", READS_SOURCES, true))
        .isGreaterThan(some);
    assertThat(bytes("type: gat, attentionDropout: 0.5", "epochs: 1", READS_SOURCES, true))
        .isGreaterThan(some);
  }

  @Test
  void aLargerBatchOfEvaluationCounts() {
    final long some = bytes("type: gcn", "epochs: 1", READS_SOURCES, false);
    final long more =
        TrainerMemory.bytes(
            bind(
                """
                name: j
                graph: {name: g}
                model: {type: gcn, hidden: 32, layers: 1}
                training: {batchSize: 100, prefetch: 1, fanouts: [5]}
                """),
            GraphShape.of(4, 16),
            GRAPH,
            READS_SOURCES,
            false);
    assertThat(more).isGreaterThan(some);
  }

  @Test
  void listsOfLabels() {
    assertThat(LabelLists.trainerBytes(10, 1)).isEqualTo(13 * 44);
    assertThat(LabelLists.trainerBytes(1000, 4)).isEqualTo(253 * 44);
    assertThat(LabelLists.coordinatorBytes(8, 3, 1)).isEqualTo(2 * 43 * 8);
    assertThat(LabelLists.coordinatorBytes(8, 3, 9)).isEqualTo(10 * 43 * 8);
  }
}

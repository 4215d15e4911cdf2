// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BlockModelSourceTest {
  private static final Path NOWHERE = Path.of("nowhere");

  /** The generated graph in arrays. */
  private static final class Generated {
    final Recorder graph;
    final int[] labels;
    final float[][] features;
    final Split[] splits;
    final int[][] edges;

    Generated(String blockModel) {
      graph = Recorder.read(NOWHERE, "{type: block-model, " + blockModel + "}");
      Map<String, Integer> numbers = new HashMap<>();
      graph.vertices.keySet().forEach(key -> numbers.put(key, numbers.size()));
      labels = graph.vertices.values().stream().mapToInt(piece -> piece.labels()[0]).toArray();
      features =
          graph.vertices.values().stream().map(VertexPiece::features).toArray(float[][]::new);
      splits = graph.vertices.keySet().stream().map(graph.splits::get).toArray(Split[]::new);
      edges =
          graph.edges.stream()
              .map(edge -> edge.split(">"))
              .map(ends -> new int[] {numbers.get(ends[0]), numbers.get(ends[1])})
              .toArray(int[][]::new);
    }

    /** Mean of each row and its neighbours' rows. */
    float[][] smoothed(float[][] rows) {
      float[][] sums = Arrays.stream(rows).map(float[]::clone).toArray(float[][]::new);
      int[] counts = new int[rows.length];
      Arrays.fill(counts, 1);
      for (int[] edge : edges) {
        counts[edge[1]]++;
        for (int i = 0; i < rows[0].length; i++) {
          sums[edge[1]][i] += rows[edge[0]][i];
        }
      }
      for (int v = 0; v < rows.length; v++) {
        for (int i = 0; i < rows[v].length; i++) {
          sums[v][i] /= counts[v];
        }
      }
      return sums;
    }

    /** Accuracy on the test split of softmax regression trained on the training split. */
    double accuracy(float[][] rows, int classes) {
      double[][] weights = new double[classes][rows[0].length];
      for (int step = 0; step < 300; step++) {
        double[][] gradient = new double[classes][rows[0].length];
        for (int v = 0; v < rows.length; v++) {
          if (splits[v] == Split.TRAIN) {
            double[] p = probabilities(weights, rows[v]);
            for (int c = 0; c < classes; c++) {
              final double error = p[c] - (labels[v] == c ? 1 : 0);
              for (int i = 0; i < rows[v].length; i++) {
                gradient[c][i] += error * rows[v][i];
              }
            }
          }
        }
        for (int c = 0; c < classes; c++) {
          for (int i = 0; i < rows[0].length; i++) {
            weights[c][i] = weights[c][i] * 0.999 - 0.05 * gradient[c][i];
          }
        }
      }
      int right = 0;
      int all = 0;
      for (int v = 0; v < rows.length; v++) {
        if (splits[v] == Split.TEST) {
          double[] p = probabilities(weights, rows[v]);
          int best = 0;
          for (int c = 1; c < classes; c++) {
            best = p[c] > p[best] ? c : best;
          }
          right += best == labels[v] ? 1 : 0;
          all++;
        }
      }
      return (double) right / all;
    }

    private static double[] probabilities(double[][] weights, float[] row) {
      double[] p = new double[weights.length];
      double sum = 0;
      for (int c = 0; c < p.length; c++) {
        double logit = 0;
        for (int i = 0; i < row.length; i++) {
          logit += weights[c][i] * row[i];
        }
        p[c] = Math.exp(logit);
        sum += p[c];
      }
      for (int c = 0; c < p.length; c++) {
        p[c] /= sum;
      }
      return p;
    }
  }

  @Test
  void featuresAloneTellSomethingAndTheGraphTellsTheRest() {
    for (int seed = 1; seed <= 2; seed++) {
      Generated papers = new Generated("seed: " + seed);
      final double alone = papers.accuracy(papers.features, 6);
      final double together = papers.accuracy(papers.smoothed(papers.smoothed(papers.features)), 6);
      assertThat(alone).isBetween(0.60, 0.75);
      assertThat(together).isGreaterThan(0.85);
    }
  }

  @Test
  void theDefaultGraphHasTheShapeItsSettingsSay() {
    Generated papers = new Generated("");
    assertThat(papers.graph.header).isEqualTo(new GraphHeader(KeyKind.STRING, 300, true));
    assertThat(papers.graph.vertices).hasSize(6000).containsKey("paper-00042");
    assertThat(papers.graph.edges).hasSize(48_000);
    assertThat(papers.graph.labelNames)
        .containsExactly("topic-0", "topic-1", "topic-2", "topic-3", "topic-4", "topic-5");
    assertThat(papers.graph.order).containsExactly("VertexPiece", "EdgePiece");
    assertThat(Arrays.stream(papers.splits).filter(Split.TRAIN::equals)).hasSize(120);
    assertThat(Arrays.stream(papers.splits).filter(Split.VALID::equals)).hasSize(500);
    assertThat(Arrays.stream(papers.splits).filter(Split.TEST::equals)).hasSize(1000);
    int[] degrees = new int[6000];
    int inside = 0;
    for (int[] edge : papers.edges) {
      degrees[edge[0]]++;
      inside += papers.labels[edge[0]] == papers.labels[edge[1]] ? 1 : 0;
      assertThat(edge[0]).isNotEqualTo(edge[1]);
    }
    assertThat(inside / 48_000.0).isBetween(0.68, 0.72);
    // A tail: the largest degree is far above the mean of 8, most are below it.
    Arrays.sort(degrees);
    assertThat(degrees[5999]).isGreaterThan(80);
    assertThat(degrees[3000]).isLessThan(8);
    assertThat(papers.graph.pieceBytes).allMatch(bytes -> bytes <= Piece.TARGET_BYTES);
    for (int c = 0; c < 6; c++) {
      final int label = c;
      assertThat(Arrays.stream(papers.labels).filter(l -> l == label).count())
          .isBetween(900L, 1100L);
    }
  }

  @Test
  void theSameSeedGivesTheSameGraph() {
    String some = "vertices: 500, words: 40, classes: 3, seed: 9";
    Recorder one = new Generated(some).graph;
    Recorder same = new Generated(some).graph;
    Recorder other = new Generated(some.replace("9", "10")).graph;
    assertThat(one.vertices).isEqualTo(same.vertices).isNotEqualTo(other.vertices);
    assertThat(one.edges).isEqualTo(same.edges).isNotEqualTo(other.edges);
    assertThat(one.splits).isEqualTo(same.splits).isNotEqualTo(other.splits);
  }

  @Test
  void smallAndOddGraphsAreGeneratedToo() {
    Generated tiny = new Generated("vertices: 2, classes: 1, words: 1, degree: 1");
    assertThat(tiny.graph.edges).hasSize(2).contains("paper-00000>paper-00001");
    Generated sparse = new Generated("vertices: 10, classes: 10, words: 10, homophily: 1");
    assertThat(sparse.graph.vertices).hasSize(10);
    assertThat(new Generated("vertices: 50, degree: 0").graph.edges).isEmpty();
    Generated mixed = new Generated("vertices: 100, classes: 2, homophily: 0");
    for (int[] edge : mixed.edges) {
      assertThat(mixed.labels[edge[0]]).isNotEqualTo(mixed.labels[edge[1]]);
    }
    assertThat(new Generated("vertices: 100001, words: 6, degree: 0").graph.vertices)
        .containsKeys("paper-000000", "paper-100000");
  }

  @Test
  void generatingReportsItsProgressAndStopsWhenAskedTo() {
    List<Long> done = new ArrayList<>();
    SourceSettings settings = Recorder.settings("{type: block-model, degree: 2}");
    PieceSink sink = PieceSink.ofEdges(piece -> {});
    try (GraphSource source =
        GraphSource.open(
            settings,
            NOWHERE,
            (file, now, total) -> {
              assertThat(file).isEqualTo("block-model");
              assertThat(total).isEqualTo(12_000);
              done.add(now);
            })) {
      source.stream(sink, Cancellation.NEVER);
      assertThat(done).isSorted().hasSize(12).endsWith(12_000L);
      assertThatThrownBy(() -> source.stream(sink, () -> true))
          .hasMessage("Cancelled at the user's request.");
    }
  }
}

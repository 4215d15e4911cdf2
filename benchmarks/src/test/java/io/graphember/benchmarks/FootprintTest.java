// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphember.benchmarks.measure.ResidentSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a node reserves for a job is what the job takes, and at most half more; for inference, whose
 * batches of edges are those of the worst vertices by powers of two, what it takes.
 */
class FootprintTest {
  private static final double MOST = 1.5;
  private static final long MOST_OF_INFERENCE = 5;
  private static final long LEAST_BYTES = 200L << 20;

  private static Footprint measured(
      String model, String backend, int vertices, int edges, int heapMebibytes) throws Exception {
    assumeTrue(ResidentSet.known(), "the resident set is counted by /proc/self, on Linux alone");
    Footprint footprint =
        Footprint.of(
            Footprint.Job.training(model, backend, vertices, edges, Memory.WIDTH, Memory.EPOCHS),
            heapMebibytes);
    assertThat((double) footprint.estimateBytes())
        .as("bytes reserved, of which %d were taken", footprint.growthBytes())
        .isBetween((double) footprint.growthBytes(), MOST * footprint.growthBytes());
    return footprint;
  }

  @Test
  void aSmallJobOnPyTorch() throws Exception {
    measured("graphsage", "djl", 10_000, 50_000, 512);
  }

  static Stream<Arguments> modelsAndEngines() {
    return Stream.concat(Memory.models("all").stream(), Stream.of("graphsage+batch", "gin+batch"))
        .flatMap(model -> Stream.of("djl", "tensorflow").map(b -> Arguments.of(model, b)));
  }

  @ParameterizedTest
  @MethodSource("modelsAndEngines")
  @Tag("long")
  void everyModelOnEveryEngine(String model, String backend) throws Exception {
    Footprint footprint =
        measured(model, backend, Memory.VERTICES, Memory.EDGES, Memory.HEAP_MEBIBYTES);
    assertThat(footprint.growthBytes()).isGreaterThan(LEAST_BYTES);
  }

  static Stream<Arguments> modelsAndSliceEngines() {
    return Stream.of("graphsage", "gat", "hgt")
        .flatMap(model -> Stream.of("onnx", "djl").map(engine -> Arguments.of(model, engine)));
  }

  @ParameterizedTest
  @MethodSource("modelsAndSliceEngines")
  @Tag("long")
  void inferenceByEngines(String model, String engine) throws Exception {
    assumeTrue(ResidentSet.known(), "the resident set is counted by /proc/self, on Linux alone");
    Footprint footprint =
        Footprint.of(
            Footprint.Job.inference(
                model, Memory.VERTICES, Memory.EDGES, Memory.WIDTH, Memory.HUB_EDGES, engine),
            Memory.HEAP_MEBIBYTES);
    assertThat(footprint.estimateBytes())
        .as("bytes reserved")
        .isGreaterThanOrEqualTo(footprint.growthBytes())
        .isLessThan(MOST_OF_INFERENCE * footprint.growthBytes());
  }
}

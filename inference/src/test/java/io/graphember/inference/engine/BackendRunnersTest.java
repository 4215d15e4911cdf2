// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.inference.fixture.Models;
import io.graphember.inference.fixture.SliceRunnerContract;
import io.graphember.inference.fixture.WholeGraph;
import io.graphember.inference.layerwise.InferencePeers;
import io.graphember.inference.layerwise.InferenceShare;
import io.graphember.inference.layerwise.NeighborDraws;
import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.TypedGraph;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.testkit.reference.ReferenceBackend;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Layers in one piece, by the reference. */
class BackendRunnersTest extends SliceRunnerContract {
  @Override
  protected RunnerFactory runners() {
    return new BackendRunners(new ReferenceBackend());
  }

  @Test
  void typesOfVerticesOfOtherProcessesAreNotKnown() {
    ModelSpec spec = Models.typed().get(2);
    TypedGraph typed = TypedGraph.random(2, 3, 60, 5);
    WholeGraph graph =
        new WholeGraph(
            PartitionedGraph.load(typed, PartitionedGraph.settings(2, "hash-2d")), Models.DIM);
    float[] parameters = new float[spec.layout().length()];
    assertThatThrownBy(
            () ->
                new InferenceShare(
                    runners().model(spec, parameters),
                    graph.partitions().subList(0, 1),
                    2,
                    InferencePeers.NONE,
                    Workers.CALLER,
                    Cancellation.NEVER,
                    NeighborDraws.NONE,
                    Optional.empty()))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.MODEL_UNSUPPORTED)).isTrue())
        .hasMessage(
            "On several nodes a backend does not run a model that tells types of vertices apart:"
                + " set inference.engine to kernel or onnx.");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnxruntime;

import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.inference.fixture.Models;
import io.graphember.inference.fixture.WholeGraph;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.testkit.batch.DirectBuffers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A slice that PyTorch exported, of weights that are known here too. */
class PytorchSliceTest {
  @Test
  void givesWhatItsFormulaGives() throws Exception {
    ModelSpec spec = Models.spec(new GraphSage(), 1, 24, LayerOptions.DEFAULT);
    float[] parameters = new float[spec.layout().length()];
    for (int i = 0; i < 20; i++) {
      for (int o = 0; o < 7; o++) {
        parameters[i * 7 + o] = ((7 * i + 3 * o) % 11 - 5) / 10f;
        parameters[140 + i * 7 + o] = ((5 * i + 2 * o) % 13 - 6) / 10f;
      }
    }
    for (int o = 0; o < 7; o++) {
      parameters[280 + o] = o / 10f;
    }
    WholeGraph graph =
        new WholeGraph(
            PartitionedGraph.load(SampleGraph.random(700, 5000, 12), 2, "hash-2d"), Models.DIM);
    Path folder = Path.of(getClass().getResource("/pytorch/slices.yaml").toURI()).getParent();
    ImportedSlicesTest.assertGives(
        ImportedSlices.read(folder),
        graph,
        spec,
        graph.reference(spec, DirectBuffers.ofFloats(parameters)).get(0));
  }
}

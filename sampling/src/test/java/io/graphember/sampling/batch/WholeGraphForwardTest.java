// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.op.NeighborSampler;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout.Parameter;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import io.graphember.testkit.batch.NarrowModels;
import io.graphember.testkit.reference.ReferenceBackend;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.converter.ConvertWith;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A model computed batch by batch on the neighbourhoods that come from partitions is the model
 * computed on the whole graph at once: the formulas of the papers, dense, in double precision,
 * sharing no code with sampling or with a backend.
 */
class WholeGraphForwardTest {
  private static final int DIM = 6;
  private static final int CLASSES = 3;

  private final SampleGraph sample = SampleGraph.random(50, 400, 12).withFeatures(DIM);

  @ParameterizedTest
  @CsvSource({
    "graphsage, 2, 1",
    "graphsage, 2, 4",
    "graphsage, 2, 9",
    "graphsage, 3, 8",
    "gcn, 1, 4",
    "gcn, 2, 7",
    "gcn, 3, 8"
  })
  void batchesOfPartitionsGiveWhatTheWholeGraphGives(
      @ConvertWith(NarrowModels.ByName.class) Architecture kind, int layers, int partitions) {
    PartitionedGraph graph = PartitionedGraph.load(sample, partitions, "hash-2d");
    MemoryCluster cluster = new MemoryCluster(graph, 3, Courier.shuffled(1));
    Replies replies = new Replies(Cancellation.NEVER, 10_000);
    NeighborSampler sampler = new NeighborSampler(cluster, replies).withDegrees();
    Aggregation aggregation = kind instanceof Gcn ? Aggregation.GCN_NORM : Aggregation.MEAN;
    BatchAssembler assembler =
        new BatchAssembler(
            cluster.rows(),
            partitions,
            BlockAssembler.of(aggregation),
            replies,
            false,
            new BatchCounts());
    ModelSpec spec = new ModelSpec(kind, DIM, 4, CLASSES, layers, 0.5f, 0.5f);
    ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
    double[][] expected = dense(spec, parameters);
    int[] fanouts = new int[layers];
    Arrays.fill(fanouts, UniformNeighbors.ALL);
    BatchBuffers buffers = new BatchBuffers();
    try (ModelSession session = new ReferenceBackend().open(spec)) {
      for (int first = 0; first < sample.vertices(); first += 7) {
        int count = Math.min(7, sample.vertices() - first);
        long[] seeds = new long[count];
        for (int i = 0; i < count; i++) {
          seeds[i] = graph.vid(sample.keyOf(first + i));
        }
        MiniBatch batch = assembler.assemble(sampler.sample(seeds, fanouts, first), buffers, 0);
        ByteBuffer logits = DirectBuffers.zeros(count * CLASSES);
        session.forward(batch, parameters, logits, null);
        for (int i = 0; i < count; i++) {
          for (int c = 0; c < CLASSES; c++) {
            assertThat((double) logits.getFloat(4 * (i * CLASSES + c)))
                .isCloseTo(expected[first + i][c], within(2e-6));
          }
        }
      }
    }
  }

  private double[][] dense(ModelSpec spec, ByteBuffer parameters) {
    int n = sample.vertices();
    double[][] rows = new double[n][];
    for (int v = 0; v < n; v++) {
      float[] features = sample.featuresOf(v);
      rows[v] = new double[DIM];
      Arrays.setAll(rows[v], j -> features[j]);
    }
    for (int k = 0; k < spec.layers(); k++) {
      rows = layer(spec, k, rows, parameters);
      for (int v = 0; v < n && k + 1 < spec.layers(); v++) {
        double[] row = rows[v];
        Arrays.setAll(row, j -> Math.max(0, row[j]));
      }
    }
    return rows;
  }

  private double[][] layer(ModelSpec spec, int k, double[][] rows, ByteBuffer parameters) {
    int[][] in = sample.inNeighbors();
    double[][] result = new double[rows.length][spec.layerOutput(k)];
    for (int v = 0; v < rows.length; v++) {
      double[] sum = new double[spec.layerInput(k)];
      for (int u : in[v]) {
        double weight =
            spec.kind() instanceof Gcn
                ? 1 / Math.sqrt((in[v].length + 1.0) * (in[u].length + 1.0))
                : 1.0 / in[v].length;
        for (int j = 0; j < sum.length; j++) {
          sum[j] += weight * rows[u][j];
        }
      }
      String prefix = "layer" + k + ".";
      if (spec.kind() instanceof Gcn) {
        for (int j = 0; j < sum.length; j++) {
          sum[j] += rows[v][j] / (in[v].length + 1);
        }
        addProduct(sum, spec.layout().get(prefix + "weight"), parameters, result[v]);
      } else {
        addProduct(rows[v], spec.layout().get(prefix + "weight_self"), parameters, result[v]);
        addProduct(sum, spec.layout().get(prefix + "weight_neighbor"), parameters, result[v]);
      }
      addProduct(new double[] {1}, spec.layout().get(prefix + "bias"), parameters, result[v]);
    }
    return result;
  }

  private static void addProduct(
      double[] row, Parameter matrix, ByteBuffer parameters, double[] out) {
    for (int i = 0; i < row.length; i++) {
      for (int j = 0; j < out.length; j++) {
        out[j] += row[i] * parameters.getFloat(4 * (matrix.offset() + i * out.length + j));
      }
    }
  }
}

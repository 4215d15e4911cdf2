// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.fixture.Models;
import io.graphember.inference.fixture.WholeGraph;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.TypedGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.AttentionSettings;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.Gatv2;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.spi.model.layer.GraphSagePool;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import io.graphember.testkit.reference.ReferenceBackend;
import io.graphember.tgar.Activations;
import io.graphember.tgar.PartitionResult;
import io.graphember.tgar.fixture.Hosts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A step over partitions is the step over one batch of all vertices with all of their edges. */
class PartitionedModelTest {
  private static final long KEY = 77;

  static Stream<ModelSpec> untyped() {
    AttentionSettings dropping = new AttentionSettings(4, 2, 0.2f, 0.4f);
    return Stream.concat(
        Models.untyped().stream(),
        Stream.of(
            Models.spec(new Gat(dropping), 2, 24, LayerOptions.DEFAULT),
            Models.spec(new Gatv2(dropping), 2, 24, LayerOptions.DEFAULT)));
  }

  static List<ModelSpec> typed() {
    return Models.typed();
  }

  @ParameterizedTest
  @MethodSource("untyped")
  void equalsTheStepOfOneBatch(ModelSpec spec) {
    SampleGraph sample = SampleGraph.random(300, 2000, 12);
    for (int partitions : new int[] {1, 4, 8}) {
      PartitionedGraph graph = PartitionedGraph.load(sample, partitions, "hash-2d");
      assertEqualsReference(new WholeGraph(graph, Models.DIM), spec);
    }
  }

  @ParameterizedTest
  @MethodSource("typed")
  void equalsTheStepOfOneBatchOfTypes(ModelSpec spec) {
    TypedGraph typed = TypedGraph.random(2, 3, 60, 5);
    for (int partitions : new int[] {1, 4, 8}) {
      PartitionedGraph graph =
          PartitionedGraph.load(typed, PartitionedGraph.settings(partitions, "hash-2d"));
      assertEqualsReference(new WholeGraph(graph, Models.DIM), spec);
    }
  }

  static List<ModelSpec> ofEdgeFeatures() {
    return Models.ofEdgeFeatures();
  }

  @ParameterizedTest
  @MethodSource("ofEdgeFeatures")
  void equalsTheStepOfOneBatchOfEdgeFeatures(ModelSpec spec) {
    ValuedGraph valued = ValuedGraph.random(60, 300, 4, 9);
    for (int partitions : new int[] {1, 4, 8}) {
      PartitionedGraph graph =
          PartitionedGraph.load(valued, PartitionedGraph.settings(partitions, "hash-2d"));
      assertEqualsReference(new WholeGraph(graph, Models.DIM), spec);
    }
  }

  /** Rows that are kept sparse give what dense ones give, but for rounding. */
  @ParameterizedTest
  @MethodSource("untyped")
  void sparseInputGivesTheSame(ModelSpec spec) {
    SampleGraph sample = SampleGraph.random(300, 2000, 12);
    WholeGraph graph = new WholeGraph(PartitionedGraph.load(sample, 4, "hash-2d"), Models.DIM);
    float[] parameters = DirectBuffers.floats(BatchFixtures.parameters(spec, 3));
    int[] labels = labels(graph, spec);
    Hosts dense = Hosts.alone(graph, spec);
    Hosts sparse = Hosts.sparse(graph, spec);
    float[] expected = Hosts.sum(dense.step(parameters, KEY, labels));
    float[] found = Hosts.sum(sparse.step(parameters, KEY, labels));
    for (int i = 0; i < expected.length; i++) {
      assertThat(found[i]).as("gradient %d", i).isCloseTo(expected[i], within(1e-5f));
    }
    float[] outputs = dense.outputs(parameters);
    float[] others = sparse.outputs(parameters);
    for (int i = 0; i < outputs.length; i++) {
      assertThat(others[i]).as("output %d", i).isCloseTo(outputs[i], within(1e-4f));
    }
  }

  /** Three hosts, with other threads, give the bits of one. */
  @ParameterizedTest
  @MethodSource("untyped")
  void givesTheSameBitsOnSeveralHosts(ModelSpec spec) {
    SampleGraph sample = SampleGraph.random(300, 2000, 12);
    WholeGraph graph = new WholeGraph(PartitionedGraph.load(sample, 8, "hash-2d"), Models.DIM);
    assertSameBits(graph, spec);
  }

  @ParameterizedTest
  @MethodSource("typed")
  void givesTheSameBitsOfTypesOnSeveralHosts(ModelSpec spec) {
    PartitionedGraph graph =
        PartitionedGraph.load(
            TypedGraph.random(2, 3, 60, 5), PartitionedGraph.settings(8, "hash-2d"));
    assertSameBits(new WholeGraph(graph, Models.DIM), spec);
  }

  /**
   * Of two layers of GraphSAGE: rows of 24 floats of masters to mirrors that are the source of an
   * edge, and sums of mirrors back to masters, forward and on the way back; in the first layer the
   * input's sums alone, once.
   */
  @Test
  void sendsUsedMirrorsTwice() {
    SampleGraph sample = SampleGraph.random(300, 2000, 12);
    WholeGraph graph = new WholeGraph(PartitionedGraph.load(sample, 8, "hash-2d"), Models.DIM);
    ModelSpec spec = new ModelSpec(new GraphSage(), Models.DIM, 24, 24, 2, 0, 0);
    float[] parameters = DirectBuffers.floats(BatchFixtures.parameters(spec, 3));
    Hosts hosts = Hosts.several(graph, spec, 8);
    final long opened = hosts.sentBytes();
    hosts.step(parameters, KEY, labels(graph, spec));
    long used = 0;
    for (InferencePartition partition : graph.partitions()) {
      PartitionTopology topology = partition.topology();
      for (int v = topology.masters(); v < topology.vertices(); v++) {
        used += topology.out().lists().degree(v) > 0 ? 1 : 0;
        used += topology.in().lists().degree(v) > 0 ? 1 : 0;
      }
    }
    assertThat(hosts.sentBytes() - opened).isEqualTo(used * 24 * Float.BYTES * 2);
  }

  /** Arrays of the rows that are kept, and little beside them. */
  @ParameterizedTest
  @MethodSource("untyped")
  void estimatesWhatItTakes(ModelSpec spec) {
    SampleGraph sample = SampleGraph.random(300, 2000, 12);
    WholeGraph graph = new WholeGraph(PartitionedGraph.load(sample, 4, "hash-2d"), Models.DIM);
    Hosts hosts = stepped(graph, spec, Activations.KEPT);
    assertThat(hosts.rowBytes()).isBetween(1L, hosts.estimateBytes());
    final long beside = hosts.estimateBytes() - hosts.rowBytes();
    assertThat((double) beside)
        .isLessThan(0.15 * hosts.rowBytes() + 80.0 * 4 * 4 * spec.layout().length());
  }

  static List<ModelSpec> deep() {
    LayerOptions plain = LayerOptions.DEFAULT;
    List<ModelSpec> deep = new ArrayList<>();
    for (int layers : new int[] {8, 16}) {
      deep.add(Models.spec(new Gcn(), layers, 24, plain));
      deep.add(Models.spec(new Gcn(), layers, 24, plain.with(true, Normalization.BATCH)));
      deep.add(Models.spec(new GraphSage(), layers, 24, plain.with(true, Normalization.LAYER)));
    }
    deep.add(Models.spec(new Gat(4, 2), 8, 24, plain.with(true, Normalization.NONE)));
    deep.add(Models.spec(new GraphSagePool(), 8, 24, plain));
    return deep;
  }

  /** Rows that are computed again are the ones that were there: gradients have the same bits. */
  @ParameterizedTest
  @MethodSource("allWithoutTypes")
  void givesTheSameBitsWhenRowsAreComputedAgain(ModelSpec spec) {
    SampleGraph sample = SampleGraph.random(300, 2000, 12);
    WholeGraph graph = new WholeGraph(PartitionedGraph.load(sample, 4, "hash-2d"), Models.DIM);
    assertSameBits(
        spec,
        labels(graph, spec),
        Hosts.alone(graph, spec),
        Hosts.several(graph, spec, 3, Activations.RECOMPUTED));
  }

  static Stream<ModelSpec> allWithoutTypes() {
    return Stream.concat(untyped(), deep().stream());
  }

  @ParameterizedTest
  @MethodSource("typed")
  void givesTheSameBitsOfTypesWhenRowsAreComputedAgain(ModelSpec spec) {
    PartitionedGraph typed =
        PartitionedGraph.load(
            TypedGraph.random(2, 3, 60, 5), PartitionedGraph.settings(4, "hash-2d"));
    WholeGraph graph = new WholeGraph(typed, Models.DIM);
    assertSameBits(
        spec,
        labels(graph, spec),
        Hosts.alone(graph, spec),
        Hosts.alone(graph, spec, Activations.RECOMPUTED));
  }

  /** Half of the memory of 16 layers, of which is known before how much it is. */
  @ParameterizedTest
  @MethodSource("deep")
  void takesLessMemoryWhenRowsAreComputedAgain(ModelSpec spec) {
    SampleGraph sample = SampleGraph.random(3000, 20000, 12);
    WholeGraph graph = new WholeGraph(PartitionedGraph.load(sample, 4, "hash-2d"), Models.DIM);
    Hosts kept = stepped(graph, spec, Activations.KEPT);
    Hosts again = stepped(graph, spec, Activations.RECOMPUTED);
    for (Hosts hosts : List.of(kept, again)) {
      assertThat(hosts.rowBytes()).isBetween(1L, hosts.estimateBytes());
      assertThat((double) hosts.estimateBytes() - hosts.rowBytes())
          .as("beside of %s", spec)
          .isLessThan(0.15 * hosts.rowBytes() + 80.0 * 4 * 4 * spec.layout().length());
    }
    final double share = spec.layers() == 16 ? 0.5 : 0.75;
    assertThat((double) again.rowBytes()).as("%s", spec).isLessThan(share * kept.rowBytes());
  }

  private static Hosts stepped(WholeGraph graph, ModelSpec spec, Activations activations) {
    Hosts hosts = Hosts.alone(graph, spec, activations);
    float[] parameters = DirectBuffers.floats(BatchFixtures.parameters(spec, 3));
    hosts.step(parameters, KEY, labels(graph, spec));
    hosts.outputs(parameters);
    hosts.step(parameters, KEY + 1, labels(graph, spec));
    return hosts;
  }

  private static void assertSameBits(WholeGraph graph, ModelSpec spec) {
    assertSameBits(
        spec, labels(graph, spec), Hosts.alone(graph, spec), Hosts.several(graph, spec, 3));
  }

  private static void assertSameBits(ModelSpec spec, int[] labels, Hosts one, Hosts three) {
    float[] parameters = DirectBuffers.floats(BatchFixtures.parameters(spec, 3));
    for (int step = 0; step < 2; step++) {
      List<PartitionResult> expected = one.step(parameters, KEY + step, labels);
      List<PartitionResult> found = three.step(parameters, KEY + step, labels);
      for (int p = 0; p < expected.size(); p++) {
        assertThat(found.get(p).result()).isEqualTo(expected.get(p).result());
        assertThat(found.get(p).gradients()).isEqualTo(expected.get(p).gradients());
      }
      assertThat(three.outputs(parameters)).isEqualTo(one.outputs(parameters));
    }
  }

  private static void assertEqualsReference(WholeGraph graph, ModelSpec spec) {
    ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
    ByteBuffer gradients = DirectBuffers.zeros(spec.layout().length());
    int[] labels = labels(graph, spec);
    StepResult expected;
    try (ModelSession session = new ReferenceBackend().open(spec)) {
      expected =
          session.forwardBackward(
              graph.batch(spec, KEY),
              Targets.ofSeeds(
                  new Loss.Classes(DirectBuffers.ofInts(labels), null), 1f / labels.length),
              parameters,
              gradients,
              null);
    }
    List<PartitionResult> results =
        Hosts.alone(graph, spec).step(DirectBuffers.floats(parameters), KEY, labels);
    double loss = results.stream().mapToDouble(of -> of.result().lossSum()).sum();
    assertThat(loss / labels.length)
        .as("loss of %s over %s", spec, graph)
        .isCloseTo(expected.lossSum() / labels.length, within(1e-4));
    float[] sum = Hosts.sum(results);
    float[] reference = DirectBuffers.floats(gradients);
    float largest = 1e-3f;
    for (float value : reference) {
      largest = Math.max(largest, Math.abs(value));
    }
    for (int i = 0; i < reference.length; i++) {
      assertThat(sum[i])
          .as("gradient %d of %s over %s", i, spec, graph)
          .isCloseTo(reference[i], within(1e-4f * largest));
    }
    float[] outputs = Hosts.alone(graph, spec).outputs(DirectBuffers.floats(parameters));
    float[] wanted = graph.reference(spec, parameters).get(0);
    for (int i = 0; i < wanted.length; i++) {
      assertThat(outputs[i])
          .as("output %d of %s", i, spec)
          .isCloseTo(wanted[i], within(1e-4f * Math.max(1, Math.abs(wanted[i]))));
    }
  }

  private static int[] labels(WholeGraph graph, ModelSpec spec) {
    int[] labels = new int[graph.vertices()];
    for (int v = 0; v < labels.length; v++) {
      labels[v] = CounterRandom.bounded(CounterRandom.bits(5, v), spec.outputDim());
    }
    return labels;
  }
}

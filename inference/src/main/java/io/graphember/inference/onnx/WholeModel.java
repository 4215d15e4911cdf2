// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnx;

import io.graphember.inference.slice.StageSignature.Content;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout.Parameter;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes a model as one ONNX model for a sampled subgraph: a block for each layer, in which the
 * destinations are the first of the sources, and are the sources of the next layer. Inputs, in this
 * order, those of layer {@code k} only if it looks at them:
 *
 * <ol>
 *   <li>{@code features [sources_0, in]}: rows of the sources of layer 0, 32-bit floats;
 *   <li>{@code destinations_k [1]}: number of destinations, a 64-bit integer as all integers here;
 *   <li>{@code neighbors_k [edges_k]}: source of each edge;
 *   <li>{@code edge_destinations_k [edges_k]}: its destination;
 *   <li>{@code edge_weights_k [edges_k, 1]} and {@code self_weights_k [destinations_k, 1]}:
 *       coefficients of a weighted sum, floats;
 *   <li>{@code edge_features_k [edges_k, c]}, floats;
 *   <li>{@code edge_types_k [edges_k]};
 *   <li>{@code vertex_types_k [sources_k]};
 *   <li>with a decoder {@code heads [pairs]} and {@code tails [pairs]}, numbers of destinations of
 *       the last layer, and {@code relations [pairs]} if it looks at them.
 * </ol>
 *
 * Outputs: {@code output [seeds, out]}, rows of the destinations of the last layer, and with a
 * decoder {@code scores [pairs, scores]}. Sums over edges are {@code ScatterND} with a reduction:
 * run it with one thread within an operator.
 */
public final class WholeModel {
  private static final List<Operator> READ_NEIGHBORS =
      List.of(
          Operator.NEIGHBOR_MEAN,
          Operator.NEIGHBOR_SUM,
          Operator.NEIGHBOR_WEIGHTED_SUM,
          Operator.NEIGHBOR_MAX,
          Operator.MEAN_BY_TYPE,
          Operator.WEIGHTED_SUM,
          Operator.NTH_NEIGHBOR,
          Operator.SOURCE_OF_EDGE);

  private WholeModel() {}

  /**
   * The file.
   *
   * @param parameters flat, see {@link ModelSpec#layout()}
   */
  public static byte[] write(ModelSpec spec, float[] parameters) {
    OnnxGraph graph = new OnnxGraph(spec.kind().name());
    String rows = graph.floatInput("features", "sources_0", spec.inputDim());
    for (int k = 0; k < spec.layers(); k++) {
      Program program = spec.program(k).inEvaluation();
      BlockNeighborhood block = new BlockNeighborhood(graph, k);
      ProgramNodes nodes =
          new ProgramNodes(
              graph, program, weights(spec, k, parameters), "layer%d.".formatted(k), block);
      nodes.give(0, rows);
      block.declare(program, nodes);
      for (int i = 0; i < program.operations().size(); i++) {
        nodes.write(i);
      }
      rows = nodes.value(program.operations().size() - 1);
    }
    graph.output(rows, "output", "seeds", spec.outputDim());
    if (spec.decoderProgram().isPresent()) {
      decode(graph, spec, parameters, rows);
    }
    return graph.bytes();
  }

  /** Scores of pairs of the rows that leave the last layer. */
  private static void decode(OnnxGraph graph, ModelSpec spec, float[] parameters, String rows) {
    Program program = spec.decoderProgram().orElseThrow().inEvaluation();
    final String heads = graph.integerInput("heads", "pairs");
    final String tails = graph.integerInput("tails", "pairs");
    final String relations =
        program.usesRelations() ? graph.integerInput("relations", "pairs") : "";
    ProgramNodes nodes =
        new ProgramNodes(
            graph,
            program,
            weights(spec, spec.layers(), parameters),
            "decoder.",
            new PairNeighborhood(relations));
    nodes.give(0, rows);
    for (int i = 0; i < program.operations().size(); i++) {
      switch (program.operation(i).operator()) {
        case HEAD_OF_PAIR -> nodes.give(i, gather(graph, rows, heads));
        case TAIL_OF_PAIR -> nodes.give(i, gather(graph, rows, tails));
        default -> nodes.write(i);
      }
    }
    graph.output(nodes.value(program.operations().size() - 1), "scores", "pairs", spec.outputs());
  }

  private static String gather(OnnxGraph graph, String rows, String numbers) {
    return graph.node("Gather", rows, numbers).with("axis", 0).add();
  }

  private static IntFunction<float[]> weights(ModelSpec spec, int layer, float[] parameters) {
    List<Parameter> weights = spec.layout().of(layer);
    return w ->
        Arrays.copyOfRange(
            parameters, weights.get(w).offset(), weights.get(w).offset() + weights.get(w).length());
  }

  /** Pairs, which have relations and nothing else. */
  private record PairNeighborhood(String relations) implements Neighborhood {
    @Override
    public String types(Space space) {
      return relations;
    }

    @Override
    public String ofDestinations(String rows) {
      throw withoutEdges();
    }

    @Override
    public String ofEdges(String rows) {
      throw withoutEdges();
    }

    @Override
    public String edgeWeights() {
      throw withoutEdges();
    }

    @Override
    public String input(Content content) {
      throw withoutEdges();
    }

    private static IllegalArgumentException withoutEdges() {
      return new IllegalArgumentException("a decoder looks at no edges");
    }
  }

  /** A block: sources that edges name, destinations first among them. */
  private static final class BlockNeighborhood implements Neighborhood {
    private final OnnxGraph graph;
    private final int layer;
    private final Map<Content, String> inputs = new HashMap<>();
    private @Nullable String neighbors;
    private @Nullable String edgeWeights;

    BlockNeighborhood(OnnxGraph graph, int layer) {
      this.graph = graph;
      this.layer = layer;
    }

    private String named(String name) {
      return name + "_" + layer;
    }

    void declare(Program program, ProgramNodes nodes) {
      final String edges = named("edges");
      inputs.put(Content.DESTINATIONS, graph.integerInput(named("destinations")));
      boolean sources = false;
      for (Operation operation : program.operations()) {
        sources |= READ_NEIGHBORS.contains(operation.operator());
      }
      if (sources) {
        neighbors = graph.integerInput(named("neighbors"), edges);
      }
      if (sources || program.usesEdges()) {
        inputs.put(
            Content.EDGE_DESTINATIONS, graph.integerInput(named("edge_destinations"), edges));
      }
      if (program.uses(Operator.NEIGHBOR_WEIGHTED_SUM)) {
        edgeWeights = graph.floatInput(named("edge_weights"), edges, 1);
      }
      if (program.uses(Operator.SELF_WEIGHTED)) {
        inputs.put(
            Content.SELF_WEIGHTS,
            graph.floatInput(named("self_weights"), named("destinations"), 1));
      }
      for (int i = 0; i < program.operations().size(); i++) {
        Operation operation = program.operation(i);
        if (operation.operator() == Operator.EDGE_FEATURES) {
          nodes.give(i, graph.floatInput(named("edge_features"), edges, operation.columns()));
        }
      }
      if (program.usesEdgeTypes()) {
        inputs.put(Content.EDGE_TYPES, graph.integerInput(named("edge_types"), edges));
      }
      if (program.usesVertexTypes()) {
        inputs.put(
            Content.VERTEX_TYPES, graph.integerInput(named("vertex_types"), named("sources")));
      }
    }

    @Override
    public String ofDestinations(String rows) {
      return graph.add(
          "Slice", rows, graph.integers(0), input(Content.DESTINATIONS), graph.integers(0));
    }

    @Override
    public String ofEdges(String rows) {
      return gather(graph, rows, declared(neighbors));
    }

    @Override
    public String edgeWeights() {
      return declared(edgeWeights);
    }

    @Override
    public String types(Space space) {
      return switch (space) {
        case EDGES -> input(Content.EDGE_TYPES);
        case DESTINATIONS -> ofDestinations(input(Content.VERTEX_TYPES));
        default -> input(Content.VERTEX_TYPES);
      };
    }

    @Override
    public String input(Content content) {
      return declared(inputs.get(content));
    }

    private static String declared(@Nullable String name) {
      if (name == null) {
        throw new IllegalStateException("a program reads what was not declared");
      }
      return name;
    }
  }
}

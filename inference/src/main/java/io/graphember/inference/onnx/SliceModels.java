// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnx;

import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceWeights;
import io.graphember.inference.slice.StageSignature;
import io.graphember.inference.slice.StageSignature.Content;
import io.graphember.inference.slice.StageSignature.Port;
import io.graphember.spi.model.Space;
import java.util.List;
import java.util.Optional;

/**
 * Writes the stages of a slice as ONNX models, with inputs and outputs as {@link StageSignature}
 * says. Numbers of rows and edges are free, so one model serves batches of any size.
 */
public final class SliceModels {
  private SliceModels() {}

  /** The transform of a slice as a model; empty if it has nothing to compute. */
  public static Optional<StageModel> transform(Slice slice, SliceWeights weights) {
    StageSignature signature = StageSignature.ofTransform(slice);
    return signature.outputs().isEmpty()
        ? Optional.empty()
        : Optional.of(
            write(
                "slice-%d-transform".formatted(slice.layer()),
                slice,
                slice.transform(),
                signature,
                weights));
  }

  /** The apply of a slice as a model. */
  public static StageModel apply(Slice slice, SliceWeights weights) {
    return write(
        "slice-%d-apply".formatted(slice.layer()),
        slice,
        slice.apply(),
        StageSignature.ofApply(slice),
        weights);
  }

  private static StageModel write(
      String name,
      Slice slice,
      List<Integer> stage,
      StageSignature signature,
      SliceWeights weights) {
    OnnxGraph graph = new OnnxGraph(name);
    ProgramNodes nodes =
        new ProgramNodes(
            graph,
            slice.program(),
            weights::matrix,
            "layer%d.".formatted(slice.layer()),
            new Collected(signature));
    for (Port port : signature.inputs()) {
      declare(graph, port);
      if (port.content().holdsValue()) {
        nodes.give(port.value(), port.name());
      }
    }
    stage.forEach(nodes::write);
    for (Port port : signature.outputs()) {
      graph.output(nodes.value(port.value()), port.name(), "rows", port.columns());
    }
    return new StageModel(graph.bytes(), signature);
  }

  private static void declare(OnnxGraph graph, Port port) {
    final String rows = port.content().ofEdges() ? "edges" : "rows";
    switch (port.content()) {
      case ROWS, EDGE_ROWS, SELF_WEIGHTS -> graph.floatInput(port.name(), rows, port.columns());
      case VERTEX_TYPES, EDGE_TYPES, EDGE_DESTINATIONS -> graph.integerInput(port.name(), rows);
      case DESTINATIONS -> graph.integerInput(port.name());
      default -> throw new IllegalArgumentException(port.toString());
    }
  }

  /** The vertices of a batch, with the rows of their edges' sources collected. */
  private record Collected(StageSignature signature) implements Neighborhood {
    @Override
    public String ofDestinations(String rows) {
      return rows;
    }

    @Override
    public String ofEdges(String rows) {
      return rows;
    }

    @Override
    public String edgeWeights() {
      throw new IllegalArgumentException("sums over neighbours are given to a slice");
    }

    @Override
    public String types(Space space) {
      return input(space == Space.EDGES ? Content.EDGE_TYPES : Content.VERTEX_TYPES);
    }

    @Override
    public String input(Content content) {
      return signature.inputs().stream()
          .filter(port -> port.content() == content)
          .findFirst()
          .orElseThrow()
          .name();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.InvalidProtocolBufferException;
import io.graphember.inference.InferenceError;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a model from elsewhere takes and gives, read without an engine. A model is refused if it
 * reads files (weights outside of it), has operators of another than the standard domain, or parts
 * that run more than once or not at all (loops, branches, functions): what is left ends, and
 * touches nothing but its inputs.
 *
 * @param inputs inputs that are no constants, in order
 * @param outputs outputs, in order
 */
public record OnnxSignature(List<Tensor> inputs, List<Tensor> outputs) {
  /** Size of a dimension that is free. */
  public static final long FREE = -1;

  private static final Set<String> DOMAINS = Set.of("", "ai.onnx");

  /**
   * An input or output.
   *
   * @param floats true if its elements are 32-bit floats
   * @param shape its dimensions, {@link #FREE} for any; empty if unknown
   */
  public record Tensor(String name, boolean floats, List<Long> shape) {
    @Override
    public String toString() {
      return shape.stream()
          .map(size -> size == FREE ? "any" : size.toString())
          .collect(Collectors.joining(", ", floats ? "floats [" : "others [", "]"));
    }
  }

  /**
   * Reads a model.
   *
   * @param name of the file, for messages
   * @throws GraphemberException with code {@link InferenceError#SLICE_MALFORMED}
   */
  public static OnnxSignature read(String name, byte[] bytes) {
    final ModelProto model;
    try {
      model = ModelProto.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw malformed(name, "is no ONNX model, or damaged", e);
    }
    GraphProto graph = model.getGraph();
    if (graph.getNodeCount() == 0 || graph.getOutputCount() == 0) {
      throw malformed(name, "is no ONNX model: it has no nodes or no outputs");
    }
    if (model.getFunctionsCount() > 0 || graph.getSparseInitializerCount() > 0) {
      throw malformed(name, "has functions or sparse weights, which are not read");
    }
    graph.getInitializerList().forEach(tensor -> requireWithin(name, tensor));
    graph.getNodeList().forEach(node -> requireSimple(name, node));
    Set<String> constants =
        graph.getInitializerList().stream().map(TensorProto::getName).collect(Collectors.toSet());
    return new OnnxSignature(
        graph.getInputList().stream()
            .filter(input -> !constants.contains(input.getName()))
            .map(OnnxSignature::tensor)
            .toList(),
        graph.getOutputList().stream().map(OnnxSignature::tensor).toList());
  }

  private static void requireWithin(String name, TensorProto tensor) {
    if (tensor.getDataLocation() == TensorProto.DataLocation.EXTERNAL
        || tensor.getExternalDataCount() > 0) {
      throw malformed(
          name,
          "has the weight %s in another file: export it with weights inside"
              .formatted(tensor.getName()));
    }
  }

  private static void requireSimple(String name, NodeProto node) {
    if (!DOMAINS.contains(node.getDomain())) {
      throw malformed(
          name,
          "has an operator %s of domain %s: only standard operators are run"
              .formatted(node.getOpType(), node.getDomain()));
    }
    for (AttributeProto attribute : node.getAttributeList()) {
      if (attribute.hasG()
          || attribute.getGraphsCount() > 0
          || attribute.hasSparseTensor()
          || attribute.getSparseTensorsCount() > 0) {
        throw malformed(
            name,
            "has an operator %s with a part of its own (%s): loops and branches are not run"
                .formatted(node.getOpType(), attribute.getName()));
      }
      requireWithin(name, attribute.getT());
      attribute.getTensorsList().forEach(tensor -> requireWithin(name, tensor));
    }
  }

  private static Tensor tensor(ValueInfoProto value) {
    TypeProto.Tensor type = value.getType().getTensorType();
    return new Tensor(
        value.getName(),
        type.getElemType() == TensorProto.DataType.FLOAT.getNumber(),
        type.getShape().getDimList().stream().map(OnnxSignature::size).toList());
  }

  private static long size(TensorShapeProto.Dimension dimension) {
    return dimension.hasDimValue() ? dimension.getDimValue() : FREE;
  }

  private static GraphemberException malformed(String name, String what) {
    return malformed(name, what, null);
  }

  private static GraphemberException malformed(
      String name, String what, @Nullable Throwable cause) {
    return new GraphemberException(
        InferenceError.SLICE_MALFORMED, "Slice file %s %s.".formatted(name, what), cause);
  }
}

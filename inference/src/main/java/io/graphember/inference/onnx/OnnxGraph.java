// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * An ONNX model that grows node by node; values are named by strings. The format is that of ONNX IR
 * version 9 with the default operators of set 18. Floats are 32 bits, integers 64.
 *
 * <p>Used by one thread.
 */
final class OnnxGraph {
  private static final int IR_VERSION = 9;
  private static final int OPERATORS = 18;

  private final GraphProto.Builder graph = GraphProto.newBuilder();
  private final Map<String, String> constants = new HashMap<>();
  private final Set<String> tensors = new HashSet<>();
  private int values;

  OnnxGraph(String name) {
    graph.setName(name);
  }

  /** An input of floats, {@code [rows, columns]}; rows of the same name are equally many. */
  String floatInput(String name, String rows, int columns) {
    graph.addInput(value(name, TensorProto.DataType.FLOAT, rows(rows), fixed(columns)));
    return name;
  }

  /** An input of integers, one for each of these rows. */
  String integerInput(String name, String rows) {
    graph.addInput(value(name, TensorProto.DataType.INT64, rows(rows)));
    return name;
  }

  /** An input of a single integer. */
  String integerInput(String name) {
    graph.addInput(value(name, TensorProto.DataType.INT64, fixed(1)));
    return name;
  }

  /** Gives a value away under a name of its own. */
  void output(String of, String name, String rows, int columns) {
    graph.addNode(
        NodeProto.newBuilder().setOpType("Identity").addInput(of).addOutput(name).setName(name));
    graph.addOutput(value(name, TensorProto.DataType.FLOAT, rows(rows), fixed(columns)));
  }

  private static TensorShapeProto.Dimension rows(String name) {
    return TensorShapeProto.Dimension.newBuilder().setDimParam(name).build();
  }

  private static TensorShapeProto.Dimension fixed(int size) {
    return TensorShapeProto.Dimension.newBuilder().setDimValue(size).build();
  }

  private static ValueInfoProto value(
      String name, TensorProto.DataType type, TensorShapeProto.Dimension... shape) {
    TypeProto.Tensor tensor =
        TypeProto.Tensor.newBuilder()
            .setElemType(type.getNumber())
            .setShape(TensorShapeProto.newBuilder().addAllDim(Arrays.asList(shape)))
            .build();
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(TypeProto.newBuilder().setTensorType(tensor))
        .build();
  }

  /** A constant tensor of floats; one that is there under its name is not written again. */
  String floats(String name, float[] content, long... shape) {
    return tensors.add(name) ? newFloats(name, content, shape) : name;
  }

  private String newFloats(String name, float[] content, long... shape) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(4, content.length)).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(content);
    return constant(name, TensorProto.DataType.FLOAT, bytes, shape);
  }

  /** A constant float without dimensions. */
  String scalar(float content) {
    return constants.computeIfAbsent(
        "scalar " + content, key -> floats(fresh(), new float[] {content}));
  }

  /** A constant vector of integers. */
  String integers(long... content) {
    return constants.computeIfAbsent(
        "integers " + Arrays.toString(content),
        key -> {
          ByteBuffer bytes = ByteBuffer.allocate(8 * content.length).order(ByteOrder.LITTLE_ENDIAN);
          bytes.asLongBuffer().put(content);
          return constant(fresh(), TensorProto.DataType.INT64, bytes, content.length);
        });
  }

  private String constant(String name, TensorProto.DataType type, ByteBuffer bytes, long... shape) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setName(name)
            .setDataType(type.getNumber())
            .setRawData(ByteString.copyFrom(bytes));
    for (long size : shape) {
      tensor.addDims(size);
    }
    graph.addInitializer(tensor);
    return name;
  }

  /** A name that nothing has. */
  String fresh() {
    return "v" + values++;
  }

  /** Begins a node of an operator. */
  Node node(String operator, String... inputs) {
    return new Node(operator, inputs);
  }

  /** Adds a node without attributes; its result. */
  String add(String operator, String... inputs) {
    return node(operator, inputs).add();
  }

  /** The file. */
  byte[] bytes() {
    return ModelProto.newBuilder()
        .setIrVersion(IR_VERSION)
        .setProducerName("graphember")
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPERATORS))
        .setGraph(graph)
        .build()
        .toByteArray();
  }

  /** A node with attributes. */
  final class Node {
    private final NodeProto.Builder node = NodeProto.newBuilder();

    private Node(String operator, String... inputs) {
      node.setOpType(operator).addAllInput(Arrays.asList(inputs));
    }

    Node with(String name, long... numbers) {
      AttributeProto.Builder attribute = AttributeProto.newBuilder().setName(name);
      if (numbers.length == 1) {
        attribute.setType(AttributeProto.AttributeType.INT).setI(numbers[0]);
      } else {
        attribute.setType(AttributeProto.AttributeType.INTS);
        Arrays.stream(numbers).forEach(attribute::addInts);
      }
      node.addAttribute(attribute);
      return this;
    }

    Node withFloat(String name, float number) {
      node.addAttribute(
          AttributeProto.newBuilder()
              .setName(name)
              .setType(AttributeProto.AttributeType.FLOAT)
              .setF(number));
      return this;
    }

    Node withWord(String name, String word) {
      node.addAttribute(
          AttributeProto.newBuilder()
              .setName(name)
              .setType(AttributeProto.AttributeType.STRING)
              .setS(ByteString.copyFromUtf8(word)));
      return this;
    }

    /** Adds the node; its result. */
    String add() {
      return add(1)[0];
    }

    /** Adds a node with so many results. */
    String[] add(int results) {
      String[] names = new String[results];
      Arrays.setAll(names, i -> fresh());
      graph.addNode(node.setName(names[0]).addAllOutput(Arrays.asList(names)));
      return names;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtEngine;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.IValueUtils;
import ai.djl.pytorch.jni.JniUtils;
import io.graphember.backend.djl.TorchScriptArchive;
import io.graphember.memory.DirectBuffer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * What a step over a whole graph costs PyTorch itself. The graph, the features and the parameters
 * stay tensors. Of GraphSAGE, means of neighbours by a sparse matrix in CSR, or by bags of
 * embeddings; of GCN, weighted sums by a matrix in CSR; products before sums where they are
 * narrower.
 */
final class PyTorchWholeGraph implements AutoCloseable {
  /** How neighbours are added up. */
  enum Form {
    CSR("torch.mm(a, %s)"),
    REDUCE("torch._sparse_mm_reduce_impl(a, %s, \"sum\")[0]"),
    BAG("torch.embedding_bag(%s, columns, offsets, False, 1, False, None, True)[0]");

    private final String mean;

    Form(String mean) {
      this.mean = mean;
    }

    private String mean(String of) {
      return mean.formatted(of);
    }
  }

  /**
   * Means of in-neighbours as a sparse matrix.
   *
   * @param offsets int32[vertices + 1]
   * @param columns int32[edges], sources of each vertex's in-edges
   * @param values float32[edges], one over the in-degree
   */
  record Graph(
      int vertices, int edges, ByteBuffer offsets, ByteBuffer columns, ByteBuffer values) {}

  private static final String SCRIPT =
      """
      class Plain(Module):
        __parameters__ = []
        __buffers__ = []
        training : bool
        def forward(self: __torch__.Plain, x: Tensor, offsets: Tensor, columns: Tensor, values: Tensor, labels: Tensor, self0: Tensor, mean0: Tensor, bias0: Tensor, self1: Tensor, mean1: Tensor, bias1: Tensor) -> Tensor:
          n = torch.size(x, 0)
          %s
          m = %s
          h = torch.relu(torch.add(torch.linear(x, self0, bias0), torch.linear(m, mean0, None)))
          p = torch.linear(h, mean1, None)
          outputs = torch.add(torch.linear(h, self1, bias1), %s)
          return torch.cross_entropy_loss(outputs, labels)
      """;

  /** GCN with dropout of what enters each layer; the loss of the first vertices. */
  private static final String GCN =
      """
      class Plain(Module):
        __parameters__ = []
        __buffers__ = []
        training : bool
        def forward(self: __torch__.Plain, x: Tensor, offsets: Tensor, columns: Tensor, values: Tensor, labels: Tensor, weight0: Tensor, bias0: Tensor, weight1: Tensor, bias1: Tensor) -> Tensor:
          n = torch.size(x, 0)
          a = torch.sparse_csr_tensor(offsets, columns, values, [n, n])
          z = torch.linear(torch.dropout(x, %1$s, %2$s), weight0, None)
          h = torch.relu(torch.add(torch.mm(a, z), bias0))
          p = torch.linear(torch.dropout(h, %1$s, %2$s), weight1, None)
          outputs = torch.add(torch.mm(a, p), bias1)
          return torch.cross_entropy_loss(torch.slice(outputs, 0, 0, %3$d), torch.slice(labels, 0, 0, %3$d))
      """;

  private final PtNDManager manager;
  private final PtSymbolBlock script;
  private final NDList arguments = new NDList();
  private final List<NDArray> parameters = new ArrayList<>();

  /**
   * A model over a graph; the engine is loaded.
   *
   * @param dim floats of an input row
   * @param rows float32[vertices, dim]
   * @param labels int32[vertices]
   * @param shapes of the parameters
   */
  private PyTorchWholeGraph(
      String source, Graph graph, int dim, ByteBuffer rows, ByteBuffer labels, long[]... shapes)
      throws IOException {
    manager = (PtNDManager) Engine.getEngine(PtEngine.ENGINE_NAME).newBaseManager(Device.cpu());
    byte[] archive = TorchScriptArchive.of("Plain", source);
    script = JniUtils.loadModule(manager, new ByteArrayInputStream(archive), false, false);
    arguments.add(array(rows, 0, DataType.FLOAT32, graph.vertices(), dim));
    arguments.add(array(graph.offsets(), 0, DataType.INT32, graph.vertices() + 1));
    arguments.add(array(graph.columns(), 0, DataType.INT32, graph.edges()));
    arguments.add(array(graph.values(), 0, DataType.FLOAT32, graph.edges()));
    arguments.add(array(labels, 0, DataType.INT32, graph.vertices()).toType(DataType.INT64, true));
    int floats = 0;
    for (long[] shape : shapes) {
      floats += (int) new Shape(shape).size();
    }
    ByteBuffer weights = DirectBuffer.allocate(4 * floats);
    StepBatch.fill(weights, 3, 0.1f);
    int at = 0;
    for (long[] shape : shapes) {
      parameters.add(array(weights, at, DataType.FLOAT32, shape));
      at += (int) new Shape(shape).size();
    }
    parameters.forEach(parameter -> parameter.setRequiresGradient(true));
    arguments.addAll(parameters);
  }

  /**
   * GraphSAGE.
   *
   * @param widths floats of an input row, of a hidden row, and classes
   * @param rows float32[vertices, input]
   * @param labels int32[vertices]
   */
  static PyTorchWholeGraph sage(
      Form form, Graph graph, int[] widths, ByteBuffer rows, ByteBuffer labels) throws IOException {
    String matrix =
        form == Form.BAG
            ? "k = torch.size(columns, 0)"
            : "a = torch.sparse_csr_tensor(offsets, columns, values, [n, n])";
    return new PyTorchWholeGraph(
        SCRIPT.formatted(matrix, form.mean("x"), form.mean("p")),
        graph,
        widths[0],
        rows,
        labels,
        new long[] {widths[1], widths[0]},
        new long[] {widths[1], widths[0]},
        new long[] {widths[1]},
        new long[] {widths[2], widths[1]},
        new long[] {widths[2], widths[1]},
        new long[] {widths[2]});
  }

  /**
   * GCN of two layers.
   *
   * @param widths floats of an input row, of a hidden row, and classes
   * @param dropout share of values that are dropped; 0 to evaluate
   * @param seeds the first vertices, of which the loss is
   */
  static PyTorchWholeGraph gcn(
      Graph graph, int[] widths, float dropout, int seeds, ByteBuffer rows, ByteBuffer labels)
      throws IOException {
    return new PyTorchWholeGraph(
        GCN.formatted(dropout, dropout > 0 ? "True" : "False", seeds),
        graph,
        widths[0],
        rows,
        labels,
        new long[] {widths[1], widths[0]},
        new long[] {widths[1]},
        new long[] {widths[2], widths[1]},
        new long[] {widths[2]});
  }

  private NDArray array(ByteBuffer data, int offset, DataType type, long... shape) {
    int bytes = 4 * Math.toIntExact(new Shape(shape).size());
    ByteBuffer slice = data.slice(4 * offset, bytes).order(ByteOrder.nativeOrder());
    return manager.create(slice, new Shape(shape), type);
  }

  /** A forward and a backward pass; the mean loss. */
  float step() {
    final boolean before = JniUtils.isGradMode();
    JniUtils.setGradMode(true);
    JniUtils.setGraphExecutorOptimize(false);
    try (NDArray loss = IValueUtils.forward(script, arguments, true).head();
        PtNDArray one = (PtNDArray) manager.create(1f)) {
      parameters.forEach(parameter -> JniUtils.zeroGrad((PtNDArray) parameter));
      JniUtils.backward((PtNDArray) loss, one, false, false);
      return loss.getFloat();
    } finally {
      JniUtils.setGradMode(before);
    }
  }

  /** A forward pass without a way back; the mean loss. */
  float evaluate() {
    final boolean before = JniUtils.isGradMode();
    JniUtils.setGradMode(false);
    JniUtils.setGraphExecutorOptimize(false);
    try (NDArray loss = IValueUtils.forward(script, arguments, true).head()) {
      return loss.getFloat();
    } finally {
      JniUtils.setGradMode(before);
    }
  }

  @Override
  public void close() {
    script.close();
    manager.close();
  }
}

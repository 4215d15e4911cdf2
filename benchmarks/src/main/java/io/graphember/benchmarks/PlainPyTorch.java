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
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * What a step of GraphSAGE costs PyTorch itself: two layers as its users write them, by {@code
 * embedding_bag}, {@code linear} and {@code cross_entropy_loss}, one script for all of the model.
 * Its batch is turned into tensors once, and its parameters stay tensors; so it does less than a
 * backend, which is handed each batch and returns each gradient.
 */
final class PlainPyTorch implements AutoCloseable {
  private static final String SCRIPT =
      """
      class Plain(Module):
        __parameters__ = []
        __buffers__ = []
        training : bool
        def forward(self: __torch__.Plain, x: Tensor, offsets0: Tensor, neighbors0: Tensor, offsets1: Tensor, neighbors1: Tensor, labels: Tensor, self0: Tensor, mean0: Tensor, bias0: Tensor, self1: Tensor, mean1: Tensor, bias1: Tensor) -> Tensor:
          m, m_a, m_b, m_c = torch.embedding_bag(x, neighbors0, offsets0, False, 1, False, None, True)
          own = torch.slice(x, 0, 0, torch.size(m, 0))
          h = torch.relu(torch.add(torch.linear(own, self0, bias0), torch.linear(m, mean0, None)))
          n, n_a, n_b, n_c = torch.embedding_bag(h, neighbors1, offsets1, False, 1, False, None, True)
          own1 = torch.slice(h, 0, 0, torch.size(n, 0))
          outputs = torch.add(torch.linear(own1, self1, bias1), torch.linear(n, mean1, None))
          return torch.cross_entropy_loss(outputs, labels)
      """;

  private final PtNDManager manager;
  private final PtSymbolBlock script;
  private final NDList arguments = new NDList();
  private final List<NDArray> parameters = new ArrayList<>();
  private final ByteBuffer values;

  /**
   * A model on a batch; the engine is loaded.
   *
   * @param labels class of each seed, int32
   */
  PlainPyTorch(MiniBatch batch, int dim, int hidden, int classes, ByteBuffer labels)
      throws IOException {
    manager = (PtNDManager) Engine.getEngine(PtEngine.ENGINE_NAME).newBaseManager(Device.cpu());
    byte[] archive = TorchScriptArchive.of("Plain", SCRIPT);
    script = JniUtils.loadModule(manager, new ByteArrayInputStream(archive), false, false);
    Block first = batch.blocks().get(0);
    ByteBuffer rows = ((BatchInput.Rows) batch.input()).rows();
    arguments.add(array(rows, 0, DataType.FLOAT32, first.sources(), dim));
    for (Block block : batch.blocks()) {
      arguments.add(array(block.offsets(), 0, DataType.INT32, block.destinations() + 1));
      arguments.add(array(block.neighbors(), 0, DataType.INT32, block.edges()));
    }
    NDArray ints = array(labels, 0, DataType.INT32, batch.seeds());
    arguments.add(ints.toType(DataType.INT64, true));
    values = DirectBuffer.allocate(4 * (hidden * (2 * dim + 1) + classes * (2 * hidden + 1)));
    StepBatch.fill(values, 3, 0.1f);
    addLayer(0, dim, hidden);
    addLayer(hidden * (2 * dim + 1), hidden, classes);
    parameters.forEach(parameter -> parameter.setRequiresGradient(true));
    arguments.addAll(parameters);
  }

  private void addLayer(int at, int in, int out) {
    parameters.add(array(values, at, DataType.FLOAT32, out, in));
    parameters.add(array(values, at + out * in, DataType.FLOAT32, out, in));
    parameters.add(array(values, at + 2 * out * in, DataType.FLOAT32, out));
  }

  private NDArray array(ByteBuffer data, int offset, DataType type, long... shape) {
    int bytes = 4 * Math.toIntExact(new Shape(shape).size());
    ByteBuffer slice = data.slice(4 * offset, bytes).order(ByteOrder.nativeOrder());
    return manager.create(slice, new Shape(shape), type);
  }

  /** All parameters, in the caller's hands between steps. */
  ByteBuffer parameters() {
    return values;
  }

  /**
   * A forward and a backward pass.
   *
   * @param gradients receives those of all parameters, one after the other
   * @return the mean loss
   */
  float step(ByteBuffer gradients) {
    final boolean before = JniUtils.isGradMode();
    JniUtils.setGradMode(true);
    JniUtils.setGraphExecutorOptimize(false);
    try (NDArray loss = IValueUtils.forward(script, arguments, true).head();
        PtNDArray one = (PtNDArray) manager.create(1f)) {
      parameters.forEach(parameter -> JniUtils.zeroGrad((PtNDArray) parameter));
      JniUtils.backward((PtNDArray) loss, one, false, false);
      int at = 0;
      for (NDArray parameter : parameters) {
        at = copyGradient(parameter, gradients, at);
      }
      return loss.getFloat();
    } finally {
      JniUtils.setGradMode(before);
    }
  }

  private static int copyGradient(NDArray parameter, ByteBuffer gradients, int at) {
    try (NDArray gradient = parameter.getGradient()) {
      final int bytes = 4 * Math.toIntExact(gradient.size());
      gradients.put(at, gradient.toByteBuffer(true), 0, bytes);
      return at + bytes;
    }
  }

  @Override
  public void close() {
    script.close();
    manager.close();
  }
}

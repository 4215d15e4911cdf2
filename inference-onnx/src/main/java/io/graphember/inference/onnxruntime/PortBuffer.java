// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnxruntime;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.inference.slice.StageSignature.Content;
import io.graphember.inference.slice.StageSignature.Port;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;

/** Memory for an input or output of a model, kept from batch to batch. Used by one thread. */
final class PortBuffer {
  private final OrtEnvironment environment;
  private final Port port;
  private ByteBuffer memory = ByteBuffer.allocateDirect(0);
  private int count; // rows of this batch

  PortBuffer(OrtEnvironment environment, Port port) {
    this.environment = environment;
    this.port = port;
  }

  String name() {
    return port.name();
  }

  private boolean holdsFloats() {
    return port.content().holdsValue() || port.content() == Content.SELF_WEIGHTS;
  }

  /** Makes room for a batch. */
  void prepare(SliceBatch batch) {
    count =
        port.content() == Content.DESTINATIONS
            ? 1
            : port.content().ofEdges() ? batch.edges : batch.rows;
    final int bytes =
        Math.multiplyExact(Math.multiplyExact(count, port.columns()), holdsFloats() ? 4 : 8);
    if (memory.capacity() < bytes) {
      memory = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
    memory.clear().limit(bytes);
  }

  /** Copies what a batch has. */
  void fill(SliceBatch batch) {
    prepare(batch);
    switch (port.content()) {
      case ROWS, EDGE_ROWS -> copyRows(batch.value(port.value()), batch.stride(port.value()));
      case SELF_WEIGHTS -> floats().put(batch.selfWeights, 0, count);
      case VERTEX_TYPES -> copyIntegers(batch.vertexTypes);
      case EDGE_TYPES -> copyIntegers(batch.edgeTypes);
      case EDGE_DESTINATIONS -> copyDestinations(batch);
      case DESTINATIONS -> integers().put(0, batch.rows);
      default -> throw new IllegalArgumentException(port.toString());
    }
  }

  private void copyRows(float[] rows, int stride) {
    FloatBuffer target = floats();
    if (stride == port.columns()) {
      target.put(rows, 0, count * stride);
      return;
    }
    for (int i = 0; i < count; i++) {
      target.put(rows, i * stride, port.columns());
    }
  }

  private void copyIntegers(int[] numbers) {
    LongBuffer target = integers();
    for (int i = 0; i < count; i++) {
      target.put(i, numbers[i]);
    }
  }

  private void copyDestinations(SliceBatch batch) {
    LongBuffer target = integers();
    for (int i = 0; i < batch.rows; i++) {
      for (int e = batch.offsets[i]; e < batch.offsets[i + 1]; e++) {
        target.put(e, i);
      }
    }
  }

  /** Copies what the model wrote into the batch. */
  void read(SliceBatch batch) {
    final float[] rows = batch.room(port.value());
    final int stride = batch.stride(port.value());
    FloatBuffer source = floats();
    if (stride == port.columns()) {
      source.get(rows, 0, count * stride);
      return;
    }
    for (int i = 0; i < count; i++) {
      source.get(rows, i * stride, port.columns());
    }
  }

  private FloatBuffer floats() {
    return memory.asFloatBuffer();
  }

  private LongBuffer integers() {
    return memory.asLongBuffer();
  }

  /** The memory as a tensor, without a copy; whoever asked closes it. */
  OnnxTensor tensor() throws OrtException {
    if (port.content() == Content.SELF_WEIGHTS || port.content().holdsValue()) {
      return OnnxTensor.createTensor(environment, floats(), new long[] {count, port.columns()});
    }
    return OnnxTensor.createTensor(environment, integers(), new long[] {count});
  }
}

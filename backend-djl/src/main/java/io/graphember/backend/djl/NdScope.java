// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import io.graphember.spi.backend.CopyClock;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Native memory and thread state of one call. Arrays that are made here, and all that is computed
 * from them, are freed by {@link #close()}: DJL attaches a result to the manager of its receiver,
 * so nothing of a call may be made elsewhere.
 */
final class NdScope implements AutoCloseable {
  private final PtNDManager manager;
  private final CopyClock copies;
  private final boolean gradModeBefore;

  /**
   * Opens a scope on the calling thread.
   *
   * @param parent manager of the session
   * @param copies takes the time of what crosses the boundary
   * @param training true if a backward pass follows
   */
  NdScope(PtNDManager parent, CopyClock copies, boolean training) {
    manager = (PtNDManager) parent.newSubManager();
    this.copies = copies;
    // Both modes belong to the thread, and the thread is lent. DJL's own collector of gradients
    // would allow one thread in the whole process.
    gradModeBefore = JniUtils.isGradMode();
    JniUtils.setGradMode(training);
    // The profiling executor would compile the layers again for every new batch shape.
    JniUtils.setGraphExecutorOptimize(false);
  }

  /** A float32 array on the caller's memory, from an element of the buffer on. */
  NDArray floats(ByteBuffer data, int offset, long... shape) {
    return array(data, offset, new Shape(shape), DataType.FLOAT32);
  }

  /** An int32 array on the caller's memory. */
  NDArray ints(ByteBuffer data, long length) {
    return array(data, 0, new Shape(length), DataType.INT32);
  }

  private NDArray array(ByteBuffer data, int offset, Shape shape, DataType type) {
    int bytes = Math.multiplyExact(4, Math.toIntExact(shape.size()));
    // A slice of exactly that size: DJL would move the limit of the caller's buffer.
    ByteBuffer slice = data.slice(4 * offset, bytes).order(ByteOrder.nativeOrder());
    return copies.in(() -> manager.create(slice, shape, type));
  }

  /** Gradients of all leaves of {@code factor * value}. */
  void backward(NDArray value, float factor) {
    PtNDArray upstream = (PtNDArray) manager.create(factor);
    JniUtils.backward((PtNDArray) value, upstream, false, false);
  }

  /** Copies the first floats of an array into a buffer, from an element on. */
  void copy(NDArray from, int floats, ByteBuffer to, int offset) {
    copies.out(() -> to.put(4 * offset, memory(from), 0, 4 * floats));
  }

  /** The engine's memory of an array, in native byte order; its own getters copy it by elements. */
  static ByteBuffer memory(NDArray array) {
    return array.toByteBuffer(true).order(ByteOrder.nativeOrder());
  }

  @Override
  public void close() {
    JniUtils.setGradMode(gradModeBefore);
    manager.close();
  }
}

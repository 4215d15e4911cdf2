// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.buffer.DataStorageVisitor;

/**
 * A tensor's own memory as a direct buffer in native byte order, so that what crosses the boundary
 * is copied once and as a block; the library's copies go element by element.
 */
final class TensorMemory implements DataStorageVisitor<ByteBuffer> {
  private static final TensorMemory VISITOR = new TensorMemory();

  private TensorMemory() {}

  /** The memory, valid until the tensor is closed. */
  static ByteBuffer of(Tensor tensor) {
    return tensor.numBytes() == 0
        ? ByteBuffer.allocateDirect(0)
        : tensor.asRawTensor().data().accept(VISITOR).order(ByteOrder.nativeOrder());
  }

  @Override
  public ByteBuffer visit(ByteBuffer buffer) {
    return buffer.duplicate();
  }

  @Override
  public ByteBuffer visit(long address, long length, long scale) {
    return new BytePointer(new Address(address)).capacity(length).asByteBuffer();
  }

  @Override
  public ByteBuffer fallback() {
    throw new IllegalStateException("the tensor is not in native memory");
  }

  /** A pointer that owns nothing. */
  private static final class Address extends Pointer {
    Address(long value) {
      address = value;
    }
  }
}

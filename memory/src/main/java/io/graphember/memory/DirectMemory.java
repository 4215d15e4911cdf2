// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;

/**
 * Gives the memory of direct buffers back at once. The collector would do so at some time after the
 * heap has filled, which a job with little heap and large batches may never live to see.
 */
final class DirectMemory {
  private static final MethodHandle CLEANER = cleaner();

  private DirectMemory() {}

  /** {@code sun.misc.Unsafe.invokeCleaner}, of the supported module {@code jdk.unsupported}. */
  private static MethodHandle cleaner() {
    try {
      Class<?> unsafe = Class.forName("sun.misc.Unsafe");
      Field instance = unsafe.getDeclaredField("theUnsafe");
      instance.setAccessible(true);
      return MethodHandles.lookup()
          .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
          .bindTo(instance.get(null));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Frees a buffer; whoever reads or writes it afterwards ends the process.
   *
   * @param buffer that {@link ByteBuffer#allocateDirect} gave, not a view of it
   */
  static void free(ByteBuffer buffer) {
    try {
      CLEANER.invoke(buffer);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}

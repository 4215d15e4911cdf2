// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import java.util.function.Supplier;

/** Whether this JVM was started with the Vector API, and the choice between twins. Any thread. */
public final class Simd {
  private static final String NAME = "jdk.incubator.vector";

  private static final boolean PRESENT = ModuleLayer.boot().findModule(NAME).isPresent();

  private Simd() {}

  /** True if this JVM was started with {@code --add-modules jdk.incubator.vector}. */
  public static boolean present() {
    return PRESENT;
  }

  /**
   * The faster twin that this JVM can run; asked for once, when the class of a kernel is loaded.
   *
   * @param kernel what both are
   * @param scalar makes the scalar twin
   */
  static <T> T choose(Class<T> kernel, Supplier<T> scalar) {
    if (!PRESENT) {
      return scalar.get();
    }
    String twin = kernel.getPackageName() + ".Vector" + kernel.getSimpleName();
    try {
      return kernel.cast(Class.forName(twin).getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no vector twin of " + kernel.getName(), e);
    }
  }
}

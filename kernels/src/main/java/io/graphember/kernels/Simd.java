// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
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
    return choose(MethodHandles.lookup(), kernel, scalar);
  }

  /**
   * The same for a kernel of another package.
   *
   * @param access to its package
   */
  public static <T> T choose(MethodHandles.Lookup access, Class<T> kernel, Supplier<T> scalar) {
    if (!PRESENT) {
      return scalar.get();
    }
    final String twin = kernel.getPackageName() + ".Vector" + kernel.getSimpleName();
    try {
      return kernel.cast(
          access
              .findConstructor(access.findClass(twin), MethodType.methodType(void.class))
              .invoke());
    } catch (Throwable e) { // the constructor declares none
      throw new LinkageError("no vector twin of " + kernel.getName(), e);
    }
  }
}

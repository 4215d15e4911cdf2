// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.gradient;

import java.nio.ByteBuffer;
import java.util.function.DoubleSupplier;

/**
 * The gradient of a function of a float buffer by central differences: {@code (f(x + h) - f(x - h))
 * / 2h}, one element at a time, which costs two evaluations an element, or along one direction.
 */
public final class FiniteDifference {
  private FiniteDifference() {}

  /**
   * Differentiates a function at the current contents of a buffer.
   *
   * @param function reads the buffer and computes the value
   * @param point float32 values in native order, changed during the call and restored at its end
   * @param elements number of floats to differentiate by, from index 0
   * @param step half the distance of the two points; with a float32 function of size 1 about 1e-2,
   *     with a double one about 1e-3 because the point itself is float32
   * @return one derivative an element
   */
  public static double[] gradient(
      DoubleSupplier function, ByteBuffer point, int elements, float step) {
    double[] gradient = new double[elements];
    for (int i = 0; i < elements; i++) {
      gradient[i] = derivative(function, point, i, step);
    }
    return gradient;
  }

  /**
   * The derivative by one element.
   *
   * @param element number of the float
   * @param step as of {@link #gradient}
   */
  public static double derivative(
      DoubleSupplier function, ByteBuffer point, int element, float step) {
    float centre = point.getFloat(4 * element);
    float above = centre + step;
    float below = centre - step;
    point.putFloat(4 * element, above);
    double valueAbove = function.getAsDouble();
    point.putFloat(4 * element, below);
    double valueBelow = function.getAsDouble();
    point.putFloat(4 * element, centre);
    // The step that was really taken, after rounding to float.
    return (valueAbove - valueBelow) / ((double) above - below);
  }

  /**
   * The derivative along a direction, at the cost of two evaluations.
   *
   * @param direction one number an element, none of them beyond 1
   * @param step as of {@link #gradient}, for an element of 1
   */
  public static double along(
      DoubleSupplier function, ByteBuffer point, float[] direction, float step) {
    final float[] centre = new float[direction.length];
    point.asFloatBuffer().get(centre);
    move(point, centre, direction, step);
    final double valueAbove = function.getAsDouble();
    move(point, centre, direction, -step);
    final double valueBelow = function.getAsDouble();
    move(point, centre, direction, 0);
    return (valueAbove - valueBelow) / (2.0 * step);
  }

  private static void move(ByteBuffer point, float[] centre, float[] direction, float step) {
    for (int i = 0; i < centre.length; i++) {
      point.putFloat(4 * i, centre[i] + step * direction[i]);
    }
  }
}

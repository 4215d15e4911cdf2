// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.model.Operation;

/** Functions of single elements and their derivatives. */
final class ElementwiseOperators {
  private static final double SQRT_2 = Math.sqrt(2);
  private static final double SQRT_PI = Math.sqrt(Math.PI);

  private ElementwiseOperators() {}

  static double value(Operation operation, double x) {
    return switch (operation.operator()) {
      case SCALE -> operation.constant() * x;
      case RELU -> x > 0 ? x : 0;
      case LEAKY_RELU -> x > 0 ? x : operation.constant() * x;
      case ELU -> x > 0 ? x : Math.expm1(x);
      case GELU -> x * normal(x);
      case SIGMOID -> 1 / (1 + Math.exp(-x));
      case TANH -> Math.tanh(x);
      case INVERSE_ROOT -> 1 / Math.sqrt(x + operation.constant());
      default -> throw new IllegalArgumentException(operation.operator() + " is no function");
    };
  }

  static double derivative(Operation operation, double x) {
    return switch (operation.operator()) {
      case SCALE -> operation.constant();
      case RELU -> x > 0 ? 1 : 0;
      case LEAKY_RELU -> x > 0 ? 1 : operation.constant();
      case ELU -> x > 0 ? 1 : Math.exp(x);
      case GELU -> normal(x) + x * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
      case SIGMOID -> value(operation, x) * (1 - value(operation, x));
      case TANH -> 1 - value(operation, x) * value(operation, x);
      case INVERSE_ROOT -> -Math.pow(value(operation, x), 3) / 2;
      default -> throw new IllegalArgumentException(operation.operator() + " is no function");
    };
  }

  /** The normal distribution function. */
  private static double normal(double x) {
    return (1 + erf(x / SQRT_2)) / 2;
  }

  /**
   * The error function by its series (Abramowitz and Stegun, 7.1.6), which has no cancellation;
   * beyond 6 it is 1 in double precision.
   */
  static double erf(double x) {
    if (Math.abs(x) > 6) {
      return Math.signum(x);
    }
    double term = x;
    double sum = x;
    for (int n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
      term *= 2 * x * x / (2 * n + 1);
      sum += term;
    }
    return 2 / SQRT_PI * Math.exp(-x * x) * sum;
  }
}

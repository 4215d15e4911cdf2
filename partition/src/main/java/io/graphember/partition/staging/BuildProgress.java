// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

/** Hears how far building has come. */
@FunctionalInterface
public interface BuildProgress {
  /**
   * Something was done.
   *
   * @param phase what is being done: {@code base}, {@code sort}, {@code partition}, {@code place}
   * @param done units done of this phase
   * @param total units of this phase
   */
  void at(String phase, long done, long total);
}

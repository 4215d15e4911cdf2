// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

/**
 * What an engine takes of native memory beside the values of a model: constants by which a node
 * reckons, before a job begins, whether it has room for it. They are measured by {@code
 * benchmarks/run memory}, and rather too high than too low.
 *
 * @param baseBytes taken once for each process that has loaded the engine: its libraries, as far as
 *     they are touched, its threads and the code that the JVM compiles for it
 * @param copiesInput true if an engine copies what it is given; false if it reads the caller's
 *     buffers
 * @param writesEdges true if the rows of all edges are written before they are added up; false if
 *     sums read the rows of the sources
 * @param keepsFreed true if the place of a value that was freed is not used again in the same pass:
 *     the C library of most systems (glibc before 2.38) finds no aligned block where one of the
 *     same size was
 * @param overhead bytes that the process takes for a byte of values, at least 1: what the allocator
 *     keeps between them
 */
public record EngineMemory(
    long baseBytes, boolean copiesInput, boolean writesEdges, boolean keepsFreed, double overhead) {
  /** Of an engine that says nothing. */
  public static final EngineMemory UNKNOWN = new EngineMemory(512L << 20, true, true, true, 1.5);

  /** Checks the ranges. */
  public EngineMemory {
    if (baseBytes < 0 || !(overhead >= 1)) {
      throw new IllegalArgumentException(
          "baseBytes must be at least 0 and overhead at least 1: baseBytes=%d overhead=%s"
              .formatted(baseBytes, overhead));
    }
  }
}

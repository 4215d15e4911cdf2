// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.result;

/**
 * Whose results.
 *
 * @param graph name of the graph
 * @param job name of the job
 */
public record ResultName(String graph, String job) {
  /**
   * The name in a path.
   *
   * @param path {@code GRAPH/JOB}, with something behind a further slash or nothing
   * @throws IllegalArgumentException if the path has no job
   */
  static ResultName of(String path) {
    String[] names = path.split("/", 3);
    if (names.length < 2 || names[0].isEmpty() || names[1].isEmpty()) {
      throw new IllegalArgumentException("its path names no graph and job");
    }
    return new ResultName(names[0], names[1]);
  }

  /** {@code GRAPH/JOB}. */
  @Override
  public String toString() {
    return graph + "/" + job;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.result;

/**
 * Says where the current model of a job is.
 *
 * @param key of its parameters in the models cache
 * @param version of two models the later has the higher one
 * @param created when it became the current one, in ms since 1970
 * @param graphVersion version of the graph that it was trained on
 * @param bytes of its parameters
 */
public record ModelPointer(String key, long version, long created, long graphVersion, long bytes) {
  /**
   * A pointer that leads somewhere.
   *
   * @throws IllegalArgumentException if it has no key
   */
  public ModelPointer {
    if (key == null) {
      throw new IllegalArgumentException("it has no key");
    }
  }

  /** The same, current from a time on, in ms since 1970. */
  public ModelPointer createdAt(long millis) {
    return new ModelPointer(key, version, millis, graphVersion, bytes);
  }
}

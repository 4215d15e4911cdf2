// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.config.SettingsDocument;
import java.util.Map;

/** Turns the options of a request into a checked record. */
public final class PartitionerOptions {
  private static final String PATH = "graph.partitionerOptions";

  private PartitionerOptions() {}

  /**
   * Binds options.
   *
   * @param partitioner name of the partitioner, for messages
   * @param options as the request has them
   * @param type record of settings
   * @throws io.graphember.spi.error.GraphemberException with {@link
   *     io.graphember.config.ConfigError#SETTINGS_INVALID} and all problems
   */
  public static <R extends Record> R bind(
      String partitioner, Map<String, String> options, Class<R> type) {
    return SettingsDocument.of("partitioner " + partitioner, PATH, options).bind(type);
  }
}

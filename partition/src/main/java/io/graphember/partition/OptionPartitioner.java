// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.spi.partition.Partitioner;
import java.util.Map;

/**
 * A partitioner whose options are a record, bound and checked by name.
 *
 * @param <O> the record
 */
public abstract class OptionPartitioner<O extends Record> implements Partitioner {
  private final Class<O> type;

  /** A partitioner with these options. */
  protected OptionPartitioner(Class<O> type) {
    this.type = type;
  }

  /**
   * The options that a user has given.
   *
   * @throws io.graphember.spi.error.GraphemberException if one of them is wrong
   */
  protected final O options(Map<String, String> given) {
    return PartitionerOptions.bind(name(), given, type);
  }

  @Override
  public void check(int partitions, Map<String, String> given) {
    options(given);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphemberService;
import io.graphember.spi.error.GraphemberException;
import java.util.function.Function;

/**
 * The service of a node, however it is reached: by a client over its connection, or by the node
 * itself. Safe for use by several threads.
 */
public interface ServiceAccess {
  /**
   * What the node answers.
   *
   * @throws GraphemberException if it refuses, or cannot be reached
   */
  <T> T call(Function<GraphemberService, String> request, TypeReference<T> type);

  /**
   * Has new work taken by the node, or, where that takes none, by another one that does.
   *
   * @throws GraphemberException why no node takes it
   */
  <T> Taken<T> take(Function<GraphemberService, String> request, TypeReference<T> type);

  /**
   * New work that a node has taken.
   *
   * @param by calls that reach that node
   * @param answer what it has answered
   */
  record Taken<T>(ServiceAccess by, T answer) {}
}

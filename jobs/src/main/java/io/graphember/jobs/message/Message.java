// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.message;

/**
 * What a node is asked by another: a record of what {@link RecordCodec} knows.
 *
 * @param <R> what it answers; {@link Done} if nothing
 */
public interface Message<R> {
  /** Name of a kind of messages, the same on all nodes. */
  static String kind(Class<?> message) {
    return message.getName().substring(message.getPackageName().length() + 1);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.message;

/** Messages of one subject, and how a node answers them. */
public interface MessageGroup {
  /** Says how each message is answered. */
  void register(MessageHandlers handlers);
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.jobs.message.RecordCodec;
import jakarta.inject.Inject;

/**
 * Carries a message to a node.
 *
 * <p>Fields that travel, by Ignite's marshaller: the kind of the message and the bytes of its
 * record; the answer is bytes, too. {@link RecordCodec} says which.
 */
final class MessageCall extends NodeCall<byte[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient MessageHandlers handlers;

  private final String kind;
  private final byte[] content;

  MessageCall(Message<?> message) {
    this.kind = Message.kind(message.getClass());
    this.content = RecordCodec.write((Record) message);
  }

  @Override
  public RequestKind requestKind() {
    return RequestKind.MESSAGES;
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public byte[] run() {
    return handlers.answer(kind, content);
  }
}

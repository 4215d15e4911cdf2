// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.message;

import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Answers the messages that come to a node. Safe for use by several threads. */
public final class MessageHandlers {
  private final Map<String, Handler<?, ?>> byKind = new HashMap<>();

  /** A node that answers the messages of some groups. */
  public MessageHandlers(List<MessageGroup> groups) {
    groups.forEach(group -> group.register(this));
  }

  private record Handler<M, R>(Class<M> message, Function<M, R> work) {
    byte[] answer(byte[] content) {
      return RecordCodec.write(work.apply(RecordCodec.read(content, message)), answerType(message));
    }
  }

  /**
   * Says what answers a kind of messages.
   *
   * @throws IllegalArgumentException if it is answered already, or has what {@link RecordCodec}
   *     does not know
   */
  public <R, M extends Record & Message<R>> void answer(Class<M> message, Function<M, R> work) {
    RecordCodec.require(message);
    RecordCodec.require(answerType(message));
    if (byKind.put(Message.kind(message), new Handler<>(message, work)) != null) {
      throw new IllegalArgumentException(message + " is answered twice");
    }
  }

  /** Says what does the work of a kind of messages that want nothing else. */
  public <M extends Record & Message<Done>> void carryOut(Class<M> message, Consumer<M> work) {
    this.<Done, M>answer(
        message,
        asked -> {
          work.accept(asked);
          return Done.DONE;
        });
  }

  /**
   * Answers a message.
   *
   * @param kind see {@link Message#kind}
   * @param content the bytes of its record
   * @return the bytes of the answer
   * @throws GraphemberException that of the work, or with code {@link NodeError#MESSAGE_UNFIT}
   */
  public byte[] answer(String kind, byte[] content) {
    Handler<?, ?> handler = byKind.get(kind);
    if (handler == null) {
      throw RecordCodec.unfit("nobody answers message " + kind);
    }
    return handler.answer(content);
  }

  /** Reads the answer of a message. */
  public static <R> R answerOf(Message<R> message, byte[] answer) {
    return RecordCodec.read(answer, answerType(message.getClass()));
  }

  /** What a kind of messages is answered with. */
  static Type answerType(Class<?> message) {
    return Arrays.stream(message.getGenericInterfaces())
        .filter(ParameterizedType.class::isInstance)
        .map(ParameterizedType.class::cast)
        .filter(type -> type.getRawType() == Message.class)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(message + " is no message"))
        .getActualTypeArguments()[0];
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/** Why shards do not cut a graph: what the user has sent does not fit together. */
public sealed interface ShardFault {
  /**
   * A row names a vertex that there is not.
   *
   * @param type vertex type
   * @param place of the key among those of the type
   * @param key as text
   */
  record Unknown(int type, long place, String key) implements ShardFault {}

  /** There are no vertices at all. */
  record Empty() implements ShardFault {}

  /**
   * The cut of another tool does not say where everything goes.
   *
   * @param text what is wrong
   */
  record Unassigned(String text) implements ShardFault {}

  /**
   * 0, the type, the place and the key; or 1 and the text; each text after its bytes of UTF-8; or
   * 2.
   */
  default void writeTo(MessageWriter out) {
    if (this instanceof Unknown unknown) {
      out.number(0);
      out.number(unknown.type());
      out.number(unknown.place());
      out.text(unknown.key());
    } else if (this instanceof Unassigned unassigned) {
      out.number(1);
      out.text(unassigned.text());
    } else {
      out.number(2);
    }
  }

  /**
   * Reads {@link #writeTo}.
   *
   * @param types number of vertex types
   */
  static ShardFault read(MessageReader in, int types) {
    return switch (in.index(3)) {
      case 0 -> new Unknown(in.index(types), in.size(), in.text());
      case 1 -> new Unassigned(in.text());
      default -> new Empty();
    };
  }

  /**
   * The fault that all shards speak of if some have one: the vertex that was named first.
   *
   * @param told what each shard says: nothing, or its fault
   */
  static Optional<ShardFault> first(byte[][] told, int types) {
    return Arrays.stream(told)
        .map(MessageReader::new)
        .filter(in -> !in.atEnd())
        .map(in -> read(in, types))
        .min(
            Comparator.comparingLong(
                    (ShardFault fault) -> fault instanceof Unknown unknown ? unknown.type() : 0)
                .thenComparingLong(
                    fault -> fault instanceof Unknown unknown ? unknown.place() : 0));
  }

  /** What a shard says. */
  static byte[] told(Optional<ShardFault> fault) {
    final MessageWriter out = new MessageWriter();
    fault.ifPresent(found -> found.writeTo(out));
    return out.toBytes();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MessageTest {
  @Property
  void whatIsWrittenIsRead(@ForAll List<Long> numbers, @ForAll float value, @ForAll byte last) {
    MessageWriter out = new MessageWriter();
    numbers.forEach(out::number);
    MessageWriter rest = new MessageWriter();
    rest.bits(value);
    rest.put(last);
    out.append(rest);
    assertThat(rest.size()).isZero();
    MessageReader in = new MessageReader(out.toBytes());
    for (long number : numbers) {
      assertThat(in.number()).isEqualTo(number);
    }
    assertThat(in.bits()).isEqualTo(value);
    assertThat(in.get()).isEqualTo(last & 0xFF);
    assertThat(in.atEnd()).isTrue();
    assertThat(out.toBytes()).isEmpty();
  }

  @Test
  void smallNumbersAreShort() {
    MessageWriter out = new MessageWriter();
    out.number(127);
    assertThat(out.size()).isEqualTo(1);
    out.number(128);
    assertThat(out.size()).isEqualTo(3);
    out.number(-1);
    assertThat(out.size()).isEqualTo(13);
  }

  private static void assertMalformed(Runnable reading, String why) {
    assertThatThrownBy(reading::run)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.SHARD_MALFORMED)).isTrue())
        .hasMessage("A message between shards of a graph is damaged: " + why + ".");
  }

  private static MessageReader reader(int... bytes) {
    byte[] message = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      message[i] = (byte) bytes[i];
    }
    return new MessageReader(message);
  }

  @Test
  void damageIsRefused() {
    assertMalformed(() -> reader().get(), "it ends too early");
    assertMalformed(() -> reader(0x80).number(), "it ends too early");
    assertMalformed(() -> reader(1, 2, 3).bits(), "it ends too early");
    assertMalformed(
        () -> reader(255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1).number(),
        "a number has no end");
    assertMalformed(() -> reader(7).index(7), "a number is 7, there are 7");
    assertMalformed(() -> reader(7).place(7), "a number is 7, there are 7");
    assertMalformed(() -> reader(3, 0, 0).count(), "it announces 3 entries in 2 bytes");
    assertThat(reader(2, 0, 0).count()).isEqualTo(2);
    assertThat(reader(2, 0, 0).count(2)).isEqualTo(2);
    assertMalformed(() -> reader(2, 0, 0).count(1), "it announces 2 entries, not 1");
    MessageWriter out = new MessageWriter();
    out.number(1L << 46);
    out.number(-1);
    MessageReader large = new MessageReader(out.toBytes());
    assertThat(large.place((1L << 46) + 1)).isEqualTo(1L << 46);
    assertMalformed(large::size, "a size is -1");
  }
}

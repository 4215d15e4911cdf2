// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  enum Color {
    RED,
    GREEN
  }

  record Inner(byte[] bytes, String text) {}

  record Everything(
      boolean truth,
      int number,
      long large,
      float fraction,
      double precise,
      String text,
      UUID id,
      Color color,
      int[] numbers,
      long[][] rows,
      float[] fractions,
      double[] doubles,
      UUID[] ids,
      List<Optional<String>> names,
      Optional<byte[]> bytes,
      List<Inner> inner) {}

  record Two(int a, int[] b) {
    Two {
      if (a < 0) {
        throw new IllegalArgumentException("a = " + a);
      }
    }
  }

  private static Everything everything(long seed, String text, int[] numbers, byte[] bytes) {
    return new Everything(
        seed % 2 == 0,
        (int) seed,
        seed,
        Float.intBitsToFloat((int) seed & 0x7F7F_FFFF),
        seed * 0.1,
        text,
        new UUID(seed, ~seed),
        Color.values()[(int) (seed & 1)],
        numbers,
        new long[][] {{seed}, {}, {1, 2}},
        new float[] {Float.NEGATIVE_INFINITY, -0f, seed},
        new double[] {Double.MAX_VALUE},
        new UUID[] {new UUID(1, 2)},
        List.of(Optional.of(text), Optional.empty()),
        seed % 3 == 0 ? Optional.empty() : Optional.of(bytes),
        List.of(new Inner(bytes, text), new Inner(new byte[0], "")));
  }

  @Property(tries = 200)
  void readsWhatItHasWritten(
      @ForAll long seed,
      @ForAll String text,
      @ForAll @Size(max = 300) int[] numbers,
      @ForAll byte[] bytes) {
    final Everything given =
        everything(
            seed,
            new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8),
            numbers,
            bytes);
    final byte[] written = RecordCodec.write(given);
    final Everything read = RecordCodec.read(written, Everything.class);
    assertThat(read).usingRecursiveComparison().ignoringFields("bytes").isEqualTo(given);
    assertThat(read.bytes().orElse(null)).isEqualTo(given.bytes().orElse(null));
    assertThat(RecordCodec.write(read)).isEqualTo(written);
  }

  /** Whatever comes, it is refused in words or is the value of those bytes. */
  @Property(tries = 500)
  void bytesThatAreNoneOfItsAreRefused(@ForAll byte[] noise, @ForAll int at, @ForAll byte value) {
    final byte[] good = RecordCodec.write(everything(5, "text", new int[] {1, 2}, new byte[] {3}));
    final byte[] changed = good.clone();
    changed[Math.floorMod(at, good.length)] = value;
    for (byte[] bytes : List.of(noise, changed)) {
      try {
        final Everything read = RecordCodec.read(bytes, Everything.class);
        assertThat(RecordCodec.write(read).length).isPositive();
      } catch (GraphemberException e) {
        assertThat(e.is(NodeError.MESSAGE_UNFIT)).isTrue();
      }
    }
  }

  @Property(tries = 100)
  void aMessageThatIsCutIsRefused(@ForAll int at) {
    final byte[] good = RecordCodec.write(everything(5, "text", new int[] {1, 2}, new byte[] {3}));
    final byte[] cut = Arrays.copyOf(good, Math.floorMod(at, good.length));
    assertThatThrownBy(() -> RecordCodec.read(cut, Everything.class))
        .isInstanceOf(GraphemberException.class);
  }

  private static void assertUnfit(byte[] bytes, Class<?> type, String why) {
    assertThatThrownBy(() -> RecordCodec.read(bytes, type))
        .isInstanceOf(GraphemberException.class)
        .hasMessage(
            "A message between nodes cannot be read: "
                + why
                + "; all nodes must run the same minor version of Graphember.");
  }

  @Test
  void lengthsAreCheckedBeforeAnythingIsAllocated() {
    assertUnfit(
        ByteBuffer.allocate(8).putInt(1).putInt(Integer.MAX_VALUE).array(),
        Two.class,
        "2147483647 values are said to follow in 0 bytes");
    assertUnfit(
        ByteBuffer.allocate(8).putInt(1).putInt(-1).array(),
        Two.class,
        "-1 values are said to follow in 0 bytes");
    assertUnfit(new byte[3], Two.class, "it ends too early, by 1 bytes");
    assertUnfit(new byte[9], Two.class, "1 bytes follow " + Two.class.getName());
  }

  @Test
  void whatARecordRefusesIsSaid() {
    assertUnfit(ByteBuffer.allocate(8).putInt(-5).array(), Two.class, "Two: a = -5");
  }

  record Unknown(Object thing) {}

  @Test
  void aRecordOfSomethingElseIsAnErrorOfTheProgram() {
    assertThatThrownBy(() -> RecordCodec.write(new Unknown("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("thing of %s: messages have no java.lang.Object", Unknown.class.getName());
  }

  record Ask(int number) implements Message<List<String>> {}

  record Tell(String text) implements Message<Done> {}

  @Test
  void messagesAreAnsweredByTheirHandlers() {
    StringBuilder told = new StringBuilder();
    MessageHandlers handlers =
        new MessageHandlers(
            List.of(
                to -> {
                  to.answer(Ask.class, ask -> List.of("" + ask.number(), "x"));
                  to.carryOut(Tell.class, tell -> told.append(tell.text()));
                }));
    final Ask ask = new Ask(7);
    final byte[] answer = handlers.answer(Message.kind(Ask.class), RecordCodec.write(ask));
    assertThat(MessageHandlers.answerOf(ask, answer)).containsExactly("7", "x");
    handlers.answer("RecordCodecTest$Tell", RecordCodec.write(new Tell("hello")));
    assertThat(told).hasToString("hello");
    assertThatThrownBy(() -> handlers.answer("Open", new byte[0]))
        .hasMessageContaining("nobody answers message Open");
  }

  @Test
  void aMessageIsAnsweredInOneWay() {
    MessageGroup group = to -> to.carryOut(Tell.class, tell -> {});
    assertThatThrownBy(() -> new MessageHandlers(List.of(group, group)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is answered twice");
  }
}

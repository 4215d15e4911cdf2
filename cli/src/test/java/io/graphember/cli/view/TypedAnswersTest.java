// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Questions to a person. */
class TypedAnswersTest {
  private final ByteArrayOutputStream asked = new ByteArrayOutputStream();

  private Answers answers(InputStream in) {
    return new TypedAnswers(in, new PrintStream(asked, true, StandardCharsets.UTF_8));
  }

  @Test
  void linesAreAnswersAndTheEndIsAnEmptyOne() {
    Answers answers =
        answers(new ByteArrayInputStream("yes\nno\n".getBytes(StandardCharsets.UTF_8)));
    assertThat(answers.ask("One? ", Cancellation.NEVER)).contains("yes");
    assertThat(answers.ask("Two? ", Cancellation.NEVER)).contains("no");
    assertThat(answers.ask("Three? ", Cancellation.NEVER)).contains("");
    assertThat(asked.toString(StandardCharsets.UTF_8)).isEqualTo("One? Two? Three? ");
  }

  @Test
  void aCancellationIsHeardWhileNobodyTypes() throws IOException {
    try (PipedOutputStream typing = new PipedOutputStream();
        InputStream in = new PipedInputStream(typing)) {
      AtomicInteger looks = new AtomicInteger();
      assertThatThrownBy(() -> answers(in).ask("One? ", () -> looks.incrementAndGet() > 2))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class FailuresTest {
  private final TestConsole console = new TestConsole();

  @Command
  private static final class Nothing implements Runnable {
    @Override
    public void run() {
      // only its parse result is wanted
    }
  }

  private int handle(Exception failure, Cancellation cancellation) {
    CommandLine line = new CommandLine(new Nothing());
    return new Failures(console.console(), cancellation)
        .handleExecutionException(failure, line, line.parseArgs());
  }

  private static GraphemberException error(ErrorCategory category) {
    return new GraphemberException("SOME_CODE", category, "It went wrong.", null);
  }

  @ParameterizedTest
  @CsvSource({"USER,2", "CLUSTER,3", "ENGINE,3", "RESOURCE,3", "CANCELLED,4"})
  void endsWithTheExitCodeOfTheCategory(ErrorCategory category, int code) {
    assertThat(handle(error(category), Cancellation.NEVER)).isEqualTo(code);
    assertThat(console.err()).isEqualToNormalizingNewlines("error SOME_CODE: It went wrong.\n");
  }

  @Test
  void callsOurBugsBugs() {
    assertThat(handle(new IllegalStateException("oops"), Cancellation.NEVER)).isEqualTo(1);
    assertThat(console.err())
        .startsWith("error INTERNAL: This is a bug in Graphember: ")
        .contains("oops", "--verbose")
        .hasLineCount(1);
  }

  @Test
  void callsWhatFailsOnTheWayOutCancelled() {
    assertThat(handle(error(ErrorCategory.CLUSTER), () -> true)).isEqualTo(4);
    assertThat(console.err()).startsWith("error CANCELLED: ");
  }

  @Test
  void saysHowToGiveMoreHeap() {
    Exception failure = new IllegalStateException(new OutOfMemoryError("Java heap space"));
    assertThat(handle(failure, Cancellation.NEVER)).isEqualTo(3);
    assertThat(console.err()).startsWith("error HEAP_TOO_SMALL: ").contains("-Xmx");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import io.graphember.spi.Cancellation;
import java.util.Optional;

/** Who answers a question of a command. */
@FunctionalInterface
public interface Answers {
  /** There is nobody: a script or a pipe. */
  Answers NOBODY = (question, cancellation) -> Optional.empty();

  /**
   * Asks, and waits for a line; empty, and nothing is said, if nobody is there.
   *
   * @param question the text that the answer is typed behind
   * @param cancellation looked at while waiting
   * @throws io.graphember.spi.error.GraphemberException if it was requested
   */
  Optional<String> ask(String question, Cancellation cancellation);

  /** The same for an answer that must not be seen. */
  default Optional<String> askHidden(String question, Cancellation cancellation) {
    return ask(question, cancellation);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import io.graphember.client.api.Json;
import io.graphember.client.api.Reply;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;

/**
 * What somebody is told who did something wrong.
 *
 * @param exit exit code of the command, or the one that the error's category stands for
 * @param code name of the error
 * @param message all lines of it
 */
record Refusal(int exit, String code, String message) {
  /** What a thin client throws. */
  static Refusal of(GraphemberException e) {
    return new Refusal(e.category().exitCode(), e.code(), e.getMessage());
  }

  /** What the service replies. */
  static Refusal of(String reply) {
    Reply read = Json.read(reply, Reply.class);
    if (read.error() == null) {
      throw new AssertionError("no error in " + reply);
    }
    ErrorCategory category = read.error().category();
    return new Refusal(category.exitCode(), read.error().code(), read.error().message());
  }

  /** What a piece of work throws. */
  static Refusal of(Work work) throws Exception {
    try {
      work.run();
    } catch (GraphemberException e) {
      return of(e);
    }
    throw new AssertionError("nothing was wrong");
  }

  /** Work that is refused. */
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }
}

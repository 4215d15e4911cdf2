// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.client.GraphemberClient;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.configuration.ClientConfiguration;

/**
 * Asks a cluster, and again while nodes are lost or come back. A question by which nothing is
 * changed, or the same however often it is asked. Used by one thread.
 */
final class Asking implements AutoCloseable {
  private static final Duration MOST = Duration.ofSeconds(60);

  private final GraphemberClient client;
  private final IgniteClient ignite;

  Asking(String addresses) {
    this.client = GraphemberClient.connect(addresses);
    this.ignite =
        Ignition.startClient(new ClientConfiguration().setAddresses(addresses.split(",")));
  }

  /**
   * The answer.
   *
   * @throws Violation if the question is refused, or nobody has answered in time
   */
  <T> T ask(Function<GraphemberClient, T> question) throws Violation {
    final Bound bound = Bound.in(MOST);
    while (true) {
      try {
        return question.apply(client);
      } catch (GraphemberException e) {
        if (e.category() == ErrorCategory.USER || bound.over()) {
          throw new Violation("no answer: %s %s".formatted(e.code(), e.getMessage()), e);
        }
      }
      Bound.pause();
    }
  }

  /**
   * Does something that must not fail.
   *
   * @throws Violation if it fails
   */
  void once(Consumer<GraphemberClient> request) throws Violation {
    try {
      request.accept(client);
    } catch (GraphemberException e) {
      throw new Violation("refused: %s %s".formatted(e.code(), e.getMessage()), e);
    }
  }

  /** Names of all caches, as any client of Ignite sees them. */
  Collection<String> caches() throws Violation {
    final Bound bound = Bound.in(MOST);
    while (true) {
      try {
        return ignite.cacheNames();
      } catch (ClientException e) {
        if (bound.over()) {
          throw new Violation("no answer: " + e.getMessage(), e);
        }
      }
      Bound.pause();
    }
  }

  @Override
  public void close() {
    ignite.close();
    client.close();
  }
}

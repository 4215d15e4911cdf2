// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import jakarta.inject.Inject;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.ignite.configuration.ClientConnectorConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;

/**
 * The few threads of Ignite that take the requests of all thin clients of a node. While all of them
 * are busy a client cannot be heard, however loud it is. Safe for use by several threads.
 */
public final class RequestThreads {
  private final int threads;
  private final AtomicInteger busy = new AtomicInteger();
  private volatile long freeSince = System.nanoTime();

  /** The threads of a node. */
  @Inject
  public RequestThreads(IgniteConfiguration ignite) {
    this(
        Optional.ofNullable(ignite.getClientConnectorConfiguration())
            .map(ClientConnectorConfiguration::getThreadPoolSize)
            .orElse(Integer.MAX_VALUE));
  }

  RequestThreads(int threads) {
    this.threads = threads;
  }

  /** Does the work of a request in the thread that took it. */
  public <T> T serve(Supplier<T> request) {
    busy.incrementAndGet();
    try {
      return request.get();
    } finally {
      if (busy.getAndDecrement() >= threads) {
        freeSince = System.nanoTime();
      }
    }
  }

  /** Nanoseconds since the last moment in which all threads were busy; 0 if they are. */
  long freeNanos() {
    return busy.get() >= threads ? 0 : System.nanoTime() - freeSince;
  }
}

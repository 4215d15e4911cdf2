// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.cluster;

import io.graphember.spi.CounterRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Finds ports that nobody listens at. They are below those that systems give to outgoing
 * connections, one of which would take a port again before it is used; another process that looks
 * for ports in the same way begins elsewhere.
 */
public final class FreePorts {
  private static final int LOWEST = 10_240;
  private static final int HIGHEST = 32_767; // of Linux; other systems begin above it

  private static int next =
      LOWEST
          + CounterRandom.bounded(
              CounterRandom.child(ProcessHandle.current().pid(), System.nanoTime()),
              HIGHEST + 1 - LOWEST);

  private FreePorts() {}

  /** So many different free ports of an address; no port is named twice until all were. */
  public static synchronized int[] find(InetAddress address, int count) {
    int[] ports = new int[count];
    int found = 0;
    for (int tried = LOWEST; found < count && tried <= HIGHEST; tried++) {
      next = next == HIGHEST ? LOWEST : next + 1;
      if (free(address, next)) {
        ports[found++] = next;
      }
    }
    if (found < count) {
      throw new UncheckedIOException(
          new IOException("only %d of %d ports are free".formatted(found, count)));
    }
    return ports;
  }

  private static boolean free(InetAddress address, int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, address)) {
      return socket.isBound();
    } catch (IOException e) {
      return false; // taken
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.cluster;

import io.graphember.spi.CounterRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds ports that nobody listens at. They are below those that systems give to outgoing
 * connections, one of which would take a port again before it is used. Two processes that look for
 * ports in this way never name the same one: a process names ports of blocks that it claims, and
 * claims a block by listening at the block's first port for as long as it lives.
 */
public final class FreePorts {
  private static final int LOWEST = 10_240;
  private static final int BLOCK = 256;
  private static final int BLOCKS = 88; // below 32,768, where Linux begins; others begin above it

  /** What keeps the claimed blocks, in the order of their claims. */
  private static final List<ServerSocket> CLAIMS = new ArrayList<>();

  private static int block = // the one tried last; processes begin at different ones
      CounterRandom.bounded(
          CounterRandom.child(ProcessHandle.current().pid(), System.nanoTime()), BLOCKS);

  private static int next; // of all ports of claimed blocks

  private FreePorts() {}

  /** So many different free ports of an address; no port is named twice until all were. */
  public static synchronized int[] find(InetAddress address, int count) {
    int[] ports = new int[count];
    int found = 0;
    for (int tried = 0; found < count && tried < BLOCKS * BLOCK; tried++) {
      int port = nextPort();
      if (free(address, port)) {
        ports[found++] = port;
      }
    }
    if (found < count) {
      throw new UncheckedIOException(
          new IOException("only %d of %d ports are free".formatted(found, count)));
    }
    return ports;
  }

  /** A block's first port is the claim itself. */
  private static int nextPort() {
    if (next == CLAIMS.size() * BLOCK) {
      claim();
    }
    next = next % BLOCK == 0 ? next + 1 : next;
    int first = CLAIMS.get(next / BLOCK).getLocalPort();
    int port = first + next % BLOCK;
    next++;
    return port;
  }

  /** Claims one more block; begins anew with the blocks it has when all others are claimed. */
  private static void claim() {
    for (int tried = 0; tried < BLOCKS; tried++) {
      block = (block + 1) % BLOCKS;
      try {
        CLAIMS.add(new ServerSocket(LOWEST + block * BLOCK, 1, InetAddress.getLoopbackAddress()));
        return;
      } catch (IOException e) {
        continue; // another process has it, or this one
      }
    }
    if (CLAIMS.isEmpty()) {
      throw new UncheckedIOException(new IOException("other processes claimed all ports"));
    }
    next = 0;
  }

  private static boolean free(InetAddress address, int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, address)) {
      return socket.isBound();
    } catch (IOException e) {
      return false; // taken
    }
  }
}

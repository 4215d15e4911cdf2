// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.ignite.IgniteCheckedException;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.lang.IgniteInClosure;
import org.apache.ignite.plugin.extensions.communication.Message;
import org.apache.ignite.spi.IgniteSpiException;
import org.apache.ignite.spi.IgniteSpiOperationTimeoutException;
import org.apache.ignite.spi.IgniteSpiOperationTimeoutHelper;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;
import org.apache.ignite.spi.discovery.tcp.messages.TcpDiscoveryAbstractMessage;

/**
 * A network between the nodes of this JVM that can be cut in two: from then on no connection is
 * made between the sides, and nothing is written to those that there are. The nodes, their sockets
 * and their discovery are real. Safe for use by several threads.
 */
final class NetworkCut {
  private static final int DETECTION_MILLIS = 3_000;

  private final Map<Integer, String> names = new ConcurrentHashMap<>(); // by port of discovery
  private volatile Set<String> side = Set.of(); // one of both; empty while there is no cut

  /** Puts a node that is to start into the network. */
  void join(IgniteConfiguration node) {
    final TcpDiscoveryVmIpFinder finder =
        (TcpDiscoveryVmIpFinder) ((TcpDiscoverySpi) node.getDiscoverySpi()).getIpFinder();
    final int port =
        finder.getRegisteredAddresses().stream()
            .map(InetSocketAddress::getPort)
            .filter(known -> !names.containsKey(known))
            .findFirst()
            .orElseThrow();
    final String name = String.valueOf(node.getConsistentId());
    names.put(port, name);
    node.setFailureDetectionTimeout(DETECTION_MILLIS);
    TcpDiscoverySpi discovery = new CutDiscovery(name);
    discovery.setConnectionRecoveryTimeout(0); // also a side goes on that finds itself cut off
    node.setDiscoverySpi(
        discovery
            .setIpFinder(finder)
            .setLocalAddress("127.0.0.1")
            .setLocalPort(port)
            .setLocalPortRange(0));
    node.setCommunicationSpi(
        new CutCommunication(name)
            .setLocalAddress("127.0.0.1")
            .setLocalPort(TestCluster.freePort())
            .setLocalPortRange(0));
  }

  /** Cuts some nodes off from the others. */
  void cutOff(Set<Integer> nodes) {
    side = nodes.stream().map(number -> "node-" + number).collect(Collectors.toSet());
  }

  private boolean cut(String from, String to) {
    return !side.isEmpty() && side.contains(from) != side.contains(to);
  }

  private final class CutDiscovery extends TcpDiscoverySpi {
    private final String name;

    CutDiscovery(String name) {
      this.name = name;
    }

    private boolean reaches(int port) {
      return !names.containsKey(port) || !cut(name, names.get(port));
    }

    @Override
    protected Socket openSocket(
        Socket socket, InetSocketAddress to, IgniteSpiOperationTimeoutHelper timeout)
        throws IOException, IgniteSpiOperationTimeoutException {
      if (!reaches(to.getPort())) {
        socket.close();
        throw new ConnectException("the network is cut");
      }
      return super.openSocket(socket, to, timeout);
    }

    @Override
    protected void writeToSocket(
        Socket socket, OutputStream out, TcpDiscoveryAbstractMessage message, long timeout)
        throws IOException, IgniteCheckedException {
      if (!reaches(socket.getPort())) {
        throw new SocketException("the network is cut");
      }
      super.writeToSocket(socket, out, message, timeout);
    }
  }

  private final class CutCommunication extends TcpCommunicationSpi {
    private final String name;

    CutCommunication(String name) {
      this.name = name;
    }

    private void requireReached(ClusterNode to) {
      if (cut(name, String.valueOf(to.consistentId()))) {
        throw new IgniteSpiException("the network is cut");
      }
    }

    @Override
    public void sendMessage(ClusterNode to, Message message) {
      requireReached(to);
      super.sendMessage(to, message);
    }

    @Override
    public void sendMessage(
        ClusterNode to, Message message, IgniteInClosure<IgniteException> written) {
      requireReached(to);
      super.sendMessage(to, message, written);
    }
  }
}

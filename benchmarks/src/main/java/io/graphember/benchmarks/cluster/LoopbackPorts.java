// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import java.util.stream.IntStream;
import org.apache.ignite.configuration.ClientConnectorConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;

/**
 * Fixed ports of nodes that form one cluster on the loopback address of this machine.
 *
 * @param all of node 0, node 1 and so on, {@value #PER_NODE} each: discovery, communication, thin
 *     clients
 */
public record LoopbackPorts(int[] all) {
  /** The loopback address. */
  public static final String HOST = "127.0.0.1";

  /** Ports of a node. */
  public static final int PER_NODE = 3;

  /** Has a node of this cluster listen at its ports and nowhere else. */
  public IgniteConfiguration configure(int node, IgniteConfiguration configuration) {
    return configuration
        .setLocalHost(HOST)
        .setConnectorConfiguration(null)
        .setDiscoverySpi(
            new TcpDiscoverySpi()
                .setIpFinder(
                    new TcpDiscoveryVmIpFinder()
                        .setAddresses(
                            IntStream.range(0, all.length / PER_NODE)
                                .mapToObj(i -> HOST + ":" + all[PER_NODE * i])
                                .toList()))
                .setLocalAddress(HOST)
                .setLocalPort(all[PER_NODE * node])
                .setLocalPortRange(0))
        .setCommunicationSpi(
            new TcpCommunicationSpi()
                .setLocalAddress(HOST)
                .setLocalPort(all[PER_NODE * node + 1])
                .setLocalPortRange(0)
                .setSocketSendBuffer(0)
                .setSocketReceiveBuffer(0))
        .setClientConnectorConfiguration(
            new ClientConnectorConfiguration()
                .setHost(HOST)
                .setPort(all[PER_NODE * node + 2])
                .setPortRange(0)
                .setSocketSendBufferSize(0)
                .setSocketReceiveBufferSize(0));
  }
}

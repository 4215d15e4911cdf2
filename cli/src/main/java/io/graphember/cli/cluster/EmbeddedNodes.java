// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.cluster;

import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.footprint.MachineMemory;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.ignite.IgniteLogger;
import org.apache.ignite.configuration.ClientConnectorConfiguration;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.failure.StopNodeFailureHandler;
import org.apache.ignite.logger.NullLogger;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;

/**
 * Configurations of the nodes of one process.
 *
 * @param name begins the name of every node; unique on this machine
 * @param host address that all of them listen at
 * @param ports {@value #PORTS} for each node
 * @param verbose whether they log their warnings
 * @param customizer changes the configuration of each node before it starts
 */
record EmbeddedNodes(
    String name,
    String host,
    int[] ports,
    boolean verbose,
    Consumer<GraphemberConfiguration> customizer) {
  /** Ports of a node: discovery, communication, thin clients. */
  static final int PORTS = 3;

  private static final long REGION_INITIAL_BYTES = 32L << 20;
  private static final long REGION_LEAST_BYTES = 256L << 20;
  private static final long MILLIS = 60_000;

  /** Backend of jobs that name none, where bin/graphember found several that it may choose of. */
  private static final String BACKEND_PROPERTY = "graphember.backend";

  private int nodes() {
    return ports.length / PORTS;
  }

  private int port(int node, int which) {
    return ports[PORTS * node + which];
  }

  String clientAddress(int node) {
    return host + ":" + port(node, 2);
  }

  @SuppressWarnings("deprecation") // the way plugins that are found by service are configured
  IgniteConfiguration node(int node, Path work) {
    return new IgniteConfiguration()
        .setIgniteInstanceName(name + "-" + (node + 1))
        .setConsistentId("node-" + (node + 1))
        .setLocalHost(host)
        .setWorkDirectory(work.toString())
        .setGridLogger(logger())
        .setMetricsLogFrequency(0)
        .setFailureHandler(new StopNodeFailureHandler())
        // One process: a pause of the collector stops all of them alike.
        .setFailureDetectionTimeout(MILLIS)
        .setConnectorConfiguration(null)
        .setDiscoverySpi(discovery(node))
        .setCommunicationSpi(communication(node))
        .setClientConnectorConfiguration(
            new ClientConnectorConfiguration()
                .setHost(host)
                .setPort(port(node, 2))
                .setPortRange(0)
                .setSocketSendBufferSize(0)
                .setSocketReceiveBufferSize(0))
        .setDataStorageConfiguration(storage())
        .setPluginConfigurations(plugin());
  }

  private IgniteLogger logger() {
    return verbose ? new NodeLogger("org.apache.ignite") : new NullLogger();
  }

  private TcpDiscoverySpi discovery(int node) {
    TcpDiscoveryVmIpFinder finder =
        new TcpDiscoveryVmIpFinder()
            .setAddresses(
                IntStream.range(0, nodes()).mapToObj(i -> host + ":" + port(i, 0)).toList());
    return new TcpDiscoverySpi()
        .setIpFinder(finder)
        .setLocalAddress(host)
        .setLocalPort(port(node, 0))
        .setLocalPortRange(0);
  }

  private TcpCommunicationSpi communication(int node) {
    return new TcpCommunicationSpi()
        .setLocalAddress(host)
        .setLocalPort(port(node, 1))
        .setLocalPortRange(0)
        .setSocketSendBuffer(0)
        .setSocketReceiveBuffer(0);
  }

  private DataStorageConfiguration storage() {
    return new DataStorageConfiguration()
        .setDefaultDataRegionConfiguration(
            new DataRegionConfiguration()
                .setName("default")
                .setInitialSize(REGION_INITIAL_BYTES)
                .setMaxSize(REGION_LEAST_BYTES));
  }

  /** Caches may take as much memory outside the heap as the heap has, all nodes together. */
  private GraphemberConfiguration plugin() {
    GraphemberConfiguration configuration =
        new GraphemberConfiguration()
            .setBackend(System.getProperty(BACKEND_PROPERTY))
            .setDataRegionBytes(
                Math.max(REGION_LEAST_BYTES, Runtime.getRuntime().maxMemory() / nodes()))
            .setMemoryBudgetBytes(Runtime.getRuntime().maxMemory() / 2 / nodes())
            .setNativeMemoryBudgetBytes(MachineMemory.besideHeapAndRegions(storage()) / nodes())
            // They live and die together.
            .setBackups(0);
    customizer.accept(configuration);
    return configuration;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.cli.cluster.FreePorts;
import io.graphember.client.GraphemberClient;
import io.graphember.ignite.GraphemberConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.ignite.DataRegionMetrics;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteSystemProperties;
import org.apache.ignite.Ignition;
import org.apache.ignite.cluster.ClusterState;
import org.apache.ignite.configuration.ClientConnectorConfiguration;
import org.apache.ignite.configuration.ConnectorConfiguration;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.logger.NullLogger;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;

/** Server nodes in this JVM, on free ports of the loopback interface. */
public final class TestCluster implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final Path work;
  private final boolean ownsWork;
  private final List<Ignite> nodes = new ArrayList<>();
  private final List<Integer> clientPorts = new ArrayList<>();
  private final Set<Integer> stopped = new HashSet<>();
  private final List<String> discovery = new ArrayList<>();
  private final GraphemberConfiguration configuration;

  private FailureRecord failures = new FailureRecord(); // null for Ignite's own handler
  private long regionBytes = 512L << 20;
  private boolean persistent;
  private String persistentRegion;

  private TestCluster(GraphemberConfiguration configuration) {
    this(configuration, newFolder(), true);
  }

  private TestCluster(GraphemberConfiguration configuration, Path work, boolean ownsWork) {
    this.configuration = configuration;
    this.work = work;
    this.ownsWork = ownsWork;
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("graphember-it");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** This JVM's one node of a cluster of several JVMs; a failure halts it, as Ignite does. */
  public static TestCluster oneOfMany(
      int number,
      int clientPort,
      int communicationPort,
      int discoveryPort,
      List<String> discovery,
      Path work,
      long regionBytes,
      boolean persistent,
      GraphemberConfiguration configuration) {
    TestCluster cluster = new TestCluster(configuration, work, false);
    cluster.persistent = persistent;
    cluster.failures = null;
    cluster.regionBytes = regionBytes;
    cluster.discovery.addAll(discovery);
    cluster.start(
        number,
        clientPort,
        communicationPort,
        discoveryPort,
        ignite -> {
          if (number == 0 && System.getProperty(IgniteSystemProperties.IGNITE_JETTY_PORT) != null) {
            ignite.setConnectorConfiguration(
                new ConnectorConfiguration().setHost(HOST).setPort(freePort()).setPortRange(0));
          }
        });
    return cluster;
  }

  /** Nodes that keep their data on disk; see {@link #restart}. */
  public static TestCluster startPersistent(int nodes) {
    return startPersistent(nodes, new GraphemberConfiguration());
  }

  /** The same; what is changed in the configuration counts from the next start on. */
  static TestCluster startPersistent(int nodes, GraphemberConfiguration configuration) {
    return startPersistent(nodes, configuration, ignite -> {});
  }

  /** Persistent nodes whose configuration is changed before they start. */
  static TestCluster startPersistent(
      int nodes, GraphemberConfiguration configuration, Consumer<IgniteConfiguration> customizer) {
    TestCluster cluster = new TestCluster(configuration);
    cluster.persistent = true;
    for (int i = 0; i < nodes; i++) {
      cluster.start(customizer);
    }
    cluster.node(0).cluster().state(ClusterState.ACTIVE);
    return cluster;
  }

  /** One node that keeps its data on disk and waits to be activated. */
  public static TestCluster startInactive() {
    TestCluster cluster = new TestCluster(new GraphemberConfiguration());
    cluster.persistent = true;
    cluster.addNode();
    return cluster;
  }

  /** Nodes that keep what lies in one data region on disk, and the default region in memory. */
  static TestCluster startWithPersistentRegion(int nodes, String region) {
    TestCluster cluster = new TestCluster(new GraphemberConfiguration().setDataRegionName(region));
    cluster.persistentRegion = region;
    for (int i = 0; i < nodes; i++) {
      cluster.addNode();
    }
    cluster.node(0).cluster().state(ClusterState.ACTIVE);
    return cluster;
  }

  /** Stops all nodes and starts as many again, on the same work folder. */
  public void restart() {
    restart(() -> {});
  }

  /** The same; something is done to the work folder while no node runs. */
  void restart(Runnable meanwhile) {
    int count = nodes.size();
    for (int i = count - 1; i >= 0; i--) {
      Ignition.stop(nodes.get(i).name(), false);
    }
    nodes.clear();
    clientPorts.clear();
    discovery.clear();
    meanwhile.run();
    for (int i = 0; i < count; i++) {
      addNode();
    }
    node(0).cluster().state(ClusterState.ACTIVE);
  }

  public static TestCluster start(int nodes) {
    return start(nodes, new GraphemberConfiguration().setMemoryBudgetBytes(512L << 20));
  }

  public static TestCluster start(int nodes, GraphemberConfiguration configuration) {
    TestCluster cluster = new TestCluster(configuration);
    try {
      for (int i = 0; i < nodes; i++) {
        cluster.addNode();
      }
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  /** Nodes whose configuration is changed before they start. */
  static TestCluster start(
      int nodes, GraphemberConfiguration configuration, Consumer<IgniteConfiguration> customizer) {
    TestCluster cluster = new TestCluster(configuration);
    try {
      for (int i = 0; i < nodes; i++) {
        cluster.start(customizer);
      }
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  /** Nodes of different roles, in this order. */
  public static TestCluster start(List<GraphemberConfiguration> nodes) {
    TestCluster cluster = new TestCluster(new GraphemberConfiguration());
    try {
      nodes.forEach(cluster::addNode);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  /** Nodes whose data regions take so many bytes each. */
  static TestCluster startWithRegion(int nodes, long regionBytes) {
    TestCluster cluster = new TestCluster(new GraphemberConfiguration());
    cluster.regionBytes = regionBytes;
    for (int i = 0; i < nodes; i++) {
      cluster.addNode();
    }
    return cluster;
  }

  /** One node as Ignite alone would start it. */
  public static TestCluster startWithoutPlugin() {
    TestCluster cluster = new TestCluster(null);
    cluster.addNodeWithoutPlugin();
    return cluster;
  }

  /** Starts one more node. */
  public Ignite addNode() {
    return start(ignite -> {});
  }

  @SuppressWarnings("deprecation")
  private void addNode(GraphemberConfiguration role) {
    start(ignite -> ignite.setPluginConfigurations(role));
  }

  /** Starts one more node that finds no plugin. */
  public Ignite addNodeWithoutPlugin() {
    return start(ignite -> ignite.setPluginProviders(new NoPlugin()));
  }

  private Ignite start(Consumer<IgniteConfiguration> customizer) {
    int discoveryPort = freePort();
    discovery.add(HOST + ":" + discoveryPort);
    return start(nodes.size(), freePort(), freePort(), discoveryPort, customizer);
  }

  @SuppressWarnings("deprecation")
  private Ignite start(
      int number,
      int clientPort,
      int communicationPort,
      int discoveryPort,
      Consumer<IgniteConfiguration> customizer) {
    IgniteConfiguration ignite =
        new IgniteConfiguration()
            .setIgniteInstanceName(work.getFileName() + "-" + number)
            .setConsistentId("node-" + number)
            .setWorkDirectory(work.toString())
            .setLocalHost(HOST)
            .setGridLogger(new NullLogger())
            .setMetricsLogFrequency(0)
            .setConnectorConfiguration(null)
            .setFailureHandler(failures)
            .setPluginConfigurations(
                configuration == null ? new GraphemberConfiguration() : configuration)
            .setDataStorageConfiguration(storage())
            .setClientConnectorConfiguration(
                new ClientConnectorConfiguration()
                    .setHost(HOST)
                    .setPort(clientPort)
                    .setPortRange(0))
            .setCommunicationSpi(
                new TcpCommunicationSpi()
                    .setLocalAddress(HOST)
                    .setLocalPort(communicationPort)
                    .setLocalPortRange(0)
                    .setSocketSendBuffer(0)
                    .setSocketReceiveBuffer(0))
            .setDiscoverySpi(
                new TcpDiscoverySpi()
                    .setIpFinder(new TcpDiscoveryVmIpFinder().setAddresses(discovery))
                    .setLocalAddress(HOST)
                    .setLocalPort(discoveryPort)
                    .setLocalPortRange(0));
    customizer.accept(ignite);
    Ignite node = Ignition.start(ignite);
    nodes.add(node);
    clientPorts.add(clientPort);
    return node;
  }

  private DataStorageConfiguration storage() {
    DataStorageConfiguration storage =
        new DataStorageConfiguration()
            .setWalSegmentSize(8 << 20)
            .setWalSegments(3)
            .setDefaultDataRegionConfiguration(region(persistent));
    if (persistentRegion != null) {
      storage.setDataRegionConfigurations(region(true).setName(persistentRegion));
    }
    return storage;
  }

  private DataRegionConfiguration region(boolean persistent) {
    return new DataRegionConfiguration()
        .setPersistenceEnabled(persistent)
        .setInitialSize(Math.min(regionBytes, 32L << 20))
        .setMaxSize(regionBytes);
  }

  /** A node of this JVM that is a client of nodes in other JVMs. */
  record ClientNode(Ignite ignite) implements AutoCloseable {
    @Override
    public void close() {
      ignite.close();
    }
  }

  /** Joins a cluster as a client. */
  static ClientNode clientOf(List<ServerProcess> servers, Path work) {
    return new ClientNode(
        Ignition.start(
            new IgniteConfiguration()
                .setClientMode(true)
                .setIgniteInstanceName("client of " + work.getFileName())
                .setWorkDirectory(work.toString())
                .setLocalHost(HOST)
                .setGridLogger(new NullLogger())
                .setMetricsLogFrequency(0)
                .setConnectorConfiguration(null)
                .setDiscoverySpi(
                    new TcpDiscoverySpi()
                        .setIpFinder(
                            new TcpDiscoveryVmIpFinder()
                                .setAddresses(
                                    servers.stream().map(ServerProcess::discovery).toList())))));
  }

  /** Starts a node again that was stopped, under its old name, on new ports. */
  void restartNode(int number, Consumer<IgniteConfiguration> customizer) {
    int discoveryPort = freePort();
    discovery.add(HOST + ":" + discoveryPort);
    start(number, freePort(), freePort(), discoveryPort, customizer);
    nodes.set(number, nodes.remove(nodes.size() - 1));
    clientPorts.set(number, clientPorts.remove(clientPorts.size() - 1));
    stopped.remove(number);
  }

  public static int freePort() {
    return FreePorts.find(InetAddress.getLoopbackAddress(), 1)[0];
  }

  /** Discovery addresses of the nodes so far. */
  List<String> discovery() {
    return List.copyOf(discovery);
  }

  public List<Ignite> nodes() {
    return nodes;
  }

  public Ignite node(int number) {
    return nodes.get(number);
  }

  public NodeView parts(int number) {
    return NodeView.of(nodes.get(number));
  }

  public String address(int number) {
    return HOST + ":" + clientPorts.get(number);
  }

  /** Bytes of pages of our region on a node that are not empty. */
  long usedRegionBytes(int number) {
    return region(number).getTotalUsedPages() * region(number).getPageSize();
  }

  /** Bytes of pages of our region on a node that ever were not empty. */
  long touchedRegionBytes(int number) {
    return region(number).getTotalAllocatedSize();
  }

  @SuppressWarnings("deprecation") // the metrics that replace it are Ignite's own class names
  private DataRegionMetrics region(int number) {
    return nodes.get(number).dataRegionMetrics(GraphemberConfiguration.OWN_REGION);
  }

  /** The folder in which all nodes work. */
  Path work() {
    return work;
  }

  public GraphemberClient connect() {
    return GraphemberClient.connect(address(0));
  }

  /** Waits until no node has such a cache: each forgets a destroyed one in its own time. */
  public void awaitNoCache(Predicate<String> name) {
    Await.until(
        Duration.ofSeconds(20),
        () -> nodes().stream().flatMap(node -> node.cacheNames().stream()).noneMatch(name));
  }

  /** Stops a node without waiting for its work; the others keep their numbers. */
  public void stopNode(int number) {
    stopped.add(number);
    Ignition.stop(nodes.get(number).name(), true);
  }

  @Override
  public void close() {
    endCaches();
    if (failures != null) {
      failures.expectStops();
    }
    for (int i = nodes.size() - 1; i >= 0; i--) {
      if (!stopped.contains(i)) {
        stopNode(i);
      }
    }
    if (ownsWork) {
      deleteWork();
    }
    if (failures != null) {
      failures.requireNone();
    }
  }

  private void deleteWork() {
    try (Stream<Path> files = Files.walk(work)) {
      files.sorted(Comparator.reverseOrder()).forEach(TestCluster::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A node that makes room for another's partitions must not be stopped: Ignite would crash. */
  private void endCaches() {
    List<Integer> running =
        IntStream.range(0, nodes.size()).filter(i -> !stopped.contains(i)).boxed().toList();
    final boolean answers = failures == null || !failures.any();
    if (running.size() > 1 && answers) {
      node(running.get(0)).cluster().state(ClusterState.INACTIVE);
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

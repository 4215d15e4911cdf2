// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.cluster;

import io.graphember.cli.error.CliError;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.net.BindException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteException;
import org.apache.ignite.Ignition;
import org.apache.ignite.cluster.ClusterState;

/**
 * Server nodes in this process, joined by the loopback interface alone, in memory alone. Other
 * nodes on this machine neither see them nor are seen.
 */
public final class EmbeddedCluster implements AutoCloseable {
  /** Most nodes that make sense in one process. */
  public static final int MOST_NODES = 16;

  private static final int ATTEMPTS = 5;
  private static final String LOG = "org.apache.ignite";

  private final List<Ignite> nodes = new ArrayList<>();
  private final WorkFolder work = new WorkFolder();
  private final EmbeddedNodes configuration;
  private final Logger log = Logger.getLogger(LOG);

  private EmbeddedCluster(EmbeddedNodes configuration) {
    this.configuration = configuration;
  }

  /**
   * Starts nodes.
   *
   * @param count how many
   * @param verbose whether they log their warnings
   * @param cancellation looked at between nodes
   */
  public static EmbeddedCluster start(int count, boolean verbose, Cancellation cancellation) {
    return start(count, verbose, configuration -> {}, cancellation);
  }

  /**
   * The same with nodes that are configured otherwise.
   *
   * @param customizer changes the configuration of each node before it starts
   */
  public static EmbeddedCluster start(
      int count,
      boolean verbose,
      Consumer<GraphemberConfiguration> customizer,
      Cancellation cancellation) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    for (int attempt = 1; ; attempt++) {
      EmbeddedCluster cluster =
          new EmbeddedCluster(
              new EmbeddedNodes(
                  "graphember-" + UUID.randomUUID().toString().substring(0, 8),
                  loopback.getHostAddress(),
                  FreePorts.find(loopback, EmbeddedNodes.PORTS * count),
                  verbose,
                  customizer));
      try {
        cluster.startNodes(count, cancellation);
        return cluster;
      } catch (IgniteException e) {
        cluster.close();
        // Between finding a port and listening at it somebody else may have taken it.
        if (attempt == ATTEMPTS || find(e, BindException.class).isEmpty()) {
          throw notStarted(e);
        }
      } catch (RuntimeException e) {
        cluster.close();
        throw e;
      }
    }
  }

  private void startNodes(int count, Cancellation cancellation) {
    for (int node = 0; node < count; node++) {
      cancellation.check();
      nodes.add(Ignition.start(configuration.node(node, work.path())));
    }
  }

  private static GraphemberException notStarted(IgniteException failure) {
    Optional<GraphemberException> own = find(failure, GraphemberException.class);
    if (own.isPresent()) {
      return own.get();
    }
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return new GraphemberException(
        CliError.NODES_NOT_STARTED,
        "The nodes in this process did not start: %s".formatted(root.getMessage()),
        failure);
  }

  private static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
    }
    return Optional.empty();
  }

  /** Where a thin client finds the first node, as {@code host:port}. */
  public String address() {
    return configuration.clientAddress(0);
  }

  /** Stops all nodes, whatever they do, and removes what they wrote. */
  @Override
  public void close() {
    // While nodes leave one after the other they warn of each other's partitions.
    log.setLevel(Level.OFF);
    endCaches();
    for (int node = nodes.size() - 1; node >= 0; node--) {
      Ignition.stop(nodes.get(node).name(), true);
    }
    nodes.clear();
    log.setLevel(null);
    work.close();
  }

  /**
   * A node that remains makes room for the partitions of one that has gone. If it is stopped at
   * that moment, Ignite frees the memory while another of its threads writes there, and the whole
   * process dies: without caches there is nothing to make room for.
   */
  private void endCaches() {
    try {
      if (!nodes.isEmpty()) {
        nodes.get(0).cluster().state(ClusterState.INACTIVE);
      }
    } catch (IgniteException | IllegalStateException e) {
      log.log(Level.FINE, "A node has stopped by itself.", e);
    }
  }
}

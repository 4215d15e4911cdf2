// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.benchmarks.cluster.LoopbackPorts;
import io.graphember.ignite.GraphemberConfiguration;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.logging.ConsoleHandler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import javax.management.JMException;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteException;
import org.apache.ignite.IgniteState;
import org.apache.ignite.Ignition;
import org.apache.ignite.cluster.ClusterState;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.logger.java.JavaLogger;

/**
 * A server node with Ignite's own failure handler, which ends the process. It answers each line of
 * its standard input with one, and ends when that does.
 */
final class NodeMain {
  static final String READY = "ready";
  static final String STATUS = "status";
  static final String ACTIVATE = "activate";
  static final String USAGE = "usage";

  private static final long REGION_BYTES = 128L << 20;
  private static final int WAL_SEGMENT_BYTES = 8 << 20;
  private static final int WAL_SEGMENTS = 3;

  private NodeMain() {}

  /** Number of the node, ports of all nodes, work folder, whether persistent, whether it stores. */
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // its parent reads the lines
  public static void main(String[] arguments) throws IOException {
    final PrintStream answers = System.out;
    System.setOut(System.err); // Ignite's own lines
    final LogManager logs = LogManager.getLogManager();
    logs.reset();
    final var root = logs.getLogger("");
    root.setLevel(Level.WARNING);
    root.addHandler(new ConsoleHandler());
    final int[] ports =
        Arrays.stream(arguments[1].split(",")).mapToInt(Integer::parseInt).toArray();
    // A node that finds itself cut off stops and leaves its process.
    Ignition.addListener(
        (name, state) -> {
          if (state != IgniteState.STARTED) {
            Runtime.getRuntime().halt(0);
          }
        });
    final Ignite node =
        Ignition.start(
            configuration(
                Integer.parseInt(arguments[0]),
                ports,
                Path.of(arguments[2]),
                Boolean.parseBoolean(arguments[3]),
                Boolean.parseBoolean(arguments[4])));
    answers.println(READY);
    final BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      answers.println(answer(node, line));
    }
    Runtime.getRuntime().halt(0);
  }

  private static String answer(Ignite node, String request) {
    try {
      if (request.equals(ACTIVATE)) {
        node.cluster().state(ClusterState.ACTIVE);
        return READY;
      }
      return request.equals(USAGE)
          ? UsageCount.of(node).text()
          : NodeParts.of(node).status().text();
    } catch (IgniteException | IllegalStateException | JMException | IOException e) {
      return "! " + e; // the topology changes
    }
  }

  @SuppressWarnings("deprecation") // the way plugins that are found by service are configured
  private static IgniteConfiguration configuration(
      int number, int[] ports, Path work, boolean persistent, boolean stores) {
    return new LoopbackPorts(ports)
        .configure(number, new IgniteConfiguration())
        .setIgniteInstanceName("node-" + number)
        .setConsistentId("node-" + number)
        .setWorkDirectory(work.resolve("node-" + number).toString())
        .setGridLogger(new JavaLogger(false))
        .setMetricsLogFrequency(0)
        .setDataStorageConfiguration(
            new DataStorageConfiguration()
                .setWalSegmentSize(WAL_SEGMENT_BYTES)
                .setWalSegments(WAL_SEGMENTS)
                .setDefaultDataRegionConfiguration(
                    new DataRegionConfiguration()
                        .setName("default")
                        .setPersistenceEnabled(persistent)
                        .setInitialSize(REGION_BYTES / 4)
                        .setMaxSize(REGION_BYTES)))
        .setPluginConfigurations(
            new GraphemberConfiguration().setBackend("djl").setStorage(stores));
  }
}

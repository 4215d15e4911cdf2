// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import io.graphember.benchmarks.measure.ResidentSet;
import io.graphember.cli.cluster.FreePorts;
import io.graphember.ignite.GraphemberConfiguration;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.ignite.Ignition;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.logger.NullLogger;

/**
 * A cluster whose nodes are JVMs of their own on this machine, so that what goes from node to node
 * goes through sockets. A server ends when its standard input does: none outlives the benchmark.
 */
public final class ServerJvms implements AutoCloseable {
  private static final String READY = "ready";
  private static final long STOP_SECONDS = 20;

  private final List<Process> processes = new ArrayList<>();
  private final Path work;
  private final String ports;
  private final List<String> flags;
  private final String jars;

  private ServerJvms(Path work, String ports, List<String> flags, String jars) {
    this.work = work;
    this.ports = ports;
    this.flags = flags;
    this.jars = jars;
  }

  /** What a node is for. */
  private enum Role {
    STORAGE,
    TRAINER,
    BOTH
  }

  /** Starts nodes that form one cluster, and waits until all are in it. */
  public static ServerJvms start(int count) throws IOException {
    return start(Collections.nCopies(count, Role.BOTH), List.of(), List.of());
  }

  /**
   * Starts a node alone.
   *
   * @param flags of its JVM, beside those of this one
   * @param jars that it has beside those of this JVM
   */
  public static ServerJvms alone(List<String> flags, List<Path> jars) throws IOException {
    return start(List.of(Role.BOTH), flags, jars);
  }

  /** The same with nodes that store, and others that train. */
  public static ServerJvms start(int storage, int trainers) throws IOException {
    List<Role> roles = new ArrayList<>(Collections.nCopies(storage, Role.STORAGE));
    roles.addAll(Collections.nCopies(trainers, Role.TRAINER));
    return start(roles, List.of(), List.of());
  }

  private static ServerJvms start(List<Role> roles, List<String> flags, List<Path> jars)
      throws IOException {
    ServerJvms cluster =
        new ServerJvms(
            Files.createTempDirectory("graphember-servers"),
            IntStream.of(
                    FreePorts.find(
                        InetAddress.getByName(LoopbackPorts.HOST),
                        LoopbackPorts.PER_NODE * roles.size()))
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(",")),
            flags,
            jars.stream().map(jar -> File.pathSeparator + jar).collect(Collectors.joining()));
    try {
      for (int i = 0; i < roles.size(); i++) {
        cluster.startServer(i, roles.size(), roles.get(i));
      }
      return cluster;
    } catch (IOException e) {
      cluster.close();
      throw e;
    }
  }

  private void startServer(int number, int count, Role role) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add("-Xmx" + (Runtime.getRuntime().maxMemory() / count >> 20) + "m");
    command.addAll(flags);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path") + jars,
            ServerJvms.class.getName(),
            String.valueOf(number),
            ports,
            work.toString(),
            role.name()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    processes.add(process);
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); !READY.equals(line); line = out.readLine()) {
      if (line == null) {
        throw new IOException("server " + number + " ended before it was ready");
      }
    }
  }

  /** Where a thin client finds the first node, as {@code host:port}. */
  public String address() {
    return LoopbackPorts.HOST + ":" + ports.split(",")[2];
  }

  /** Keeps a node, and all its threads, on one core. */
  public void pin(int node, int core) throws IOException {
    pin(processes.get(node).pid(), core);
  }

  /** Keeps this process on one core. */
  public static void pinSelf(int core) throws IOException {
    pin(ProcessHandle.current().pid(), core);
  }

  private static void pin(long process, int core) throws IOException {
    final Process set =
        new ProcessBuilder(
                "taskset", "-a", "-c", "-p", String.valueOf(core), String.valueOf(process))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (set.waitFor() != 0) {
        throw new IOException("taskset cannot keep process %d on core %d".formatted(process, core));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Processor seconds that all nodes have used so far. */
  public double processorSeconds() {
    return processes.stream()
        .mapToDouble(
            process -> process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e9)
        .sum();
  }

  /** Most bytes of each node that lay in memory at once so far. */
  public List<Long> peakBytes() throws IOException {
    List<Long> peaks = new ArrayList<>();
    for (Process process : processes) {
      peaks.add(ResidentSet.peakBytes(process.pid()));
    }
    return peaks;
  }

  @Override
  public void close() throws IOException {
    for (Process process : processes) {
      process.getOutputStream().close();
    }
    for (Process process : processes) {
      end(process);
    }
    try (Stream<Path> files = Files.walk(work)) {
      files.sorted((a, b) -> b.compareTo(a)).forEach(ServerJvms::delete);
    }
  }

  private static void end(Process process) {
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In a server JVM: number of the node, ports of all nodes, work folder, role. */
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // its parent reads the line
  public static void main(String[] arguments) throws IOException {
    int number = Integer.parseInt(arguments[0]);
    int[] ports = Stream.of(arguments[1].split(",")).mapToInt(Integer::parseInt).toArray();
    Ignition.start(configuration(number, ports, Path.of(arguments[2]), Role.valueOf(arguments[3])));
    System.out.println(READY);
    while (System.in.read() >= 0) {
      // Until the benchmark closes the pipe.
    }
    Runtime.getRuntime().halt(0); // nothing of it is kept
  }

  @SuppressWarnings("deprecation") // the way plugins that are found by service are configured
  private static IgniteConfiguration configuration(int number, int[] ports, Path work, Role role) {
    long heap = Runtime.getRuntime().maxMemory();
    return new LoopbackPorts(ports)
        .configure(number, new IgniteConfiguration())
        .setIgniteInstanceName("server-" + number)
        .setConsistentId("server-" + number)
        .setWorkDirectory(work.toString())
        .setGridLogger(new NullLogger())
        .setDataStorageConfiguration(
            new DataStorageConfiguration()
                .setDefaultDataRegionConfiguration(
                    new DataRegionConfiguration().setName("default").setMaxSize(heap)))
        .setPluginConfigurations(
            new GraphemberConfiguration()
                .setMemoryBudgetBytes(heap / 2)
                .setDataRegionBytes(heap)
                .setBackups(0)
                .setStorage(role != Role.TRAINER)
                .setTrainer(role != Role.STORAGE));
  }
}

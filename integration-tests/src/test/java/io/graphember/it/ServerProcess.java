// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.ignite.GraphemberConfiguration;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.ignite.IgniteSystemProperties;

/**
 * A server node in a JVM of its own. The process ends when its standard input does, so none
 * outlives the test.
 */
public final class ServerProcess implements AutoCloseable {
  private static final String READY = "ready";
  private static final String MEASURE = "measure";
  private static final long STOP_SECONDS = 20;
  private static final int MOST_CHARACTERS = 20_000;
  private static final long REGION_BYTES = 512L << 20;
  private static final int COLLECTIONS = 5;

  /** Looks in a row that find the same. */
  private static final int SETTLED = 40;

  private static final Duration BOUND = Duration.ofMinutes(1);

  private final Process process;
  private final String address;
  private final Start start;
  private final BufferedReader out;
  private final Path errors;
  private boolean killed;

  private ServerProcess(Process process, String address, Start start, Path errors) {
    this.process = process;
    this.errors = errors;
    this.start = start;
    this.address = address;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts nodes that form one cluster, and waits until all are in it. */
  public static List<ServerProcess> start(int count, Path work) throws IOException {
    return start(count, work, List.of());
  }

  /** Starts nodes that join a cluster whose first node is in this JVM. */
  static List<ServerProcess> join(int count, Path work, TestCluster cluster) throws IOException {
    return start(count, work, List.of(), cluster.discovery());
  }

  /** The same with more on the class path. */
  public static List<ServerProcess> start(int count, Path work, List<Path> moreClassPath)
      throws IOException {
    return start(count, work, moreClassPath, List.of());
  }

  /**
   * The same with data regions of some size, to be measured: the heap is whole from the start, and
   * what Ignite itself remembers, each up to a bound, has bounds that are soon reached.
   */
  static List<ServerProcess> start(int count, Path work, long regionBytes) throws IOException {
    return start(
        count,
        work,
        List.of(),
        List.of(),
        regionBytes,
        List.of(
            "-Xms1g",
            "-XX:+AlwaysPreTouch",
            // A hundred clients change caches faster than a node takes note of fewer.
            "-D" + IgniteSystemProperties.IGNITE_EXCHANGE_HISTORY_SIZE + "=50",
            "-D" + IgniteSystemProperties.IGNITE_DISCOVERY_HISTORY_SIZE + "=50",
            "-D" + IgniteSystemProperties.IGNITE_MAX_COMPLETED_TX_COUNT + "=5000"));
  }

  /** The same with more options of the JVM. */
  static List<ServerProcess> startWith(int count, Path work, List<String> options)
      throws IOException {
    return start(count, work, List.of(), List.of(), REGION_BYTES, options);
  }

  /**
   * The same with more on the class path, and Ignite's REST module at the first one.
   *
   * @param restPort port of the REST module
   */
  public static List<ServerProcess> startWithRest(
      int count, Path work, List<Path> moreClassPath, int restPort) throws IOException {
    return start(
        count,
        work,
        moreClassPath,
        List.of(),
        REGION_BYTES,
        List.of(
            "-D" + IgniteSystemProperties.IGNITE_JETTY_HOST + "=127.0.0.1",
            "-D" + IgniteSystemProperties.IGNITE_JETTY_PORT + "=" + restPort));
  }

  /** Discovery address of the node. */
  String discovery() {
    return start.address();
  }

  private static List<ServerProcess> start(
      int count, Path work, List<Path> moreClassPath, List<String> others) throws IOException {
    return start(count, work, moreClassPath, others, REGION_BYTES, List.of());
  }

  private static List<ServerProcess> start(
      int count,
      Path work,
      List<Path> moreClassPath,
      List<String> others,
      long regionBytes,
      List<String> options)
      throws IOException {
    return start(count, work, moreClassPath, others, regionBytes, false, options);
  }

  /**
   * Starts nodes that keep their data on disk. Those of a new folder wait to be activated; those of
   * one that was used before are what they were, and activate themselves.
   */
  static List<ServerProcess> startPersistent(int count, Path work) throws IOException {
    return start(count, work, List.of(), List.of(), REGION_BYTES, true, List.of());
  }

  private static List<ServerProcess> start(
      int count,
      Path work,
      List<Path> moreClassPath,
      List<String> others,
      long regionBytes,
      boolean persistent,
      List<String> options)
      throws IOException {
    List<String> discovery = new ArrayList<>(others);
    for (int i = 0; i < count; i++) {
      discovery.add("127.0.0.1:" + TestCluster.freePort());
    }
    List<ServerProcess> servers = new ArrayList<>();
    for (int i = others.size(); i < discovery.size(); i++) {
      // One after the other: the first makes the cluster.
      servers.add(
          start(
              i,
              discovery.get(i),
              discovery,
              work,
              moreClassPath,
              regionBytes,
              persistent,
              options));
    }
    return servers;
  }

  /** The same with more options of the JVM. */
  public static ServerProcess join(TestCluster cluster, int number, Path work, List<String> options)
      throws IOException {
    String address = "127.0.0.1:" + TestCluster.freePort();
    List<String> discovery = new ArrayList<>(cluster.discovery());
    discovery.add(address);
    return start(number, address, discovery, work, List.of(), REGION_BYTES, false, options);
  }

  /** Starts one node that joins a cluster, with a number that no other node of it has. */
  static ServerProcess join(TestCluster cluster, int number, Path work) throws IOException {
    return join(cluster, number, work, List.of());
  }

  private static ServerProcess start(
      int number,
      String address,
      List<String> discovery,
      Path work,
      List<Path> moreClassPath,
      long regionBytes,
      boolean persistent,
      List<String> options)
      throws IOException {
    return new Start(
            number,
            address,
            List.copyOf(discovery),
            work,
            moreClassPath,
            regionBytes,
            persistent,
            options)
        .begin();
  }

  /** How a node is started. */
  private record Start(
      int number,
      String address,
      List<String> discovery,
      Path work,
      List<Path> moreClassPath,
      long regionBytes,
      boolean persistent,
      List<String> options) {
    ServerProcess begin() throws IOException {
      int clientPort = TestCluster.freePort();
      List<String> arguments =
          List.of(
              String.valueOf(number),
              String.valueOf(clientPort),
              String.valueOf(TestCluster.freePort()),
              address.split(":")[1],
              String.join(",", discovery),
              work.toString(),
              String.valueOf(regionBytes),
              String.valueOf(persistent));
      final Path errors = work.resolve("server-" + number + ".err");
      ProcessBuilder server =
          Jvm.start(work, ServerProcess.class, arguments, moreClassPath, options)
              .redirectError(errors.toFile());
      // The C library keeps what was freed, apart for groups of threads: how much depends on which.
      server.environment().put("MALLOC_ARENA_MAX", "2");
      ServerProcess started =
          new ServerProcess(server.start(), "127.0.0.1:" + clientPort, this, errors);
      started.awaitReady();
      return started;
    }

    Start with(List<Path> classPath) {
      return new Start(
          number, address, discovery, work, classPath, regionBytes, persistent, options);
    }
  }

  /** Stops the node in order, as its operator does: by SIGTERM. */
  void stop() throws IOException {
    killed = true; // so that nobody wonders where it is
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("the server at %s did not stop: %s".formatted(address, lastErrors()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Starts a node that has stopped under its old name, with more at the head of its class path. */
  ServerProcess again(List<Path> moreClassPath) throws IOException {
    return start.with(moreClassPath).begin();
  }

  private void awaitReady() throws IOException {
    for (String line = nextLine(); line != null; line = nextLine()) {
      if (line.equals(READY)) {
        return;
      }
    }
    throw new IOException("the server ended before it was ready: " + Files.readString(errors));
  }

  private String nextLine() throws IOException {
    return Jvm.readLine(process, out);
  }

  public String address() {
    return address;
  }

  /** What the node takes when it has collected its garbage. */
  Usage measure() throws IOException {
    process.getOutputStream().write((MEASURE + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    String line = nextLine();
    if (line == null) {
      throw new IOException("the server ended before it was measured");
    }
    String[] figures = line.split(" ");
    return new Usage(
        Long.parseLong(figures[0]), Long.parseLong(figures[1]), Long.parseLong(figures[2]));
  }

  /**
   * What a node takes.
   *
   * @param heapBytes of objects that are alive
   * @param nativeBytes of the process, without the heap and the pages of our region; 0 where nobody
   *     tells
   * @param regionBytes pages of our region that are not empty
   */
  record Usage(long heapBytes, long nativeBytes, long regionBytes) {}

  private static String usage(TestCluster node) throws IOException {
    // Loads whose clients are gone, and jobs that were cancelled a moment ago.
    Await.until(BOUND, () -> node.parts(0).budget().takenBytes() == 0);
    awaitSettled(node);
    collectGarbage();
    trimNativeHeap();
    Runtime runtime = Runtime.getRuntime();
    return "%d %d %d"
        .formatted(
            runtime.totalMemory() - runtime.freeMemory(),
            Math.max(0, residentBytes() - runtime.totalMemory() - node.touchedRegionBytes(0)),
            node.usedRegionBytes(0));
  }

  /** A node frees the pages of a cache a moment after the cluster has forgotten the cache. */
  private static void awaitSettled(TestCluster node) {
    AtomicLong last = new AtomicLong(-1);
    AtomicInteger same = new AtomicInteger();
    Await.until(
        BOUND,
        () -> {
          final long used = node.usedRegionBytes(0);
          same.set(last.getAndSet(used) == used ? same.get() + 1 : 0);
          return same.get() == SETTLED;
        });
  }

  /** Also what is free only when others that refer to it have been cleaned up. */
  private static void collectGarbage() {
    for (int i = 0; i < COLLECTIONS; i++) {
      ReferenceQueue<Object> collected = new ReferenceQueue<>();
      PhantomReference<Object> last = new PhantomReference<>(new Object(), collected);
      System.gc();
      try {
        collected.remove(BOUND.toMillis()); // comes when the JVM has handed on all it has found
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      Reference.reachabilityFence(last);
    }
  }

  /** What was freed goes back to the system where the JVM can ask the C library for it. */
  private static void trimNativeHeap() {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "systemTrimNativeHeap",
              new Object[] {new String[0]},
              new String[] {String[].class.getName()});
    } catch (JMException cannotAsk) {
      return;
    }
  }

  private static long residentBytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
          .findFirst()
          .orElse(0);
    }
  }

  /** Number of the process. */
  long pid() {
    return process.pid();
  }

  /** Ends the process at once, as a crash would. */
  public void kill() {
    killed = true;
    process.destroyForcibly();
  }

  /** Freezes the process: the others see it fail, and it finds itself alone when it goes on. */
  void freeze() throws IOException {
    killed = true; // Ignite ends it then
    signal("STOP");
  }

  /**
   * Makes the process ten times as slow: it runs 20 of every 200 milliseconds, until the process
   * ends that is returned. It may be frozen then.
   */
  Process slowDown() throws IOException {
    return new ProcessBuilder(
            "sh",
            "-c",
            "while kill -STOP $0; do sleep 0.18; kill -CONT $0; sleep 0.02; done",
            String.valueOf(process.pid()))
        .start();
  }

  /** Lets a frozen process go on. */
  void thaw() throws IOException {
    signal("CONT");
  }

  /**
   * Waits until a process has ended that was frozen: Ignite ends a node that finds itself alone.
   */
  void awaitEnd() {
    try {
      if (!process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("the server at %s has not ended".formatted(address));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private void signal(String name) throws IOException {
    try {
      new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Fails if the node has ended by itself: halted, as Ignite ends a node that fails. */
  void requireAlive() {
    if (!killed && !process.isAlive()) {
      throw new AssertionError(
          "the server at %s ended by itself with code %d: %s"
              .formatted(address, process.exitValue(), lastErrors()));
    }
  }

  private String lastErrors() {
    try {
      final String all = Files.readString(errors);
      return all.substring(Math.max(0, all.length() - MOST_CHARACTERS));
    } catch (IOException e) {
      return "and its errors cannot be read, " + e.getMessage();
    }
  }

  /** Stops all, also if one of them has ended by itself. */
  public static void closeAll(List<ServerProcess> servers) {
    List<AssertionError> ended = new ArrayList<>();
    for (ServerProcess server : servers) {
      try {
        server.close();
      } catch (AssertionError e) {
        ended.add(e);
      }
    }
    if (!ended.isEmpty()) {
      throw ended.get(0);
    }
  }

  @Override
  public void close() {
    requireAlive();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException | InterruptedException e) {
      process.destroyForcibly();
    }
  }

  /**
   * Number, client, communication and discovery port, discovery addresses, work folder, bytes of
   * the data regions, whether they are on disk.
   */
  @SuppressWarnings("checkstyle:regexpsinglelinejava")
  public static void main(String[] arguments) throws IOException {
    try (TestCluster node =
        TestCluster.oneOfMany(
            Integer.parseInt(arguments[0]),
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]),
            List.of(arguments[4].split(",")),
            Path.of(arguments[5]),
            Long.parseLong(arguments[6]),
            Boolean.parseBoolean(arguments[7]),
            new GraphemberConfiguration().setMemoryBudgetBytes(256L << 20))) {
      System.out.println(READY);
      BufferedReader requests =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      while (MEASURE.equals(requests.readLine())) { // until the test closes the pipe
        System.out.println(usage(node));
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.benchmarks.cluster.LoopbackPorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The process of one node; one after the other under the same number. Used by one thread. */
final class ChaosNode {
  private static final String HEAP = "512m";
  private static final String FREEZE = "kill -STOP $1; sleep $2; kill -CONT $1";
  private static final String LARGEST_FILE = "65536";
  private static final Duration START = Duration.ofSeconds(90);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Duration END = Duration.ofSeconds(30);

  private final int number;
  private final String name;
  private final String address;
  private final List<String> arguments;
  private final Path errors;
  private final ForkJoinPool threads;

  private @Nullable Process process;
  private @Nullable BufferedReader out;
  private @Nullable CompletableFuture<String> pending; // an answer that did not come in time
  private boolean mayEnd;
  private boolean ending;
  private @Nullable Process freezer; // null if it was never frozen

  /**
   * A node that is not started.
   *
   * @param arguments of {@link NodeMain} behind its number
   */
  ChaosNode(int number, int[] ports, List<String> arguments, Path folder, ForkJoinPool threads) {
    this.number = number;
    this.name = "node-" + number;
    this.address = LoopbackPorts.HOST + ":" + ports[LoopbackPorts.PER_NODE * number + 2];
    this.arguments = arguments;
    this.errors = folder.resolve(name + ".err");
    this.threads = threads;
  }

  String name() {
    return name;
  }

  /** Where it takes clients. */
  String address() {
    return address;
  }

  /** Starts it, and waits until it is in the cluster. */
  void start() throws IOException, Violation {
    final List<String> all = new ArrayList<>(List.of(String.valueOf(number)));
    all.addAll(arguments);
    final Process started = Jvms.start(NodeMain.class, HEAP, errors, all);
    process = started;
    out =
        new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
    pending = null;
    mayEnd = false;
    ending = false;
    final Bound bound = Bound.in(START);
    Optional<String> line = line(START);
    while (!line.equals(Optional.of(NodeMain.READY))) {
      if (!started.isAlive() || bound.over()) {
        started.destroyForcibly();
        throw new Violation(name + " does not start");
      }
      line = line(START);
    }
  }

  boolean alive() {
    return process != null && process.isAlive();
  }

  boolean frozen() {
    return freezer != null && freezer.isAlive();
  }

  /** Says that it may end by itself from now on. */
  void mayEnd() {
    mayEnd = true;
  }

  /**
   * Fails if it has ended and nothing was done to it.
   *
   * @throws Violation with its exit code
   */
  void requireAlive() throws Violation {
    if (process != null && !process.isAlive() && !mayEnd) {
      throw new Violation(
          "%s has ended by itself with code %d, see %s"
              .formatted(name, process.exitValue(), errors.getFileName()));
    }
  }

  /** {@code kill -9}. */
  void kill() {
    mayEnd();
    ending = true;
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /** {@code SIGTERM}. */
  void stop() throws IOException {
    mayEnd();
    ending = true;
    signal("TERM"); // Process.destroy would close its input, too, which ends it at once
  }

  /**
   * Freezes it for some time. A process of its own lets it go on, whatever becomes of this one.
   *
   * @param seconds how long
   */
  void freeze(int seconds) throws IOException {
    if (process != null) {
      freezer =
          new ProcessBuilder(
                  "sh", "-c", FREEZE, "sh", String.valueOf(process.pid()), String.valueOf(seconds))
              .start();
    }
  }

  private void signal(String signal) throws IOException {
    if (process != null) {
      Jvms.system("kill", "-" + signal, String.valueOf(process.pid()));
    }
  }

  /** Lets the system refuse to make files of it longer than 64 KiB, which is like a full disk. */
  void fillDisk() throws IOException {
    mayEnd();
    limitFiles(LARGEST_FILE);
  }

  /** Takes the limit away. */
  void makeRoom() throws IOException {
    if (alive()) {
      limitFiles("unlimited");
    }
  }

  private void limitFiles(String bytes) throws IOException {
    if (process != null) {
      Jvms.system("prlimit", "--pid", String.valueOf(process.pid()), "--fsize=" + bytes + ":");
    }
  }

  /** Waits until a process that was killed or stopped has ended; ends it if it does not. */
  void awaitEnd() throws Violation {
    try {
      if (process != null && ending && !process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new Violation("%s does not stop within %s".formatted(name, END));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes the cluster active. */
  void activate() throws IOException, Violation {
    if (!ask(NodeMain.ACTIVATE, START).equals(Optional.of(NodeMain.READY))) {
      throw new Violation(name + " cannot make the cluster active");
    }
  }

  /** How it sees its cluster; empty if it does not say so now. */
  Optional<NodeStatus> status() throws IOException {
    return ask(NodeMain.STATUS, ANSWER)
        .filter(line -> !line.startsWith("!"))
        .map(NodeStatus::parse);
  }

  /** What it takes after a collection; empty if it does not say so now. */
  Optional<Usage> usage() throws IOException {
    return ask(NodeMain.USAGE, ANSWER).filter(line -> !line.startsWith("!")).map(Usage::parse);
  }

  private Optional<String> ask(String request, Duration most) throws IOException {
    if (process == null || !alive() || frozen()) {
      return Optional.empty();
    }
    if (pending != null) {
      line(ANSWER); // of the last question
      return Optional.empty();
    }
    try {
      process.getOutputStream().write((request + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException expected) {
      return Optional.empty(); // it ends
    }
    return line(most);
  }

  private Optional<String> line(Duration most) throws IOException {
    final BufferedReader from = out;
    if (from == null) {
      return Optional.empty();
    }
    if (pending == null) {
      pending =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return String.valueOf(from.readLine());
                } catch (IOException e) {
                  return "! " + e;
                }
              },
              threads);
    }
    try {
      final String line = pending.get(most.toMillis(), TimeUnit.MILLISECONDS);
      pending = null;
      return Optional.of(line).filter(text -> !text.equals("null"));
    } catch (TimeoutException expected) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Ends it, frozen or not. */
  void close() {
    if (process != null) {
      process.destroyForcibly(); // SIGKILL ends a frozen process, too
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.client.GraphemberClient;
import io.graphember.spi.error.GraphemberException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Work that was begun, and how far it is. */
final class Running implements Task.Listener {
  private static final String CLIENT_HEAP = "256m";

  private final long began = System.nanoTime();
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  private volatile String phase = "";
  private volatile long job; // 0 before it has a number
  private volatile @Nullable Process process; // null if the client is in this process

  private Running() {}

  /** Work of a client in this process. */
  static Running here(Task task, String addresses, ForkJoinPool threads) {
    final Running running = new Running();
    CompletableFuture.runAsync(() -> running.run(task, addresses), threads);
    return running;
  }

  private void run(Task task, String addresses) {
    try (GraphemberClient client = GraphemberClient.connect(addresses)) {
      task.run(client, this);
      end(null);
    } catch (GraphemberException e) {
      end(e.code() + " " + e.getMessage());
    } catch (RuntimeException e) {
      outcome.completeExceptionally(e);
    }
  }

  /** Work of a client whose process can be killed. */
  static Running apart(Task task, String addresses, Path folder, ForkJoinPool threads)
      throws IOException {
    final Running running = new Running();
    final Process process =
        Jvms.start(
            ClientMain.class,
            CLIENT_HEAP,
            folder.resolve("client.err"),
            List.of(addresses, task.work().name(), String.valueOf(task.subject())));
    running.process = process;
    CompletableFuture.runAsync(() -> running.follow(process), threads);
    return running;
  }

  private void follow(Process client) {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        hear(line);
      }
    } catch (IOException e) {
      end(Outcome.CLIENT_KILLED + ", " + e.getMessage());
    }
    end(Outcome.CLIENT_KILLED);
  }

  private void hear(String line) {
    if (line.startsWith(ClientMain.JOB)) {
      taken(Long.parseLong(line.substring(ClientMain.JOB.length())));
    } else if (line.startsWith(ClientMain.PHASE)) {
      phase(line.substring(ClientMain.PHASE.length()));
    } else if (line.equals(ClientMain.DONE)) {
      end(null);
    } else if (line.startsWith(ClientMain.FAILED)) {
      end(line.substring(ClientMain.FAILED.length()));
    }
  }

  private void end(@Nullable String failure) {
    outcome.complete(new Outcome(failure, seconds()));
  }

  double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  @Override
  public void taken(long number) {
    job = number;
  }

  @Override
  public void phase(String name) {
    phase = name;
  }

  /** The phase that was last heard of. */
  String phase() {
    return phase;
  }

  /** Number of the job; 0 if it has none yet. */
  long job() {
    return job;
  }

  boolean ended() {
    return outcome.isDone();
  }

  /** {@code kill -9} of the client, if it has a process. */
  void killClient() {
    final Process client = process;
    if (client != null) {
      client.destroyForcibly();
    }
  }

  /**
   * Waits for the end.
   *
   * @throws Violation if it does not come in time, or as a failure that is no answer of the cluster
   */
  Outcome await(Duration most) throws Violation {
    try {
      return outcome.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new Violation("no end within %s, in phase %s".formatted(most, phase), e);
    } catch (ExecutionException e) {
      throw new Violation("the client failed, " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Violation("interrupted", e);
    }
  }
}

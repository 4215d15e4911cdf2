// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.client.GraphemberClient;
import io.graphember.spi.error.GraphemberException;

/** A client in a process of its own, to be killed. It prints what it hears, a line each. */
final class ClientMain {
  static final String JOB = "job ";
  static final String PHASE = "phase ";
  static final String DONE = "done";
  static final String FAILED = "failed ";

  private ClientMain() {}

  /** Addresses, work, number of a checkpoint. */
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // its parent reads the lines
  public static void main(String[] arguments) {
    try (GraphemberClient client = GraphemberClient.connect(arguments[0])) {
      final Task task = new Task(Work.valueOf(arguments[1]), Long.parseLong(arguments[2]));
      task.run(
          client,
          new Task.Listener() {
            @Override
            public void taken(long job) {
              System.out.println(JOB + job);
            }

            @Override
            public void phase(String name) {
              System.out.println(PHASE + name);
            }
          });
      System.out.println(DONE);
    } catch (GraphemberException e) {
      System.out.println(FAILED + e.code() + " " + e.getMessage());
    }
    Runtime.getRuntime().halt(0);
  }
}

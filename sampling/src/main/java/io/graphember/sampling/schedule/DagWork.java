// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.schedule;

/**
 * What the tasks of one batch do, and the scratch that they share. Used for one batch after the
 * other. Tasks that do not wait for each other may run at once.
 *
 * @param <T> what says which batch it is
 */
public interface DagWork<T> {
  /**
   * Takes the next batch up, before any of its tasks runs.
   *
   * @param number of the batch in its schedule, in the order of launch, from 0
   */
  void begin(long number, T batch);

  /**
   * Numbers that a task is going to touch, estimated when it is ready: tasks of one batch run in
   * ascending order of it.
   */
  long cost(int task);

  /** Gives scratch back; no batch follows. */
  void close();

  /** Runs a task. What it throws is the end of the schedule. */
  void run(int task);
}

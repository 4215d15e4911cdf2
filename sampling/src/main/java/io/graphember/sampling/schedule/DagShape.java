// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * Which task of a batch comes after which: compiled once, followed by every batch. Immutable.
 *
 * <p>Tasks are numbered from 0 in the order in which they were added.
 */
public final class DagShape {
  private final int[][] followers;
  private final int[] inputs;

  private DagShape(int[][] followers, int[] inputs) {
    this.followers = followers;
    this.inputs = inputs;
  }

  /** Number of tasks. */
  int tasks() {
    return inputs.length;
  }

  /** How many tasks a task waits for. */
  int inputs(int task) {
    return inputs[task];
  }

  /** The tasks that wait for a task. */
  int[] followers(int task) {
    return followers[task];
  }

  /** Adds tasks, one after the other. Used by one thread. */
  public static final class Builder {
    private final List<List<Integer>> followers = new ArrayList<>();
    private final List<Integer> inputs = new ArrayList<>();

    /**
     * Adds a task.
     *
     * @param after numbers of the tasks that it waits for, each added before
     * @return its number
     */
    public int task(int... after) {
      final int task = inputs.size();
      for (int input : after) {
        followers.get(input).add(task);
      }
      followers.add(new ArrayList<>());
      inputs.add(after.length);
      return task;
    }

    /** The shape. */
    public DagShape build() {
      return new DagShape(
          followers.stream()
              .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
              .toArray(int[][]::new),
          inputs.stream().mapToInt(Integer::intValue).toArray());
    }
  }
}

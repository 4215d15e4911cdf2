// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.limit;

import io.graphember.client.api.Json;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * The jobs that each user runs in the whole cluster, one entry of the catalog for each user: {@code
 * running/USER}, an array of {@link RunningJob} as JSON, {@code running/} for callers without a
 * name. Whoever holds the lock of the entry decides, so no two nodes take the last place. Jobs of
 * coordinators that have left do not count. Safe for use by several threads and nodes.
 */
public final class UserJobs {
  private static final String RUNNING = "running/";

  private final Cluster cluster;
  private final NodeLog log;
  private final UserBounds bounds;
  private final CatalogEntries entries;

  /** The jobs of a node's cluster. */
  @Inject
  public UserJobs(CatalogEntries entries, Cluster cluster, NodeLog log, UserBounds bounds) {
    this.cluster = cluster;
    this.log = log;
    this.bounds = bounds;
    this.entries = entries;
  }

  /**
   * A job that counts.
   *
   * @param mark id of the job among those that run
   * @param coordinator node that runs it
   */
  record RunningJob(UUID mark, UUID coordinator) {}

  /**
   * Counts a job of this node until it is closed; closing it again does nothing.
   *
   * @throws GraphemberException with code {@link NodeError#USER_BUSY} if the user runs as many as
   *     he may
   */
  public Slots.Slot take(Optional<String> user) {
    return take(user, bounds.of(user).jobs());
  }

  /** The same for a job that ran elsewhere before, whatever the user may. */
  public Slots.Slot takeAnyway(Optional<String> user) {
    return take(user, 0);
  }

  private Slots.Slot take(Optional<String> user, long most) {
    RunningJob mine = new RunningJob(UUID.randomUUID(), cluster.local().id());
    change(
        user,
        jobs -> {
          // Taken again when a node left meanwhile: it may be there already.
          List<RunningJob> others = without(jobs, mine);
          require(user, others.size(), most);
          others.add(mine);
          return others;
        });
    AtomicBoolean open = new AtomicBoolean(true);
    return () -> {
      if (open.compareAndSet(true, false)) {
        remove(user, mine);
      }
    };
  }

  /**
   * Refuses if a user runs as many as he may at the moment.
   *
   * @throws GraphemberException with code {@link NodeError#USER_BUSY}
   */
  public void requireFree(Optional<String> user) {
    final long most = bounds.of(user).jobs();
    if (most > 0) {
      require(user, running(user).size(), most);
    }
  }

  private static void require(Optional<String> user, int running, long most) {
    if (most > 0 && running >= most) {
      throw new GraphemberException(
          NodeError.USER_BUSY,
          "User %s runs %d of at most %d jobs in the cluster: wait until one ends, or ask the administrator to raise maxJobsPerUser."
              .formatted(UserBounds.name(user), running, most));
    }
  }

  private void remove(Optional<String> user, RunningJob mine) {
    try {
      change(user, jobs -> without(jobs, mine));
    } catch (RuntimeException e) { // not instead of how the job has ended
      log.warning(
          "a job of user %s counts as running until this node leaves, %s"
              .formatted(UserBounds.name(user), e.getMessage()));
    }
  }

  private static List<RunningJob> without(List<RunningJob> jobs, RunningJob mine) {
    List<RunningJob> others = new ArrayList<>(jobs);
    others.remove(mine);
    return others;
  }

  private void change(Optional<String> user, UnaryOperator<List<RunningJob>> change) {
    entries.again(
        () ->
            entries.atOnce(
                () -> {
                  List<RunningJob> jobs = change.apply(running(user));
                  if (jobs.isEmpty()) {
                    entries.remove(path(user));
                  } else {
                    entries.put(path(user), Json.write(jobs));
                  }
                  return true;
                }));
  }

  private static String path(Optional<String> user) {
    return RUNNING + user.orElse("");
  }

  private List<RunningJob> running(Optional<String> user) {
    return entries.read(path(user), UserJobs::parse).orElse(List.of()).stream()
        .filter(job -> cluster.has(job.coordinator()))
        .toList();
  }

  private static List<RunningJob> parse(String path, String text) {
    RunningJob[] jobs = Json.read(text, RunningJob[].class);
    if (jobs == null
        || Arrays.stream(jobs)
            .anyMatch(job -> job == null || job.mark() == null || job.coordinator() == null)) {
      throw new IllegalArgumentException("a job lacks its mark or its coordinator");
    }
    return List.of(jobs);
  }
}

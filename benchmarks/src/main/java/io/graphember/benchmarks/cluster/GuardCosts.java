// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.ignite.security.Permissions;
import io.graphember.jobs.entry.Ownership;
import io.graphember.jobs.limit.UserJobs;
import io.graphember.jobs.limit.UserLimits;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.Room;
import io.graphember.spi.Cancellation;
import io.graphember.spi.security.Action;
import io.graphember.spi.security.Caller;
import io.graphember.spi.security.Target;
import java.util.List;
import java.util.Optional;

/**
 * Processor seconds of one call of each guard, in the JVM that has run the job. Those that work in
 * threads of Ignite's are measured by what all threads take, which is too much rather than too
 * little.
 */
public final class GuardCosts {
  private static final int WARM_UPS = 2;
  private static final int RUNS = 3;
  private static final String GRAPH = "rmat";
  private static final String JOB = "epoch";
  private static final long RECORD_BYTES = 64 << 10;
  private static final long MIB = 1 << 20;
  private static final UserLimits LIMITS = new UserLimits(8, 8, 1L << 36, 3_600_000);

  private final GuardedCluster cluster;
  private final GuardedParts parts;
  private final Optional<String> user;
  private final Caller caller;
  private final int calls;
  private long permitted;

  /**
   * Costs on a node.
   *
   * @param calls of what is quickest; of others fewer
   */
  public GuardCosts(GuardedCluster cluster, int calls) {
    this.cluster = cluster;
    this.parts = cluster.parts();
    this.user = cluster.user();
    this.caller = new Caller(user, "127.0.0.1:10800");
    this.calls = calls;
  }

  /** A question to the roles, whose last one permits it by its last pattern. */
  public double permits() throws Exception {
    final Target target = Target.job(GRAPH, JOB);
    final double seconds =
        each(
            calls,
            () -> permitted += cluster.roles().permits(caller, Action.SUBMIT, target) ? 1 : 0);
    if (permitted != (long) calls * (WARM_UPS + RUNS)) {
      throw new IllegalStateException("the roles do not permit the job");
    }
    return seconds;
  }

  /** What a request costs: its caller, the owner's entry, the line of the audit log. */
  public double request() throws Exception {
    Permissions permissions = parts.permissions();
    Ownership owners = parts.graphs().owners();
    return each(
        calls / 100,
        () -> {
          permissions.caller();
          permissions.asNode(
              () -> {
                permissions.require(
                    caller, Action.SUBMIT, Target.job(GRAPH, JOB), owners.of(GRAPH, JOB));
                return true;
              });
        });
  }

  /** Room that is reserved and given back. */
  public double room() throws Exception {
    Room room = parts.room();
    List<Demand> demands = List.of(Demand.everywhere(RECORD_BYTES));
    return eachOfAllThreads(
        calls / 5_000, () -> room.reserve(demands, "A benchmark", Cancellation.NEVER).close());
  }

  /** A user's place among his jobs, taken and given back. */
  public double place() throws Exception {
    UserJobs jobs = new UserJobs(parts.entries(), parts.cluster(), parts.log(), someone -> LIMITS);
    return eachOfAllThreads(calls / 5_000, () -> jobs.take(user).close());
  }

  /** An owner who is written down. */
  public double owner() throws Exception {
    return eachOfAllThreads(
        calls / 5_000, () -> parts.graphs().owners().set(Ownership.path(GRAPH, "benchmark"), user));
  }

  /** Native memory of the node and the user, taken and given back; that of the heap is quicker. */
  public double memory() throws Exception {
    return each(
        calls / 10,
        () ->
            parts
                .nativeMemory()
                .take("djl", 0, MIB, "A benchmark", parts.users().of(user))
                .close());
  }

  private static double each(int calls, Stopwatch.Work call) throws Exception {
    return Stopwatch.median(Stopwatch.cpuSeconds(WARM_UPS, RUNS, () -> repeat(calls, call)))
        / Math.max(1, calls);
  }

  private static double eachOfAllThreads(int calls, Stopwatch.Work call) throws Exception {
    repeat(calls, call);
    final double before = Stopwatch.processorSeconds();
    repeat(calls, call);
    return (Stopwatch.processorSeconds() - before) / Math.max(1, calls);
  }

  private static void repeat(int calls, Stopwatch.Work call) throws Exception {
    for (int i = 0; i < Math.max(1, calls); i++) {
      call.run();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.wiring;

import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.backend.EngineSettings;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.limit.UserLimits;
import io.graphember.jobs.quota.QuotaLimits;
import io.graphember.jobs.room.RegionRules;
import java.nio.file.Path;
import java.util.Optional;

/** What the parts of a node are told of its configuration. */
public final class ConfiguredLimits {
  private ConfiguredLimits() {}

  /** What jobs may take and outlive. */
  static JobLimits jobs(GraphemberConfiguration configuration) {
    return new JobLimits(
        configuration.getMaxTrainers(),
        configuration.getMaxNodeLosses(),
        configuration.getNodeLossTimeoutMillis(),
        configuration.getMajorityTimeoutMillis());
  }

  /** What the node takes at once. */
  static NodeLimits node(GraphemberConfiguration configuration) {
    return new NodeLimits(
        configuration.getMaxJobs(),
        configuration.getMaxQueuedJobs(),
        configuration.getMaxLoads(),
        configuration.getMaxJobMillis());
  }

  /** What every user may have of whom nothing else is said. */
  static UserLimits user(GraphemberConfiguration configuration) {
    return new UserLimits(
        configuration.getMaxJobsPerUser(),
        configuration.getMaxQueuedJobsPerUser(),
        configuration.getMaxMemoryPerUserBytes(),
        configuration.getMaxJobMillisPerUser());
  }

  /** What all jobs together may take of the node beside its other work. */
  static QuotaLimits quota(GraphemberConfiguration configuration) {
    return new QuotaLimits(
        configuration.getJobProcessorPercent(),
        configuration.getJobNetworkMegabytesPerSecond() * 1_000_000);
  }

  /** The data region of our caches. */
  static RegionRules region(GraphemberConfiguration configuration) {
    return new RegionRules(
        configuration.regionName(), configuration.ownsRegion(), configuration.getBackups());
  }

  /** The engines of the node. */
  public static EngineSettings engines(GraphemberConfiguration configuration) {
    return new EngineSettings(
        Optional.ofNullable(configuration.getBackend()),
        configuration.getEngineThreads(),
        Optional.ofNullable(configuration.getEngineCacheDirectory()).map(Path::of));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.catalog.GraphCatalog;
import io.graphember.ignite.footprint.NativeMemory;
import io.graphember.ignite.job.RunningJobs;
import io.graphember.ignite.limit.UserMemory;
import io.graphember.ignite.security.Permissions;
import jakarta.inject.Inject;

/** Parts of a node that are measured. */
final class GuardedParts {
  @Inject private Permissions permissions;
  @Inject private GraphCatalog graphs;
  @Inject private GraphemberConfiguration configuration;
  @Inject private NativeMemory nativeMemory;
  @Inject private UserMemory users;
  @Inject private RunningJobs running;

  GuardedParts() {}

  Permissions permissions() {
    return permissions;
  }

  GraphCatalog graphs() {
    return graphs;
  }

  GraphemberConfiguration configuration() {
    return configuration;
  }

  NativeMemory nativeMemory() {
    return nativeMemory;
  }

  UserMemory users() {
    return users;
  }

  RunningJobs running() {
    return running;
  }
}

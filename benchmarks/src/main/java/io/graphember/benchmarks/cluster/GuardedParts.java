// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import io.graphember.ignite.security.Permissions;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.jobs.footprint.NativeMemory;
import io.graphember.jobs.limit.UserMemory;
import io.graphember.jobs.room.Room;
import io.graphember.jobs.run.RunningJobs;
import jakarta.inject.Inject;

/** Parts of a node that are measured. */
public final class GuardedParts {
  @Inject private Permissions permissions;
  @Inject private GraphCatalog graphs;
  @Inject private Room room;
  @Inject private CatalogEntries entries;
  @Inject private Cluster cluster;
  @Inject private NodeLog log;
  @Inject private NativeMemory nativeMemory;
  @Inject private UserMemory users;
  @Inject private RunningJobs running;

  public GuardedParts() {}

  Permissions permissions() {
    return permissions;
  }

  GraphCatalog graphs() {
    return graphs;
  }

  Room room() {
    return room;
  }

  CatalogEntries entries() {
    return entries;
  }

  Cluster cluster() {
    return cluster;
  }

  NodeLog log() {
    return log;
  }

  public NativeMemory nativeMemory() {
    return nativeMemory;
  }

  UserMemory users() {
    return users;
  }

  RunningJobs running() {
    return running;
  }
}

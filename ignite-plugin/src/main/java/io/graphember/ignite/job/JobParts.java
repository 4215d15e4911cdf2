// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.GraphemberVersion;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.backend.Backends;
import io.graphember.ignite.backend.SliceEngines;
import io.graphember.ignite.catalog.GraphCatalog;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.catalog.JobCatalog;
import io.graphember.ignite.catalog.ModelCatalog;
import io.graphember.ignite.check.RegionRoom;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.transport.NodeCalls;
import io.graphember.memory.MemoryBudget;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.ignite.Ignite;

/**
 * What coordinators of jobs use of their node.
 *
 * @param ignite the node
 * @param calls calls to other nodes
 * @param backends the installed backends
 * @param engines the installed engines for slices
 * @param graphs graphs and publications
 * @param jobs states and results of jobs
 * @param models parameters that jobs left
 * @param room room in the data regions
 * @param caches names and configurations of caches
 * @param live slabs of the node
 * @param budget memory of the node
 * @param configuration configuration of the node
 */
record JobParts(
    Ignite ignite,
    NodeCalls calls,
    Backends backends,
    SliceEngines engines,
    GraphCatalog graphs,
    JobCatalog jobs,
    ModelCatalog models,
    RegionRoom room,
    GraphemberCaches caches,
    LiveStore live,
    MemoryBudget budget,
    GraphemberConfiguration configuration) {
  @Inject
  JobParts {}

  /** Versions of what takes part in every job, in the order in which they are shown. */
  Map<String, String> versions() {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("graphember", GraphemberVersion.current());
    versions.put("ignite", ignite.version().toString());
    versions.put("java", Runtime.version().toString());
    return versions;
  }
}

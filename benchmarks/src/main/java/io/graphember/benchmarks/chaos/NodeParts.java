// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.ignite.GraphemberPlugin;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.memory.MemoryBudget;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.ignite.Ignite;

/** Parts of the node of this process, which tell its status. */
final class NodeParts {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CLAIMS = "claims";
  private static final String GROUPS = "*:group=cacheGroups,*";

  @Inject private Ignite ignite;
  @Inject private MemoryBudget budget;
  @Inject private CatalogEntries entries;

  private NodeParts() {}

  static NodeParts of(Ignite node) {
    GraphemberPlugin plugin = node.plugin(GraphemberPlugin.NAME);
    NodeParts parts = new NodeParts();
    plugin.inject(parts);
    return parts;
  }

  NodeStatus status() throws JMException, JsonProcessingException {
    return new NodeStatus(
        ignite.cluster().forServers().nodes().size(),
        metrics("ClusterMovingPartitionsCount").sum(),
        metrics("MinimumNumberOfPartitionCopies").min().orElse(0),
        budget.takenBytes(),
        claims());
  }

  /** A metric of every group of caches, as Ignite shows it by JMX. */
  private static LongStream metrics(String name) throws JMException {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    Set<ObjectName> groups = beans.queryNames(new ObjectName(GROUPS), null);
    LongStream.Builder values = LongStream.builder();
    for (ObjectName group : groups) {
      if (!(beans.getAttribute(group, name) instanceof Number value)) {
        throw new IllegalStateException(group + " begins or ends");
      }
      values.add(value.longValue());
    }
    return values.build();
  }

  /** Those of nodes that are there; others do not count. */
  private long claims() throws JsonProcessingException {
    long count = 0;
    for (JsonNode claim : JSON.readTree(entries.text(CLAIMS).orElse("{}")).path("open")) {
      final UUID holder = UUID.fromString(claim.path("holder").asText());
      count += ignite.cluster().node(holder) == null ? 0 : 1;
    }
    return count;
  }
}

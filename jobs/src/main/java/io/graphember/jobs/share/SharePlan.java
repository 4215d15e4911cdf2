// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

import io.graphember.client.api.Json;
import io.graphember.client.api.LoadHeader;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.schema.GraphHeader;
import java.util.Optional;
import java.util.UUID;

/** What every node that keeps a share of a load is told. Immutable; travels between nodes. */
public final class SharePlan {
  private final long load;
  private final UUID front;
  private final UUID[] nodes;
  private final String settings;
  private final String header;
  private final String owner;

  /**
   * A plan.
   *
   * @param load number of the version that is loaded
   * @param front node that takes the load
   * @param nodes node of each share
   * @param owner user who loads, whose memory the shares take; empty if nobody knows
   */
  public SharePlan(
      long load,
      UUID front,
      UUID[] nodes,
      GraphSettings settings,
      GraphHeader header,
      Optional<String> owner) {
    this.load = load;
    this.front = front;
    this.nodes = nodes;
    // Records do not cross Ignite's marshaller: text does.
    this.settings = SettingsDocument.toJson(settings);
    this.header = Json.write(LoadHeader.of(header));
    this.owner = owner.orElse("");
  }

  /** Number of the version that is loaded. */
  long load() {
    return load;
  }

  /** Node that takes the load. */
  UUID front() {
    return front;
  }

  /** Number of shares. */
  int shares() {
    return nodes.length;
  }

  /** Node of a share. */
  UUID node(int share) {
    return nodes[share];
  }

  /** User who loads; empty if nobody knows. */
  Optional<String> owner() {
    return Optional.of(owner).filter(name -> !name.isEmpty());
  }

  /** The graph's settings. */
  GraphSettings settings() {
    return SettingsDocument.parse("graph", settings).bind(GraphSettings.class);
  }

  /** What its pieces look like. */
  GraphHeader header() {
    return Json.read(header, LoadHeader.class).toHeader();
  }
}

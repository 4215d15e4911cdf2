// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import io.graphember.jobs.cluster.NodeLog;
import jakarta.inject.Inject;
import org.apache.ignite.Ignite;

/** Ignite's log. */
public final class IgniteNodeLog implements NodeLog {
  private final Ignite ignite;

  /** The log of a node. */
  @Inject
  public IgniteNodeLog(Ignite ignite) {
    this.ignite = ignite;
  }

  @Override
  public void warning(String text) {
    ignite.log().warning(text);
  }

  @Override
  public void error(String text) {
    ignite.log().error(text);
  }

  @Override
  public void error(String text, Throwable cause) {
    ignite.log().error(text, cause);
  }
}

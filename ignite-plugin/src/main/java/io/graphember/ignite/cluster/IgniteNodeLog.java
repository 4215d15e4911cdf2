// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import io.graphember.jobs.cluster.NodeLog;
import jakarta.inject.Inject;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteLogger;

/** Ignite's log, category {@value #CATEGORY}. */
public final class IgniteNodeLog implements NodeLog {
  /** Category of the logger. */
  private static final String CATEGORY = "graphember";

  private static final String PREFIX = "Graphember: ";

  private final IgniteLogger log;

  /** The log of a node. */
  @Inject
  public IgniteNodeLog(Ignite ignite) {
    this.log = ignite.log().getLogger(CATEGORY); // a node that has stopped gives none
  }

  @Override
  public void info(String text) {
    if (log.isInfoEnabled()) { // Ignite warns of who does not ask
      log.info(PREFIX + text);
    }
  }

  @Override
  public void warning(String text) {
    log.warning(PREFIX + text);
  }

  @Override
  public void error(String text) {
    log.error(PREFIX + text);
  }

  @Override
  public void error(String text, Throwable cause) {
    log.error(PREFIX + text, cause);
  }
}

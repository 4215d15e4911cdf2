// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.cluster.NodeLog;

/**
 * The log of a node, for lines about one job: each begins with {@code [job=7, graph=cora,
 * node=node-1]}, as Ignite writes what a line is about. Safe for use by several threads.
 */
final class JobLog implements NodeLog {
  private final NodeLog log;
  private final String about;

  /**
   * Lines about a job.
   *
   * @param job its number
   * @param graph name of its graph
   * @param node name of this node
   */
  JobLog(NodeLog log, long job, String graph, String node) {
    this.log = log;
    this.about = "[job=%d, graph=%s, node=%s] ".formatted(job, graph, node);
  }

  @Override
  public void info(String text) {
    log.info(about + text);
  }

  @Override
  public void warning(String text) {
    log.warning(about + text);
  }

  @Override
  public void error(String text) {
    log.error(about + text);
  }

  @Override
  public void error(String text, Throwable cause) {
    log.error(about + text, cause);
  }
}

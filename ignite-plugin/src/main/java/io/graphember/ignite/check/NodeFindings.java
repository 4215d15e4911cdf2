// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.check;

import io.graphember.client.api.node.Finding;
import io.graphember.ignite.drain.WorkCheck;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.Stream;

/** What a node needs of its JVM, its machine and its cluster, and has. */
public final class NodeFindings {
  private final NodeChecks checks;
  private final WorkCheck workCheck;

  @Inject
  NodeFindings(NodeChecks checks, WorkCheck workCheck) {
    this.checks = checks;
    this.workCheck = workCheck;
  }

  /** All of it. */
  public List<Finding> all() {
    return Stream.concat(checks.findings().stream(), workCheck.findings().stream()).toList();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

import java.util.Map;

/** Versions of what takes part in every job, of a node that has started. */
@FunctionalInterface
public interface SoftwareVersions {
  /** By name, in the order in which they are shown. */
  Map<String, String> byName();
}

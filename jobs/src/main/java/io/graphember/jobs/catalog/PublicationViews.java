// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.client.api.Publication;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The names under which results can be queried, where the cluster has queries. */
@FunctionalInterface
public interface PublicationViews {
  /**
   * Makes the names point to what is current. What fails is said in the log and done with the next
   * call.
   *
   * @param current publications by path; asked again after a change
   */
  void follow(Supplier<Map<String, List<Publication>>> current);
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.room;

/**
 * How full the region of one node is.
 *
 * @param name name of the node for messages
 * @param storage true if the node owns partitions
 * @param capacityBytes bytes of pages that it takes before Ignite ends the node
 * @param usedBytes bytes of pages that are not empty
 * @param pageBytes bytes of a page
 */
public record RegionState(
    String name, boolean storage, long capacityBytes, long usedBytes, int pageBytes) {}
